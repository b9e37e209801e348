// The friction block of joints.
#pragma once

#include <memory>
#include <vector>

#include "elements/authoring/table.h"
#include "elements/friction/friction.h"
#include "input/reader.h"

namespace flexura {

/// What the friction models of the language say of themselves, for `--list` and `--describe`.
const std::vector<const authoring::Table*>& friction_models();

/// `[radius,] [preload, R,] model, shape` behind the word `friction`; `with_radius`: the radius is given.
std::shared_ptr<const Friction> read_friction(Reader& reader, bool with_radius);

/// `[, friction, ...]`: null without the word.
std::shared_ptr<const Friction> read_optional_friction(Reader& reader, bool with_radius);

/// The same of a screw that advances by `pitch` in a turn: `[, friction, model, screw joint, radius, R, half thread
/// angle, R]`.
std::shared_ptr<const Friction> read_optional_thread_friction(Reader& reader, double pitch);

}  // namespace flexura
