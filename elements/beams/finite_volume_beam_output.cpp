#include <algorithm>

#include "elements/beams/finite_volume_beam.h"
#include "model/model.h"

namespace flexura {

namespace {

constexpr int action_columns = 6;

/// Variables of one section that start at `at` of the record, in the order in which output() writes them.
int add_variables(OutputSpec& spec, const SectionOutput& wanted, const std::string& suffix, int at) {
  const auto vector = [&](bool yes, const char* name, const char* dimension, const char* text) {
    if (!yes) return;
    spec.variables.push_back({name + suffix, at, 3, 1, dimension, text});
    at += 3;
  };
  vector(wanted.position, "X", "Length", "section position, global axes");
  if (wanted.orientation) {
    switch (wanted.format) {
      case OrientationFormat::matrix:
        spec.variables.push_back({"R" + suffix, at, 3, 3, "-", "section orientation matrix"});
        at += 9;
        break;
      case OrientationFormat::vector:
        vector(true, "Phi", "radian", "section orientation vector");
        break;
      default:
        vector(true, "E", "deg", "section orientation Euler angles");
        break;
    }
  }
  vector(wanted.linear_strain, "nu", "-", "axial strain and shears, section axes");
  vector(wanted.angular_strain, "k", "1/Length", "torsion and curvatures, section axes");
  vector(wanted.linear_strain_rate, "nuP", "1/Time", "rates of axial strain and shears");
  vector(wanted.angular_strain_rate, "kP", "1/Length/Time", "rates of torsion and curvatures");
  return at;
}

int extra_columns(const SectionOutput& wanted) {
  return 3 * (wanted.position + wanted.linear_strain + wanted.angular_strain + wanted.linear_strain_rate +
              wanted.angular_strain_rate) +
         (wanted.orientation ? column_count(wanted.format) : 0);
}

}  // namespace

template <int N>
OutputSpec FiniteVolumeBeam<N>::output_spec(const Model&) const {
  OutputSpec spec;
  spec.extension = "act";
  spec.family = "beam";
  spec.type = std::string(type);
  spec.text_columns = action_columns * sections;
  int at = spec.text_columns;
  for (int k = 0; k < sections; ++k) {
    const std::string suffix = sections == 1 ? "" : k == 0 ? "_I" : "_II";
    const int first = action_columns * k;
    if (data_.output.force)
      spec.variables.push_back({"F" + suffix, first, 3, 1, "Force", "internal force, section axes"});
    if (data_.output.moment)
      spec.variables.push_back({"M" + suffix, first + 3, 3, 1, "Moment", "internal moment, section axes"});
    at = add_variables(spec, data_.output, suffix, at);
  }
  spec.record_size = at;
  return spec;
}

template <int N>
void FiniteVolumeBeam<N>::output(const Local& q, const Model&, double* record) const {
  double* extra = record + action_columns * sections;
  const SectionOutput& wanted = data_.output;
  const auto put = [&extra](bool yes, const auto& v) {
    if (!yes) return;
    extra = std::copy_n(v.data(), 3, extra);
  };
  const SectionStates states = section_states(q, wanted.linear_strain_rate || wanted.angular_strain_rate);
  for (int k = 0; k < sections; ++k) {
    const SectionState& s = states[k];
    std::copy_n(s.action.data(), action_columns, record + action_columns * k);
    if (extra_columns(wanted) == 0) continue;
    put(wanted.position, s.p);
    if (wanted.orientation) {
      write_orientation(s.r, wanted.format, extra);
      extra += column_count(wanted.format);
    }
    put(wanted.linear_strain, Vec3(s.strain.template head<3>()));
    put(wanted.angular_strain, Vec3(s.strain.template tail<3>()));
    put(wanted.linear_strain_rate, Vec3(s.rate.template head<3>()));
    put(wanted.angular_strain_rate, Vec3(s.rate.template tail<3>()));
  }
}

template <int N>
std::vector<std::string> FiniteVolumeBeam<N>::private_names() const {
  static const std::vector<std::string> of_section = {
      "ex", "ey",   "ez",   "kx",   "ky",     "kz",     "Fx",     "Fy",  "Fz",  "Mx",  "My",  "Mz",  "Xx", "Xy",
      "Xz", "Phix", "Phiy", "Phiz", "Omegax", "Omegay", "Omegaz", "ePx", "ePy", "ePz", "kPx", "kPy", "kPz"};
  if (sections == 1) return of_section;
  std::vector<std::string> names;
  for (const char* prefix : {"pI.", "pII."})
    for (const auto& name : of_section) names.push_back(prefix + name);
  return names;
}

template <int N>
double FiniteVolumeBeam<N>::private_value(const Local& q, int datum) const {
  constexpr int per_section = 27;
  const int at = datum % per_section;
  const bool of_rates = at >= 18;
  const SectionState s = section_states(q, of_rates)[datum / per_section];
  if (at < 6) return s.strain(at);
  if (at < 12) return s.action(at - 6);
  if (at < 15) return s.p(at - 12);
  if (at < 18) return rotation_log<double>(s.r)(at - 15);
  if (at < 21) return s.omega(at - 18);
  return s.rate(at - 21);
}

template class FiniteVolumeBeam<2>;
template class FiniteVolumeBeam<3>;

}  // namespace flexura
