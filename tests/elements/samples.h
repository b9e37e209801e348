// Samples of all types of elements: those of the library, and those that read files.
#pragma once

#include <string>
#include <vector>

#include "elements/check/samples.h"
#include "tests/elements/modal/sample_fem.h"
#include "tests/elements/scene.h"

namespace flexura::test {

/// A flexible body: free on a modal node or clamped, and what follows its file.
inline std::string modal_joint(const std::string& frame, const std::string& options) {
  return "structural: 4, modal, 0.4, 0.1, -0.3, euler, 0.3, -0.2, 0.5, 0.2, -0.3, 0.4, 0.5, 0.1, -0.7;"
         "joint: 7, modal, " +
         frame + ", 4, list, 5, 1, 4, 2, initial value, mode, 2, 0.1, -0.3, from file, damping from file, \"" +
         sample_fem_file() + "\", use invariant 9, " + options + ";";
}

inline std::vector<Sample> samples() {
  std::vector<Sample> all = samples_of_text();
  for (Sample& more : std::vector<Sample>{
           sample("joint", "modal", "modal", modal_joint("4", "origin position, 0.1, 0.2, -0.1, 0")).in_space(),
           sample("joint", "modal", "modal",
                  modal_joint("clamped, position, 0.1, 0.2, 0.3, orientation, euler, 0.5, 0.1, -0.4", "0") +
                      "gravity: central, origin, 5., -4., 3., mass, 700., G, 1.;")
               .in_space(),
           sample("joint", "modal", "modal interface",
                  modal_joint("4", "2, \"b\", 1, 0.2, 0.1, -0.3, \"d\", 2, 0., 0.1, 0.1"))
               .in_space()
               .within(0.5),
           sample("joint", "modal", "modal interface",
                  modal_joint("clamped, position, 0.1, 0.2, 0.3", "1, \"c\", 1, 0.2, 0.1, -0.3"))
               .in_space()
               .within(0.5),
           sample("joint", "modal", "modal interface", modal_joint("4", "1, \"a\", 1, 0.2, 0.1, -0.3"))
               .as_servo()
               .in_space()
               .within(0.5),
           sample("force", "modal", "modal",
                  modal_joint("4", "0") +
                      "force: 1, modal, 7, list, 2, 5, 2, const, 3., resultant, 0.1, 0.2, 0.3, 0.4, 0.5, "
                      "0.6, string, \"sin(Time)\", resultant, 0.3, 0.2, 0.1, 0., 0.1, 0.2;")
               .in_space()})
    all.push_back(std::move(more));
  return all;
}

}  // namespace flexura::test
