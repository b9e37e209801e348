// Readers of joints, each in the file of its name; arguments behind the type are read.
#pragma once

#include "input/reader.h"
#include "model/model.h"

namespace flexura {

ElementReference read_joint(Reader& reader, ElementInfo info);  ///< the type and what follows

ElementReference read_angular_acceleration(Reader& reader, ElementInfo info);
ElementReference read_angular_velocity(Reader& reader, ElementInfo info);
ElementReference read_axial_rotation(Reader& reader, ElementInfo info);
ElementReference read_beam_slider(Reader& reader, ElementInfo info);
ElementReference read_cardano_hinge(Reader& reader, ElementInfo info);
ElementReference read_cardano_pin(Reader& reader, ElementInfo info);
ElementReference read_cardano_rotation(Reader& reader, ElementInfo info);
ElementReference read_clamp(Reader& reader, ElementInfo info);
ElementReference read_coincidence(Reader& reader, ElementInfo info);
ElementReference read_distance(Reader& reader, ElementInfo info);
ElementReference read_distance_with_offset(Reader& reader, ElementInfo info);
ElementReference read_drive_displacement(Reader& reader, ElementInfo info);
ElementReference read_drive_displacement_pin(Reader& reader, ElementInfo info);
ElementReference read_drive_hinge(Reader& reader, ElementInfo info);
ElementReference read_gimbal_hinge(Reader& reader, ElementInfo info);
ElementReference read_gimbal_rotation(Reader& reader, ElementInfo info);
ElementReference read_imposed_displacement(Reader& reader, ElementInfo info);
ElementReference read_imposed_displacement_pin(Reader& reader, ElementInfo info);
ElementReference read_in_line(Reader& reader, ElementInfo info);
ElementReference read_in_plane(Reader& reader, ElementInfo info);
ElementReference read_linear_acceleration(Reader& reader, ElementInfo info);
ElementReference read_linear_velocity(Reader& reader, ElementInfo info);
ElementReference read_lock(Reader& reader, ElementInfo info);
ElementReference read_offset_displacement(Reader& reader, ElementInfo info);
ElementReference read_plane_displacement(Reader& reader, ElementInfo info);
ElementReference read_plane_displacement_pin(Reader& reader, ElementInfo info);
ElementReference read_prismatic(Reader& reader, ElementInfo info);
ElementReference read_revolute_hinge(Reader& reader, ElementInfo info);
ElementReference read_revolute_pin(Reader& reader, ElementInfo info);
ElementReference read_revolute_rotation(Reader& reader, ElementInfo info);
ElementReference read_screw(Reader& reader, ElementInfo info);
ElementReference read_spherical_hinge(Reader& reader, ElementInfo info);
ElementReference read_spherical_pin(Reader& reader, ElementInfo info);
ElementReference read_strapdown_sensor(Reader& reader, ElementInfo info);

}  // namespace flexura
