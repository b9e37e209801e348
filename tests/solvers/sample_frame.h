// A frame in three directions, of any size.
#pragma once

#include <string>

namespace flexura::test {

struct FrameOptions {
  std::string cards = {};  ///< of the initial value block
  int n = 4;               ///< nodes in both directions of a storey
  int height = 6;          ///< storeys
  bool clamped = true;
  std::string step = "1e-3";
  int steps = 5;
  std::string force = "1.e5";
  std::string control = {};  ///< cards of the control data
};

/// A frame of n x n x height nodes, clamped at the foot, with a body on a hinge at a corner of its top, pulled
/// sideways.
inline std::string frame(const FrameOptions& options) {
  const auto& [cards, n, height, clamped, step, steps, force, control] = options;
  const auto node = [n = options.n](int i, int j, int k) { return 1 + i + n * (j + n * k); };
  std::string nodes, elements;
  int beams = 0, clamps = 0, bodies = 0;
  for (int k = 0; k < height; ++k) {
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        const std::string at = std::to_string(i) + ", " + std::to_string(j) + ", " + std::to_string(k);
        const std::string label = std::to_string(node(i, j, k));
        nodes +=
            "structural: " + label + (k == 0 && clamped ? ", static, " : ", dynamic, ") + at + ", eye, null, null;";
        if (k == 0 && clamped) {
          elements += "joint: " + std::to_string(++clamps) + ", clamp, " + label + ", node, node;";
        } else {
          elements += "body: " + std::to_string(++bodies) + ", " + label + ", 8., null, diag, 0.7, 0.7, 0.7;";
        }
        const auto beam = [&](int other, const std::string& axes) {
          elements += "beam2: " + std::to_string(++beams) + ", " + label + ", null, " + std::to_string(other) +
                      ", null, " + axes + ", linear elastic generic, diag, 6.e8, 1.e8, 1.e8, 5.e5, 6.e5, 6.e5;";
        };
        if (i + 1 < n) beam(node(i + 1, j, k), "eye");
        if (j + 1 < n) beam(node(i, j + 1, k), "1, 0., 1., 0., 3, 0., 0., 1.");
        if (k + 1 < height) beam(node(i, j, k + 1), "1, 0., 0., 1., 2, 0., 1., 0.");
      }
    }
  }
  const int top = node(0, 0, height - 1), last = n * n * height + 1;
  nodes += "structural: " + std::to_string(last) + ", dynamic, 0., 0., " + std::to_string(height) +
           " - 0.5, eye, null, null;";
  elements += "body: 900000, " + std::to_string(last) + ", 30., null, diag, 1., 2., 3.;";
  if (clamped)
    elements += "joint: 900000, revolute hinge, " + std::to_string(top) + ", 0., 0., 0.25, hinge, eye, " +
                std::to_string(last) + ", 0., 0., -0.25, hinge, eye;";
  elements += "force: 1, absolute, " + std::to_string(last) + ", position, null, 1., 0.3, 0., const, " + force + ";";
  return "begin: data; problem: initial value; end: data; begin: initial value; initial time: 0.; final time: " +
         std::to_string(steps) + "*" + step + "; time step: " + step +
         "; method: ms, 0.6; tolerance: 1e-6; max iterations: 30;" + cards +
         "end: initial value; begin: control data; " + control + "structural nodes: " + std::to_string(last) +
         "; rigid bodies: " + std::to_string(bodies + 1) + "; beams: " + std::to_string(beams) +
         (clamped ? "; joints: " + std::to_string(clamps + 1) : "") + "; forces: 1; end: control data; begin: nodes;" +
         nodes + "end: nodes; begin: elements;" + elements + "end: elements;";
}

}  // namespace flexura::test
