#include "solvers/problems/feedback.h"

#include <array>
#include <vector>

#include "solvers/problems/differences.h"
#include "solvers/problems/perturbation.h"

namespace flexura {

namespace {

using Vector = Eigen::VectorXd;
using Part = Perturbation::Part;

/// One drive: loads by its value and rates, value by displacements, rates, accelerations of all unknowns.
struct Loop {
  DriveId drive = -1;
  std::array<Vector, 3> load, value;
};

std::vector<int> nonzero(const std::array<Vector, 3>& vectors) {
  std::vector<int> list;
  for (Eigen::Index j = 0; j < vectors[0].size(); ++j)
    if (vectors[0](j) != 0 || vectors[1](j) != 0 || vectors[2](j) != 0) list.push_back(static_cast<int>(j));
  return list;
}

class Feedback {
 public:
  Feedback(Linearisation& linear, const Assembler& assembler, const Numbering& numbering, const Model& model,
           const State& state, const DriveContext& context)
      : linear_(linear), numbering_(numbering), model_(model), at_(assembler, numbering, model, state, context) {}

  void add() {
    at_.evaluate_drives();
    for (DriveId id = 0; id < model_.drive_count(); ++id)
      if (model_.drive(id).depends_on_state()) find_loads(id);
    if (loops_.empty()) return;
    find_values();
    for (const Loop& loop : loops_) add(loop);
    for (const Mat m :
         {static_cast<Mat>(linear_.mass), static_cast<Mat>(linear_.damping), static_cast<Mat>(linear_.stiffness)}) {
      FLEXURA_PETSC(MatAssemblyBegin(m, MAT_FINAL_ASSEMBLY));
      FLEXURA_PETSC(MatAssemblyEnd(m, MAT_FINAL_ASSEMBLY));
    }
  }

 private:
  void find_loads(DriveId id) {
    Loop loop;
    loop.drive = id;
    const Taylor2 value = at_.drive_value(id);
    const double sizes[] = {std::abs(value.f), std::abs(value.d), std::abs(value.dd)};
    bool acts = false;
    for (int k = 0; k < 3; ++k) {
      loop.load[k] = derivative(
          [&](double h) {
            at_.set_drive(id, value + Taylor2(k == 0 ? h : 0, k == 1 ? h : 0, k == 2 ? h : 0));
            const std::vector<double> r = at_.residual();
            return Vector(Eigen::Map<const Vector>(r.data(), static_cast<Eigen::Index>(r.size())));
          },
          relative_step * std::max(1.0, sizes[k]));
      acts = acts || !loop.load[k].isZero(0);
    }
    at_.set_drive(id, value);
    if (acts) loops_.push_back(std::move(loop));
  }

  void find_values() {
    const auto count = static_cast<Eigen::Index>(loops_.size());
    for (Loop& loop : loops_)
      for (Vector& value : loop.value) value = Vector::Zero(numbering_.total());
    for (PetscInt j = 0; j < numbering_.total(); ++j) {
      for (int k = 0; k < 3; ++k) {
        const Vector all = derivative(
            [&](double by) {
              at_.reset();
              at_.add(j, static_cast<Part>(k), by);
              at_.evaluate_drives();
              Vector values(count);
              for (Eigen::Index i = 0; i < count; ++i) values(i) = at_.drive(loops_[i].drive);
              return values;
            },
            step_of(at_, j, static_cast<Part>(k), linear_.time_scale));
        for (Eigen::Index i = 0; i < count; ++i) loops_[i].value[k](j) = all(i);
      }
    }
  }

  void add(const Loop& loop) {
    const std::vector<int> rows = nonzero(loop.load), columns = nonzero(loop.value);
    const Mat matrices[] = {linear_.stiffness, linear_.damping, linear_.mass};
    // All three keep one pattern.
    for (int power = 0; power < 3; ++power)
      for (const auto option : {MAT_NEW_NONZERO_LOCATION_ERR, MAT_NEW_NONZERO_ALLOCATION_ERR})
        FLEXURA_PETSC(MatSetOption(matrices[power], option, PETSC_FALSE));
    for (const int i : rows) {
      if (i < numbering_.first() || i >= numbering_.first() + numbering_.owned()) continue;
      for (const int j : columns) {
        for (int power = 0; power < 5; ++power) {
          double sum = 0;
          for (int k = 0; k <= power; ++k)
            if (k < 3 && power - k < 3) sum += loop.load[k](i) * loop.value[power - k](j);
          if (power < 3) {
            FLEXURA_PETSC(MatSetValue(matrices[power], i, j, -sum, ADD_VALUES));
          } else if (sum != 0) {
            throw Error(
                ExitCode::not_converged,
                "linearisation: a drive of accelerations acts by its rate, which is a third derivative of the motion");
          }
        }
      }
    }
  }

  Linearisation& linear_;
  const Numbering& numbering_;
  const Model& model_;
  Perturbation at_;
  std::vector<Loop> loops_;
};

}  // namespace

void add_feedback(Linearisation& linear, const Assembler& assembler, const Numbering& numbering, const Model& model,
                  const State& state, const DriveContext& context) {
  bool any = false;
  for (DriveId id = 0; id < model.drive_count(); ++id) any = any || model.drive(id).depends_on_state();
  if (any) Feedback(linear, assembler, numbering, model, state, context).add();
}

}  // namespace flexura
