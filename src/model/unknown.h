// What an unknown and its equation are: order, physical dimension, role in the system of equations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace flexura {

/// Whether the derivative of the unknown appears (differential) or not (algebraic, e.g. a reaction).
enum class Order : std::uint8_t { differential, algebraic };

/// Physical dimension of an equation; sepnorm groups equations by it and messages name it.
enum class Dimension : std::uint8_t {
  dimensionless,
  force,
  moment,
  length,
  angle,
  velocity,
  angular_velocity,
  acceleration,
  angular_acceleration,
  momentum,
  momenta_moment,
  generalized_force,
  pressure,
  flow,
  mass_flow,
  voltage,
  current,
  charge,
  temperature,
  heat_flow,
  count  ///< how many there are
};

/// Name for messages, e.g. "angular velocity".
std::string_view name_of(Dimension dimension);

/// The role of an equation, which fixes how it is scaled with the step (see src/model/local.h).
enum class Row : std::uint8_t {
  balance,     ///< force or moment balance of a structural node
  constraint,  ///< phi(q, t) = 0 on positions; divided by c during integration
  rate,        ///< psi(q, q', t) = 0 on velocities (non-holonomic)
  equation     ///< any other equation: of a scalar node, of an element's own unknown
};

/// One unknown an element or node owns and the equation that goes with it.
struct UnknownInfo {
  Order order = Order::algebraic;
  Row row = Row::constraint;
  Dimension dimension = Dimension::length;  ///< of the equation
  std::string_view name;                    ///< of the equation, for messages: "position constraint x"; lives forever
  friend bool operator==(const UnknownInfo&, const UnknownInfo&) = default;
};

}  // namespace flexura
