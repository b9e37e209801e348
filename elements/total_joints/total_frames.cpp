#include "elements/total_joints/total_frames.h"

namespace flexura {

TotalComponents::TotalComponents(const std::array<Level, 6>& levels) : levels_(levels) {
  for (int i = 0; i < 6; ++i) {
    if (levels[i] == Level::free) continue;
    rows_[count_++] = static_cast<std::int8_t>(i);
    (i < 3 ? positions_ : rotations_) = true;
  }
  rotation_ = PartialRotation({levels[3] == Level::value, levels[4] == Level::value, levels[5] == Level::value});
}

UnknownInfo TotalComponents::unknown(int row) const {
  constexpr std::string_view values[] = {"position constraint along 1",    "position constraint along 2",
                                         "position constraint along 3",    "orientation constraint about 1",
                                         "orientation constraint about 2", "orientation constraint about 3"};
  constexpr std::string_view rates[] = {"velocity constraint along 1",         "velocity constraint along 2",
                                        "velocity constraint along 3",         "angular velocity constraint about 1",
                                        "angular velocity constraint about 2", "angular velocity constraint about 3"};
  const int i = rows_[row];
  if (levels_[i] == Level::value)
    return {Order::algebraic, Row::constraint, i < 3 ? Dimension::length : Dimension::angle, values[i]};
  return {Order::algebraic, Row::rate, i < 3 ? Dimension::velocity : Dimension::angular_velocity, rates[i]};
}

void TotalComponents::multipliers(const Local& q, int first_unknown, Vec3& position, Vec3& rotation) const {
  position.setZero();
  rotation.setZero();
  for (int row = 0; row < count_; ++row) {
    const int i = rows_[row];
    if (levels_[i] == Level::rate && q.state().statics) continue;
    (i < 3 ? position : rotation)(i % 3) = q.unknown(first_unknown + row);
  }
}

Vec3 nearest_rotation_vector(const Mat3& relative, const Vec3& near) {
  constexpr double pi = std::numbers::pi;
  const Vec3 theta = rotation_log<double>(relative);
  const double distance = near.norm();
  if (distance < pi && theta.dot(near) >= 0) return theta;
  if (distance > 0) {
    // About the axis of `near`, but for a swing s: exp([s]) exp([angle axis]). Close to whole turns the rotation vector
    // depends on the swing without bound, and means nothing; angle and swing do.
    const Vec3 axis = near / distance;
    const double sine = 2 * axis.dot(axial(relative));
    const double cosine = relative.trace() - axis.dot(relative * axis);
    double angle = std::atan2(sine, cosine);
    const Vec3 swing = rotation_log<double>(relative * rotation_exp<double>(Vec3(-angle * axis)));
    angle += 2 * pi * std::nearbyint((distance - angle) / (2 * pi));
    if (swing.squaredNorm() < 1e-8) return angle * axis + swing;
  }
  const double angle = theta.norm();
  if (angle == 0) return theta;
  const Vec3 axis = theta / angle;
  return theta + 2 * pi * std::nearbyint((near.dot(axis) - angle) / (2 * pi)) * axis;
}

}  // namespace flexura
