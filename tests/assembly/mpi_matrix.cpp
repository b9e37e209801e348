// The matrix is the sum of the matrices of its elements, whatever chunk they are entered in, on any number of ranks.
#include <boost/test/unit_test.hpp>

#include <Eigen/Dense>
#include <algorithm>
#include <string>
#include <vector>

#include "assembly/assembler.h"
#include "assembly/chunked_entry.h"
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

/// The rows of this rank, others zero.
Eigen::MatrixXd dense(Mat matrix) {
  PetscInt n = 0;
  PetscInt first = 0;
  PetscInt end = 0;
  FLEXURA_PETSC(MatGetSize(matrix, &n, nullptr));
  FLEXURA_PETSC(MatGetOwnershipRange(matrix, &first, &end));
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(n, n);
  for (PetscInt i = first; i < end; ++i) {
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

namespace {

/// For each unknown of a divided model its number in the model of one rank.
std::vector<int> numbers_alone(const Model& model, const Numbering& divided, const Numbering& alone) {
  std::vector<int> number(static_cast<std::size_t>(divided.total()), -1);
  for (NodeIndex i = 0; i < model.node_count(); ++i)
    for (int k = 0; k < model.node(i).unknown_count(); ++k)
      if (divided.node(i) >= 0 && divided.node(i) < divided.owned())
        number[divided.global(divided.node(i) + k)] = alone.node(i) + k;
  // Own unknowns follow the nodes in both, in the order of elements.
  int next = divided.owned_nodes();
  int there = alone.owned_nodes();
  for (int b = 0; b < model.batch_count(); ++b) {
    for (int e = 0; e < model.batch(b).size(); ++e) {
      const bool here = std::binary_search(divided.elements(b).begin(), divided.elements(b).end(), e);
      for (int j = 0; j < model.batch(b).unknown_count(e); ++j, ++there)
        if (here) number[divided.global(next++)] = there;
    }
  }
  MPI_Allreduce(MPI_IN_PLACE, number.data(), static_cast<int>(number.size()), MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return number;
}

/// A state that does not depend on how unknowns are numbered.
void disturb(Scene& scene) {
  scene.disturb_input(0.1);
  std::fill(scene.y.begin(), scene.y.end(), 0.7);
  std::fill(scene.y_rate.begin(), scene.y_rate.end(), -0.4);
  std::fill(scene.momentum_known.begin(), scene.momentum_known.end(), 1.3);
}

void check_divided(const std::string& model) {
  TextModel text(model), other(model);
  Scene scene(text.model), scene_alone(other.model);
  scene.state.gravity = scene_alone.state.gravity = nullptr;
  const Numbering numbering(text.model, partition(text.model, MPI_COMM_WORLD), MPI_COMM_WORLD);
  const Numbering alone(other.model, undivided(other.model), MPI_COMM_SELF);
  const std::vector<int> number = numbers_alone(text.model, numbering, alone);
  Assembler assembler(text.model, numbering, MPI_COMM_WORLD);
  std::vector<double> diagonal(static_cast<std::size_t>(numbering.owned()));
  for (int instant = 0; instant < 3; ++instant) {
    disturb(scene);
    disturb(scene_alone);
    for (int j = 0; j < numbering.owned(); ++j) diagonal[j] = number[numbering.global(j)];
    assembler.jacobian(scene.state, diagonal.data());
    const Eigen::MatrixXd here = dense(assembler.matrix());
    Eigen::MatrixXd expected = sum_of_elements(other.model, alone, scene_alone.state);
    for (int j = 0; j < expected.rows(); ++j) expected(j, j) += j;
    double error = 0;
    for (int i = 0; i < numbering.owned(); ++i) {
      const auto row = static_cast<int>(numbering.global(i));
      for (int j = 0; j < expected.cols(); ++j)
        error = std::max(error, std::abs(here(row, j) - expected(number[row], number[j])));
    }
    BOOST_TEST(error < 1e-13 * expected.norm());
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(matrix_of_several_ranks)

BOOST_AUTO_TEST_CASE(it_is_the_sum_of_the_elements_of_all) {
  for (const int count : {1, 9, 40}) check_divided(chain(count));
}

BOOST_AUTO_TEST_CASE(ranks_may_have_nothing_in_common) {
  std::string text;
  for (int i = 1; i <= 40; ++i) {
    const std::string label = std::to_string(i);
    text += "structural: " + label + ", dynamic, " + label + ", 0., 0., eye, null, null;";
    text += "body: " + label + ", " + label + ", 1., 0.1, 0., 0., diag, 1., 2., 1.5;";
  }
  check_divided(text);
}

BOOST_AUTO_TEST_CASE(ranks_may_have_nothing_at_all) {
  check_divided(
      "structural: 1, dynamic, null, eye, null, null; body: 1, 1, 1., 0.1, 0., 0., diag, 1., 2., 1.5;"
      "joint: 1, clamp, 1, node, node;");
}

// An element may have neighbours in a row that belong to different ranks.
BOOST_AUTO_TEST_CASE(runs_of_columns_may_cross_the_ranks) {
  constexpr PetscInt rows = 4;
  MatHandle matrix;
  FLEXURA_PETSC(MatCreate(PETSC_COMM_WORLD, matrix.out()));
  FLEXURA_PETSC(MatSetSizes(matrix, rows, rows, PETSC_DETERMINE, PETSC_DETERMINE));
  FLEXURA_PETSC(MatSetType(matrix, MATAIJ));
  FLEXURA_PETSC(MatSetUp(matrix));
  PetscInt first = 0, end = 0, all = 0;
  FLEXURA_PETSC(MatGetOwnershipRange(matrix, &first, &end));
  FLEXURA_PETSC(MatGetSize(matrix, &all, nullptr));
  const std::size_t size = static_cast<std::size_t>(rows * all);
  const std::size_t edge_size = size + static_cast<std::size_t>(all);
  const std::vector<Chunk> chunks = {{0, 0, 1, true, edge_size}, {0, 1, 2, false, size}};
  const auto places = [&](std::size_t chunk, std::vector<Coordinates>& to) {
    for (PetscInt i = first; i < end; ++i) {
      if (chunk == chunks.size()) to.push_back({i, i});
      for (PetscInt j = 0; j < all && chunk < chunks.size(); ++j) to.push_back({i, j});
    }
    for (PetscInt j = 0; j < all && chunk == 0; ++j) to.push_back({end % all, j});  // the first row of the next rank
  };
  const auto value = [](const Coordinates& at) { return 1. + at.row + 0.01 * at.column; };
  ChunkedEntry entry;
  entry.set_pattern(matrix, chunks, places);
  for (int time = 0; time < 2; ++time) {
    ChunkedEntry::Values values(entry);
    for (std::size_t chunk = 0; chunk <= chunks.size(); ++chunk) {
      std::vector<Coordinates> at;
      places(chunk, at);
      std::vector<double> numbers;
      for (const Coordinates& one : at) numbers.push_back(value(one));
      values.enter(numbers.data());
    }
    values.finish();
  }
  const Eigen::MatrixXd result = dense(matrix);
  for (PetscInt i = first; i < end; ++i)
    for (PetscInt j = 0; j < all; ++j)
      BOOST_TEST(result(i, j) == value({i, j}) * (2 + (i == first ? 1 : 0) + (i == j ? 1 : 0)),
                 boost::test_tools::tolerance(1e-14));
}

// Types of PETSc without an array of values here go through the coordinate interface.
BOOST_AUTO_TEST_CASE(other_types_of_matrices_are_filled_too) {
  FLEXURA_PETSC(PetscOptionsSetValue(nullptr, "-mat_type", "aijperm"));
  check_divided(chain(9));
  FLEXURA_PETSC(PetscOptionsClearValue(nullptr, "-mat_type"));
}

BOOST_AUTO_TEST_SUITE_END()
