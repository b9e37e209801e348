// The matrix of one rank is the sum of the matrices of its elements, whatever chunk they are entered in.
#include <boost/test/unit_test.hpp>

#include <Eigen/Dense>
#include <string>

#include "assembly/assembler.h"
#include "elements/check/sample.h"
#include "elements/check/scene.h"

using namespace flexura;
using flexura::checks::Scene;
using flexura::checks::TextModel;

namespace {

/// A chain of beams of three nodes that hang by rods, with joints that hold one, two or three displacements, so that
/// elements of one type have different entries.
std::string chain(int count) {
  std::string text = "structural: 1000, static, 0., 1., 0., eye, null, null;";
  for (int i = 1; i <= 2 * count + 1; ++i) {
    const std::string label = std::to_string(i);
    text += "structural: " + label + ", dynamic, " + label + ", 0., 0., eye, null, null;";
    text += "body: " + label + ", " + label + ", 1., 0.1, 0., 0., diag, 1., 2., 1.5;";
    const std::string other = i % 3 == 0 ? std::to_string(i - 1) : "1000";
    text += "joint: " + std::to_string(5000 + i) + ", total joint, 1000, " + label + ", position constraint, 1, " +
            (i % 3 > 0 ? "1" : "0") + ", " + (i % 3 > 1 ? "1" : "0") + ", null;";
    text += "joint: " + label + ", rod, " + label + ", " + other + ", from nodes, linear elastic, 1e3;";
  }
  for (int i = 0; i < count; ++i) {
    const auto node = [&](int k) { return std::to_string(2 * i + k) + ", null, "; };
    // Every fifth has a section of its own.
    const std::string law =
        "linear elastic generic, diag, " + std::string(i % 5 == 0 ? "2e6" : "1e6") + ", 1e6, 1e6, 1e3, 1e3, 1e3";
    text += "beam3: " + std::to_string(i + 1) + ", " + node(1) + node(2) + node(3) + "eye, " + law + ", same, same;";
  }
  text += "force: 1, absolute, 2, position, null, 0., 0., 1., const, 1.;";  // a chunk without entries
  text += "joint: 9000, clamp, 1000, node, node; joint: 9001, clamp, 1, node, node;";
  return text;
}

Eigen::MatrixXd sum_of_elements(const Model& model, const Numbering& numbering, const State& state) {
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(numbering.owned(), numbering.owned());
  for (int b = 0; b < model.batch_count(); ++b) {
    const ElementBatch& batch = model.batch(b);
    for (int e = 0; e < batch.size(); ++e) {
      const auto dofs = batch.dofs(e);
      const int n = batch.local_size(e);
      Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> local(n, n);
      batch.local_jacobian(state, e, local.data());
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          if (dofs[i] >= 0 && dofs[j] >= 0) sum(dofs[i], dofs[j]) += local(i, j);
    }
  }
  return sum;
}

Eigen::MatrixXd dense(Mat matrix) {
  PetscInt n = 0;
  FLEXURA_PETSC(MatGetSize(matrix, &n, nullptr));
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(n, n);
  for (PetscInt i = 0; i < n; ++i) {
    PetscInt count = 0;
    const PetscInt* columns = nullptr;
    const PetscScalar* values = nullptr;
    FLEXURA_PETSC(MatGetRow(matrix, i, &count, &columns, &values));
    for (PetscInt k = 0; k < count; ++k) result(i, columns[k]) = values[k];
    FLEXURA_PETSC(MatRestoreRow(matrix, i, &count, &columns, &values));
  }
  return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(matrix_of_one_rank)

BOOST_AUTO_TEST_CASE(it_is_the_sum_of_its_elements) {
  for (const int count : {1, 9, 40}) {
    TextModel text(chain(count));
    Scene scene(text.model);
    scene.state.gravity = nullptr;
    const Numbering numbering(text.model, undivided(text.model), MPI_COMM_SELF);
    Assembler assembler(text.model, numbering, MPI_COMM_SELF);
    for (int instant = 0; instant < 2; ++instant) {
      scene.disturb_input(0.1);
      assembler.jacobian(scene.state);
      const Eigen::MatrixXd expected = sum_of_elements(text.model, numbering, scene.state);
      BOOST_TEST((dense(assembler.matrix()) - expected).norm() < 1e-13 * expected.norm());
    }
    // What is added to the diagonal, and types that do not take part.
    const Eigen::VectorXd diagonal = Eigen::VectorXd::Constant(numbering.owned(), 3.0);
    assembler.jacobian(scene.state, diagonal.data());
    const Eigen::MatrixXd all = dense(assembler.matrix());
    Eigen::MatrixXd expected = sum_of_elements(text.model, numbering, scene.state);
    expected.diagonal() += diagonal;
    BOOST_TEST((all - expected).norm() < 1e-13 * expected.norm());
    assembler.set_filter([](const ElementBatch& batch) { return batch.family() != "beam"; });
    assembler.jacobian(scene.state);
    const Eigen::MatrixXd rest = dense(assembler.matrix());
    assembler.set_filter([](const ElementBatch& batch) { return batch.family() == "beam"; });
    assembler.jacobian(scene.state);
    const Eigen::MatrixXd beams = dense(assembler.matrix());
    BOOST_TEST(beams.norm() > 0);
    BOOST_TEST((beams + rest + Eigen::MatrixXd(diagonal.asDiagonal()) - expected).norm() < 1e-13 * expected.norm());
  }
}

BOOST_AUTO_TEST_SUITE_END()
