// Readers of laws given by a closed formula that is not linear.
#include <fmt/format.h>

#include "elements/laws/instantiate.h"
#include "elements/laws/law_arguments.h"
#include "elements/laws/nonlinear.h"
#include "elements/laws/readers.h"

namespace flexura {

namespace {

template <int N>
LawPointer<N> read_cubic(Reader& reader, LawKind kind) {
  const LawVector<N> k1 = read_law_vector<N>(reader);
  const LawVector<N> k2 = read_law_vector<N>(reader);
  const LawVector<N> k3 = read_law_vector<N>(reader);
  LawMatrix<N> damping = LawMatrix<N>::Zero();
  if (has_viscosity(kind)) damping = read_law_matrix<N>(reader);
  return finish_law<N>(reader, std::make_shared<CubicLaw<N>>(kind, k1, k2, k3, damping));
}

/// `k1, upper, lower, k2`.
DoubleLinearData read_double_linear(Reader& reader) {
  DoubleLinearData data;
  data.inner_stiffness = reader.real();
  data.upper = reader.real();
  data.lower = reader.real();
  if (!(data.lower < data.upper)) {
    reader.fail(fmt::format("the upper strain comes first and must be above the lower one, found {} and {}", data.upper,
                            data.lower));
  }
  data.upper_stiffness = data.lower_stiffness = reader.real();
  return data;
}

}  // namespace

template <int N>
LawPointer<N> read_cubic_elastic(Reader& reader) {
  return read_cubic<N>(reader, LawKind::elastic);
}

template <int N>
LawPointer<N> read_cubic_viscoelastic(Reader& reader) {
  return read_cubic<N>(reader, LawKind::viscoelastic);
}

template <int N>
LawPointer<N> read_double_linear_elastic(Reader& reader) {
  DoubleLinearData data = read_double_linear(reader);
  if (reader.keyword("third stiffness")) data.lower_stiffness = reader.real();
  return finish_law<N>(reader, std::make_shared<DoubleLinearLaw<N>>(LawKind::elastic, data));
}

template <int N>
LawPointer<N> read_double_linear_viscoelastic(Reader& reader) {
  DoubleLinearData data = read_double_linear(reader);
  data.inner_damping = data.outer_damping = reader.real();
  if (reader.keyword("second damping")) data.outer_damping = reader.real();
  return finish_law<N>(reader, std::make_shared<DoubleLinearLaw<N>>(LawKind::viscoelastic, data));
}

template <int N>
LawPointer<N> read_hardening(Reader& reader) {
  const double stiffness = reader.real();
  const double reference = reader.real();
  if (reference == 0) reader.fail("the reference strain of the law must not be zero");
  const double initial = reader.keyword("linear stiffness") ? reader.real() : 0;
  return finish_law<N>(reader, std::make_shared<HardeningLaw<N>>(stiffness, reference, initial));
}

LawPointer<1> read_turbulent(Reader& reader) {
  const double stiffness = reader.real();
  const double turbulent = reader.real();
  const double threshold = reader.at_number() ? reader.non_negative_real("threshold of the law") : 0;
  const double laminar = reader.at_number() ? reader.real() : turbulent * threshold;
  return finish_law<1>(reader, std::make_shared<TurbulentLaw>(stiffness, turbulent, threshold, laminar));
}

FLEXURA_LAW_READER_13(read_cubic_elastic)
FLEXURA_LAW_READER_13(read_cubic_viscoelastic)
FLEXURA_LAW_READER_13(read_double_linear_elastic)
FLEXURA_LAW_READER_13(read_double_linear_viscoelastic)
FLEXURA_LAW_READER_136(read_hardening)

}  // namespace flexura
