// Reader of Maxwell laws.
#include <stdexcept>

#include "elements/laws/instantiate.h"
#include "elements/laws/law_arguments.h"
#include "elements/laws/maxwell.h"
#include "elements/laws/readers.h"

namespace flexura {

namespace {

MaxwellElement read_element(Reader& reader) {
  MaxwellElement element;
  reader.expect("E1");
  element.stiffness = reader.non_negative_real("`E1`");
  reader.expect("eta1");
  element.viscosity = reader.positive_real("`eta1`");
  return element;
}

template <int N>
LawPointer<N> read_elements_and_shape(Reader& reader, double stiffness, std::int64_t count) {
  std::vector<MaxwellElement> elements;
  for (std::int64_t i = 0; i < count; ++i) elements.push_back(read_element(reader));
  reader.expect("C");
  const LawMatrix<N> shape = read_law_matrix<N>(reader);
  try {
    return finish_law<N>(reader, std::make_shared<MaxwellLaw<N>>(stiffness, std::move(elements), shape));
  } catch (const std::invalid_argument& fault) {
    reader.fail(fault.what());
  }
}

}  // namespace

template <int N>
LawPointer<N> read_maxwell_1(Reader& reader) {
  reader.expect("E0");
  const double stiffness = reader.non_negative_real("`E0`");
  return read_elements_and_shape<N>(reader, stiffness, 1);
}

template <int N>
LawPointer<N> read_maxwell_n(Reader& reader) {
  reader.expect("E0");
  const double stiffness = reader.non_negative_real("`E0`");
  return read_elements_and_shape<N>(reader, stiffness, reader.positive_integer("number of Maxwell elements"));
}

FLEXURA_LAW_READER(read_maxwell_1, 3)
FLEXURA_LAW_READER(read_maxwell_1, 6)
FLEXURA_LAW_READER(read_maxwell_n, 3)
FLEXURA_LAW_READER(read_maxwell_n, 6)

}  // namespace flexura
