#include <fmt/format.h>

#include "elements/genels/readers.h"
#include "elements/genels/state_space.h"

namespace flexura {

namespace {

Eigen::MatrixXd read_entries(Reader& reader, int rows, int columns) {
  Eigen::MatrixXd m(rows, columns);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) m(i, j) = reader.real();
  return m;
}

NodeDof read_output(Reader& reader) {
  const NodeDof dof = read_node_dof(reader, DofUse::value);
  const NodeProperties& node = reader.model().properties(dof.node);
  if (node.kind == NodeKind::dummy || node.kind == NodeKind::parameter)
    reader.fail(
        fmt::format("{} node {} has no equation for an output", name_of(node.family), reader.model().label(dof.node)));
  return dof;
}

SystemInput read_input(Reader& reader, DofSet& dofs) {
  SystemInput input;
  if (reader.keyword("drive")) {
    input.drive = reader.drive_id();
  } else {
    reader.keyword("node dof");
    input.dof = dofs.add(read_node_dof(reader, DofUse::value));
  }
  return input;
}

int read_order(Reader& reader, const char* what, int least) {
  const std::int64_t n = reader.integer();
  if (n < least || n > 1000) reader.fail(fmt::format("{} must be at least {}, found {}", what, least, n));
  return static_cast<int>(n);
}

void read_balance(Reader& reader) {
  // Balancing changes the scaling of the states, not the output.
  if (reader.more() && reader.keyword("balance")) reader.yes_no();
}

ElementReference read_system(Reader& reader, ElementInfo info, DofSet dofs, int outputs,
                             std::vector<SystemInput> inputs) {
  const int ni = static_cast<int>(inputs.size());
  const int n = read_order(reader, "the number of states", 1);
  auto system = std::make_shared<LinearSystem>();
  system->E = Eigen::MatrixXd::Identity(n, n);
  if (reader.keyword("matrix E")) system->E = read_entries(reader, n, n);
  reader.expect("matrix A");
  system->A = read_entries(reader, n, n);
  reader.expect("matrix B");
  system->B = read_entries(reader, n, ni);
  reader.expect("matrix C");
  system->C = read_entries(reader, outputs, n);
  system->D = Eigen::MatrixXd::Zero(outputs, ni);
  if (reader.more() && reader.keyword("matrix D")) system->D = read_entries(reader, outputs, ni);
  if (reader.more() && reader.keyword("gain")) {
    const double gain = reader.real();
    system->B *= gain;
    system->D *= gain;
  }
  read_balance(reader);
  Eigen::VectorXd initial = Eigen::VectorXd::Zero(n), rate = initial;
  if (reader.more() && reader.keyword("value")) {
    initial = read_entries(reader, n, 1);
    if (reader.more() && reader.keyword("derivative")) rate = read_entries(reader, n, 1);
  }
  return reader.model().add_element(
      std::move(info), StateSpace(std::move(dofs), outputs, std::move(inputs), std::move(system), initial, rate));
}

}  // namespace

ElementReference read_state_space_siso(Reader& reader, ElementInfo info) {
  DofSet dofs;
  dofs.add(read_output(reader));
  const SystemInput input = read_input(reader, dofs);
  return read_system(reader, std::move(info), std::move(dofs), 1, {input});
}

ElementReference read_state_space_mimo(Reader& reader, ElementInfo info) {
  DofSet dofs;
  const int outputs = read_order(reader, "the number of outputs", 1);
  for (int i = 0; i < outputs; ++i) dofs.add(read_output(reader));
  const int count = read_order(reader, "the number of inputs", 1);
  std::vector<SystemInput> inputs;
  for (int i = 0; i < count; ++i) inputs.push_back(read_input(reader, dofs));
  return read_system(reader, std::move(info), std::move(dofs), outputs, std::move(inputs));
}

ElementReference read_scalar_filter(Reader& reader, ElementInfo info) {
  DofSet dofs;
  dofs.add(read_output(reader));
  const SystemInput input = read_input(reader, dofs);
  bool controllable = true;
  if (reader.keyword("canonical form"))
    controllable = reader.choice({"controllable", "observable"}, "canonical form") == 0;
  const int n = read_order(reader, "the order of the denominator", 0);
  std::vector<double> a, b;
  for (int i = 0; i < n; ++i) a.push_back(reader.real());
  const int m = read_order(reader, "the order of the numerator", 0);
  if (m > n)
    reader.fail(fmt::format("the filter is not proper: order of the numerator {}, of the denominator {}", m, n));
  for (int i = 0; i <= m; ++i) b.push_back(reader.real());
  if (reader.more() && reader.keyword("gain")) {
    const double gain = reader.real();
    for (double& coefficient : b) coefficient *= gain;
  }
  read_balance(reader);

  auto system = std::make_shared<LinearSystem>();
  system->E = Eigen::MatrixXd::Identity(n, n);
  system->A = system->E * 0;
  system->B = Eigen::MatrixXd::Zero(n, 1);
  system->C = Eigen::MatrixXd::Zero(1, n);
  system->D = Eigen::MatrixXd::Zero(1, 1);
  // B(s)/A(s) = b_0 + (B(s) - b_0 A(s))/A(s) when the orders are equal.
  std::vector<double> numerator(static_cast<std::size_t>(n), 0.0);  // of s^(n-1), ..., s^0
  const double through = m == n ? b.front() : 0;
  system->D(0, 0) = through;
  for (int i = 0; i <= m; ++i) {
    const int at = n - 1 - m + i;
    if (at >= 0) numerator[at] = b[i];
  }
  for (int i = 0; i < n; ++i) numerator[i] -= through * a[i];
  for (int i = 0; i < n; ++i) {
    if (controllable) {
      system->A(0, i) = -a[i];
      system->C(0, i) = numerator[i];
    } else {
      system->A(i, 0) = -a[i];
      system->B(i, 0) = numerator[i];
    }
    if (i + 1 < n) (controllable ? system->A(i + 1, i) : system->A(i, i + 1)) = 1;
  }
  if (n > 0) (controllable ? system->B : system->C)(0, 0) = 1;
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(n);
  return reader.model().add_element(std::move(info),
                                    StateSpace(std::move(dofs), 1, {input}, std::move(system), zero, zero));
}

}  // namespace flexura
