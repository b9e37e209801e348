#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>

#include <fmt/format.h>

#include "elements/beams/beam_inertia.h"
#include "elements/beams/finite_volume_beam.h"
#include "elements/beams/readers.h"
#include "elements/joints/attachment_reader.h"
#include "elements/laws/library.h"
#include "elements/laws/linear.h"
#include "elements/nodes/node_argument.h"
#include "elements/nodes/node_dof.h"

namespace flexura {

namespace {

/// `N6 node, [position,] V3 o, [orientation, OM r,]`
template <int N>
void read_ends(Reader& reader, typename FiniteVolumeBeam<N>::Data& data, std::array<NodeState, N>& initial) {
  for (int i = 0; i < N; ++i) {
    const NodeArgument node(reader);
    data.nodes[i] = node.index;
    data.attachments[i].offset = read_position(reader, node.context());
    data.attachments[i].orientation = read_optional_orientation(reader, node.context());
    initial[i] = reader.model().node(node.index).initial;
    for (int k = 0; k < i; ++k)
      if (data.nodes[k] == node.index) reader.fail("a beam needs different nodes");
  }
}

/// `custom output, flag, ...`
void read_custom_output(Reader& reader, SectionOutput& output) {
  enum {
    position,
    orientation,
    configuration,
    force,
    moment,
    forces,
    linear,
    angular,
    strains,
    linear_rate,
    angular_rate,
    rates,
    all
  };
  output = {};
  output.force = output.moment = false;
  output.format = reader.model().default_orientation;
  do {
    const int flag =
        reader.choice({"position", "orientation", "configuration", "force", "moment", "forces", "linear strain",
                       "angular strain", "strains", "linear strain rate", "angular strain rate", "strain rates", "all"},
                      "output of beams");
    const auto one_of = [flag](std::initializer_list<int> flags) {
      return flag == all || std::find(flags.begin(), flags.end(), flag) != flags.end();
    };
    output.position = output.position || one_of({position, configuration});
    output.orientation = output.orientation || one_of({orientation, configuration});
    output.force = output.force || one_of({force, forces});
    output.moment = output.moment || one_of({moment, forces});
    output.linear_strain = output.linear_strain || one_of({linear, strains});
    output.angular_strain = output.angular_strain || one_of({angular, strains});
    output.linear_strain_rate = output.linear_strain_rate || one_of({linear_rate, rates});
    output.angular_strain_rate = output.angular_strain_rate || one_of({angular_rate, rates});
    if (flag == orientation && reader.more() && reader.keyword("orientation description")) {
      static constexpr OrientationFormat formats[] = {OrientationFormat::euler123, OrientationFormat::euler313,
                                                      OrientationFormat::euler321, OrientationFormat::vector,
                                                      OrientationFormat::matrix};
      output.format = formats[reader.choice(
          {"euler123", "euler313", "euler321", "orientation vector", "orientation matrix"}, "orientation description")];
    }
  } while (reader.more() && reader.peek_word() != "output");
}

/// `piezoelectric actuator, n, electrodes, M6N PI, {same | M6N PII}` (beam2: one section), or `piezoelectric beam, n,
/// electrodes, M6N PI, MN6 QI, MNN UI, {same | M6N PII, MN6 QII, MNN UII}` (beam3).
template <int N>
void read_electrodes(Reader& reader, typename FiniteVolumeBeam<N>::Data& data) {
  if (!reader.more()) return;
  data.coupled = reader.keyword("piezoelectric beam");
  if (data.coupled && N == 2) reader.fail("`piezoelectric beam` is an option of `beam3`");
  if (!data.coupled && !reader.keyword("piezoelectric actuator")) return;
  const SourceLocation start = reader.where_next();
  const auto count = reader.integer();
  if (count < 1 || count > 100) reader.fail_at(start, "the number of electrodes must lie between 1 and 100");
  const int n = static_cast<int>(count);
  for (int e = 0; e < n; ++e) {
    const NodeIndex node = read_scalar_node(reader, NodeFamily::abstract_);
    if (std::find(data.electrodes.begin(), data.electrodes.end(), node) != data.electrodes.end())
      reader.fail("electrodes need different nodes");
    data.electrodes.push_back(node);
  }
  for (int k = 0; k < N - 1; ++k) {
    Electrodes& coupling = data.coupling[k];
    if (k > 0 && reader.keyword("same")) {
      coupling = data.coupling[0];
      continue;
    }
    coupling.actuation = reader.mat6xn(n);
    if (!data.coupled) continue;
    coupling.charge = reader.matnx6(n);
    coupling.capacity = reader.matnxn(n);
  }
}

/// `inertia, R mass, V3 cm, M33 J`, by the length: inertia of the beam itself, consistent with its interpolation.
template <int N>
void read_line_inertia(Reader& reader, ElementInfo info, const typename FiniteVolumeBeam<N>::Data& data,
                       const std::array<NodeState, N>& initial) {
  LineInertia line;
  const SourceLocation start = reader.where_next();
  line.mass = reader.real();
  if (!(line.mass > 0)) reader.fail_at(start, fmt::format("mass by the length must be positive, not {:g}", line.mass));
  line.centre = reader.vec3();
  const SourceLocation tensor = reader.where_next();
  line.inertia = reader.mat3();
  if ((line.inertia - line.inertia.transpose()).norm() > 1e-5 * line.inertia.norm())
    reader.fail_at(tensor, "the inertia tensor is not symmetric");
  line.inertia = Mat3(0.5 * (line.inertia + line.inertia.transpose()));
  if (Eigen::SelfAdjointEigenSolver<Mat3>(line.inertia).eigenvalues().minCoeff() < -1e-9 * line.inertia.norm())
    reader.fail_at(tensor, "the inertia tensor has a negative principal moment");
  typename BeamInertia<N>::Data inertia;
  inertia.nodes = data.nodes;
  inertia.line = line;
  const FiniteVolumeBeam<N> beam(data, initial);
  inertia.relative = beam.relative_axes();
  for (int i = 0; i < N; ++i) {
    inertia.offset[i] = data.attachments[i].offset;
    if (!reader.model().properties(data.nodes[i]).moves() && !reader.model().statics)
      reader.fail_at(start, fmt::format("structural node {} is not dynamic: it cannot carry the inertia of a beam",
                                        reader.model().label(data.nodes[i])));
  }
  inertia.points = inertia_points<N>(initial, inertia.offset, beam.section_axes());
  info.output = false;
  reader.model().add_element(std::move(info), BeamInertia<N>(inertia));
}

/// The stiffness with which one section of a two-node beam of length L bends as the exact solution does: the
/// flexibility F grows by L^2/12 T F T^T, T = [0 e_x x; 0 0], which is the deflection that linear interpolation misses.
LawPointer<6> without_locking(Reader& reader, const LawPointer<6>& law, double length) {
  const LinearMatrices<6>* linear = law->linear();
  if (!linear || law->kind() != LawKind::elastic || !law->prestrain().empty())
    reader.fail("`locking free` needs a linear elastic law without prestrain");
  const Mat6 flexibility = linear->stiffness.inverse();
  if (!flexibility.allFinite()) reader.fail("`locking free` needs a stiffness that can be inverted");
  Mat6 t = Mat6::Zero();
  t.topRightCorner<3, 3>() = skew(Vec3(Vec3::UnitX()));
  const Mat6 corrected = (flexibility + length * length / 12 * t * flexibility * t.transpose()).inverse();
  auto result = std::make_shared<LinearLaw<6>>(LawKind::elastic, corrected, Mat6::Zero());
  result->set_prestress(law->prestress());
  return LawLibrary::of(reader.shared_symbols())->share<6>(std::move(result));
}

template <int N>
ElementReference read_beam(Reader& reader, ElementInfo info) {
  typename FiniteVolumeBeam<N>::Data data;
  std::array<NodeState, N> initial;
  read_ends<N>(reader, data, initial);
  data.from_nodes = reader.keyword("from nodes");
  if (!data.from_nodes) data.orientation[0] = reader.orientation(FrameContext::absolute());
  data.laws[0] = read_law<6>(reader);
  if constexpr (N == 3) {
    // `same` repeats the way section I was oriented, and its law.
    if (reader.keyword("same")) {
      if (!data.from_nodes) data.orientation[1] = data.orientation[0];
    } else if (reader.keyword("from nodes")) {
      if (!data.from_nodes) reader.fail("both sections take their orientation from nodes, or none does");
    } else {
      if (data.from_nodes) reader.fail("both sections take their orientation from nodes, or none does");
      data.orientation[1] = reader.orientation(FrameContext::absolute());
    }
    data.laws[1] = reader.keyword("same") ? data.laws[0] : read_law<6>(reader);
  } else if (reader.more() && reader.keyword("locking free")) {
    const Vec3 end1 = initial[0].x + initial[0].R * data.attachments[0].offset;
    const Vec3 end2 = initial[1].x + initial[1].R * data.attachments[1].offset;
    data.laws[0] = without_locking(reader, data.laws[0], (end2 - end1).norm());
  }
  read_electrodes<N>(reader, data);
  if (reader.more() && reader.keyword("inertia")) read_line_inertia<N>(reader, info, data, initial);
  data.output = reader.model().default_beam_output;
  if (reader.more() && reader.keyword("custom output")) read_custom_output(reader, data.output);
  return reader.model().add_element(std::move(info), FiniteVolumeBeam<N>(data, initial));
}

}  // namespace

ElementReference read_beam2(Reader& reader, ElementInfo info) { return read_beam<2>(reader, std::move(info)); }
ElementReference read_beam3(Reader& reader, ElementInfo info) { return read_beam<3>(reader, std::move(info)); }

}  // namespace flexura
