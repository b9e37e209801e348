// Scenes and samples of the common checks (elements/check), for tests.
#pragma once

#include "elements/check/scene.h"

namespace flexura::checks {}
namespace flexura::test {
using namespace checks;
}  // namespace flexura::test
