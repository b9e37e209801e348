// Readers of linear laws.
#include "elements/laws/instantiate.h"
#include "elements/laws/law_arguments.h"
#include "elements/laws/linear.h"
#include "elements/laws/readers.h"

namespace flexura {

template <int N>
LawPointer<N> read_linear_elastic(Reader& reader) {
  const LawMatrix<N> stiffness = reader.real() * LawMatrix<N>::Identity();
  return finish_law<N>(reader, std::make_shared<LinearLaw<N>>(LawKind::elastic, stiffness, LawMatrix<N>::Zero()));
}

template <int N>
LawPointer<N> read_linear_elastic_generic(Reader& reader) {
  const LawMatrix<N> stiffness = read_law_matrix<N>(reader);
  return finish_law<N>(reader, std::make_shared<LinearLaw<N>>(LawKind::elastic, stiffness, LawMatrix<N>::Zero()));
}

template <int N>
LawPointer<N> read_linear_viscous(Reader& reader) {
  const LawMatrix<N> damping = reader.real() * LawMatrix<N>::Identity();
  return finish_viscous_law<N>(reader, std::make_shared<LinearLaw<N>>(LawKind::viscous, LawMatrix<N>::Zero(), damping));
}

template <int N>
LawPointer<N> read_linear_viscous_generic(Reader& reader) {
  const LawMatrix<N> damping = read_law_matrix<N>(reader);
  return finish_viscous_law<N>(reader, std::make_shared<LinearLaw<N>>(LawKind::viscous, LawMatrix<N>::Zero(), damping));
}

template <int N>
LawPointer<N> read_linear_viscoelastic(Reader& reader) {
  const double stiffness = reader.real();
  const double damping = read_scalar_damping(reader, stiffness);
  const LawMatrix<N> one = LawMatrix<N>::Identity();
  return finish_law<N>(reader, std::make_shared<LinearLaw<N>>(LawKind::viscoelastic, stiffness * one, damping * one));
}

template <int N>
LawPointer<N> read_linear_viscoelastic_generic(Reader& reader) {
  const LawMatrix<N> stiffness = read_law_matrix<N>(reader);
  const LawMatrix<N> damping = read_damping<N>(reader, stiffness);
  return finish_law<N>(reader, std::make_shared<LinearLaw<N>>(LawKind::viscoelastic, stiffness, damping));
}

template <int N>
LawPointer<N> read_time_variant(Reader& reader) {
  const LawMatrix<N> stiffness = read_law_matrix<N>(reader);
  const DriveId stiffness_scale = reader.drive_id();
  const LawMatrix<N> damping = read_damping<N>(reader, stiffness);
  const DriveId damping_scale = reader.keyword("same") ? stiffness_scale : reader.drive_id();
  return finish_law<N>(reader, std::make_shared<TimeVariantLaw<N>>(stiffness, stiffness_scale, damping, damping_scale));
}

LawPointer<6> read_axial_torsion_elastic(Reader& reader) {
  const Mat6 stiffness = reader.mat6();
  const double coupling = reader.real();
  return finish_law<6>(reader, std::make_shared<AxialTorsionLaw>(LawKind::elastic, stiffness, Mat6::Zero(), coupling));
}

LawPointer<6> read_axial_torsion_viscoelastic(Reader& reader) {
  const Mat6 stiffness = reader.mat6();
  const Mat6 damping = read_damping<6>(reader, stiffness);
  const double coupling = reader.real();
  return finish_law<6>(reader, std::make_shared<AxialTorsionLaw>(LawKind::viscoelastic, stiffness, damping, coupling));
}

FLEXURA_LAW_READER_136(read_linear_elastic)
FLEXURA_LAW_READER_136(read_linear_elastic_generic)
FLEXURA_LAW_READER_136(read_linear_viscous)
FLEXURA_LAW_READER_136(read_linear_viscous_generic)
FLEXURA_LAW_READER_136(read_linear_viscoelastic)
FLEXURA_LAW_READER_136(read_linear_viscoelastic_generic)
FLEXURA_LAW_READER_136(read_time_variant)

}  // namespace flexura
