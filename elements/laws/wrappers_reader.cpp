// Readers of laws made of other laws and of laws that are switched on and off.
#include "elements/laws/bistop.h"
#include "elements/laws/instantiate.h"
#include "elements/laws/law_arguments.h"
#include "elements/laws/linear.h"
#include "elements/laws/readers.h"
#include "elements/laws/wrappers.h"

namespace flexura {

namespace {

/// `[initial status, { inactive | active | <bool> },]`, inactive when absent.
bool read_initial_status(Reader& reader) {
  if (!reader.keyword("initial status")) return false;
  const int status = reader.one_of({"inactive", "active"});
  return status < 0 ? reader.boolean() : status == 1;
}

/// Switch and trailing options of a linear law whose matrices have been read.
template <int N>
LawPointer<N> read_linear_bistop(Reader& reader, LawKind kind, const LawMatrix<N>& stiffness,
                                 const LawMatrix<N>& damping) {
  const bool active = read_initial_status(reader);
  const DriveId on = reader.drive_id();
  const DriveId off = reader.drive_id();
  auto law = finish_law<N>(reader, std::make_shared<LinearLaw<N>>(kind, stiffness, damping));
  return std::make_shared<BistopLaw<N>>(active, true, on, off, std::move(law));
}

}  // namespace

template <int N>
LawPointer<N> read_linear_elastic_bistop(Reader& reader) {
  const LawMatrix<N> stiffness = read_law_matrix<N>(reader);
  return read_linear_bistop<N>(reader, LawKind::elastic, stiffness, LawMatrix<N>::Zero());
}

template <int N>
LawPointer<N> read_linear_viscoelastic_bistop(Reader& reader) {
  const LawMatrix<N> stiffness = read_law_matrix<N>(reader);
  const LawMatrix<N> damping = read_damping<N>(reader, stiffness);
  return read_linear_bistop<N>(reader, LawKind::viscoelastic, stiffness, damping);
}

template <int N>
LawPointer<N> read_bistop_law(Reader& reader) {
  const bool active = read_initial_status(reader);
  const bool capture = reader.keyword("capture reference strain") ? reader.yes_no() : true;
  const DriveId on = reader.drive_id();
  const DriveId off = reader.drive_id();
  return std::make_shared<BistopLaw<N>>(active, capture, on, off, read_law<N>(reader));
}

template <int N>
LawPointer<N> read_law_array(Reader& reader) {
  const std::int64_t count = reader.positive_integer("number of laws");
  std::vector<LawPointer<N>> laws;
  for (std::int64_t i = 0; i < count; ++i) laws.push_back(read_law<N>(reader));
  if (count == 1) return laws.front();
  return std::make_shared<ArrayLaw<N>>(std::move(laws));
}

LawPointer<3> read_axial_wrapper(Reader& reader) {
  const SourceLocation where = reader.where_next();
  const Vec3 direction = reader.vec3();
  if (direction.isZero(0)) reader.fail_at(where, "the direction of an axial law must not be zero");
  return std::make_shared<AxialLaw>(direction, read_law<1>(reader));
}

template <int N>
LawPointer<N> read_drive_caller_wrapper(Reader& reader) {
  const DriveId scale = reader.drive_id();
  return std::make_shared<ScaledLaw<N>>(scale, read_law<N>(reader));
}

LawPointer<3> read_invariant_angular(Reader& reader) {
  const double fraction = reader.real();
  return std::make_shared<InvariantAngularLaw>(fraction, read_law<3>(reader));
}

FLEXURA_LAW_READER_136(read_linear_elastic_bistop)
FLEXURA_LAW_READER_136(read_linear_viscoelastic_bistop)
FLEXURA_LAW_READER_136(read_bistop_law)
FLEXURA_LAW_READER_136(read_law_array)
FLEXURA_LAW_READER_136(read_drive_caller_wrapper)

}  // namespace flexura
