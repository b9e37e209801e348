// Made-up finite element data with everything a file can have.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <random>
#include <string>

#include "input/fem_model.h"

namespace flexura::test {

/// Nodes "a", "b", ... with masses (and inertia when asked for) and random shapes; modal mass of the lumped masses.
inline FemModel random_fem(int nodes, int modes, bool rotary, unsigned seed = 1) {
  std::mt19937 generator(seed);
  const auto number = [&](double size) { return std::uniform_real_distribution<double>(-size, size)(generator); };
  FemModel f;
  f.comment = "REV0";
  f.positions.resize(3, nodes);
  f.shapes.resize(6 * nodes, modes);
  f.lumped.setZero(6, nodes);
  for (int i = 0; i < nodes; ++i) {
    f.labels.emplace_back(1, static_cast<char>('a' + i));
    for (int k = 0; k < 3; ++k) f.positions(k, i) = number(1);
    f.lumped.block<3, 1>(0, i).setConstant(0.7 + number(0.3));
    if (rotary)
      for (int k = 3; k < 6; ++k) f.lumped(k, i) = 0.1 + number(0.05);
    for (int j = 0; j < modes; ++j)
      for (int k = 0; k < 6; ++k) f.shapes(6 * i + k, j) = number(0.3);
  }
  f.initial_values.setZero(modes);
  f.initial_rates.setZero(modes);
  f.mass.setZero(modes, modes);
  for (int i = 0; i < nodes; ++i) {
    const Eigen::MatrixXd u = f.displacement(i), v = f.rotation(i);
    f.mass += f.lumped(0, i) * u.transpose() * u;
    f.mass += v.transpose() * f.lumped.block<3, 1>(3, i).asDiagonal() * v;
  }
  const Eigen::MatrixXd any = Eigen::MatrixXd::NullaryExpr(modes, modes, [&] { return number(1); });
  f.stiffness = any * any.transpose() + Eigen::MatrixXd::Identity(modes, modes);
  f.damping = 0.1 * f.stiffness;
  for (int load = 1; load <= 18; ++load) {
    const Eigen::MatrixXd some = Eigen::MatrixXd::NullaryExpr(modes, modes, [&] { return number(0.2); });
    f.stiffening.push_back({load, some + some.transpose()});
  }
  return f;
}

/// The path of a file with such data, in the folder for temporary files; it disappears with the process.
inline std::string sample_fem_file() {
  struct File {
    File() : path(std::filesystem::temp_directory_path() / ("flexura-sample-" + std::to_string(getpid()) + ".fem")) {
      write_fem_text(random_fem(4, 5, true), path.string());
    }
    ~File() {
      std::error_code ignored;
      std::filesystem::remove(path, ignored);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    std::filesystem::path path;
  };
  static const File file;
  return file.path.string();
}

}  // namespace flexura::test
