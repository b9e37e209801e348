// A module that loads and most of whose types fail element-check.
#include "elements/authoring/authoring.h"
#include "solvers/problems/authored_method.h"

using namespace flexura;
using namespace flexura::authoring;

namespace {

/// Looks at a node that it has not declared.
class SeesTooMuch : public Element<1> {
 public:
  static Declaration<SeesTooMuch> declare() {
    Declaration<SeesTooMuch> d("sees too much", "a fault");
    d.node("node");
    return d.in_space();
  }
  template <class S>
  void residual(const Motion<S>& q, const Forces<S>& r) const {
    r.force(0) -= q.node(0).x + Vector3<S>(q.state().nodes[3].x.template cast<S>() * 1e-3);
  }
};

/// Says that a constraint of velocities is one of angles.
class WrongGroup : public Element<1, 1> {
 public:
  static Declaration<WrongGroup> declare() {
    Declaration<WrongGroup> d("wrong group", "a fault");
    d.node("node");
    d.rate_constraint("no velocity", Dimension::angle);
    return d.in_space();
  }
  template <class S>
  void residual(const Motion<S>& q, const Forces<S>& r) const {
    r.force(0).x() -= q.unknown(0);
    r.equation(0) -= q.node(0).v.x();
  }
};

/// Claims an order that the trapezoidal rule has not, and a radius.
struct WrongOrder {
  static constexpr int order = 3;
  static constexpr double radius = 0;
  static Declaration<WrongOrder> declare() { return {"wrong order", "a fault"}; }
  [[nodiscard]] Tableau table() const { return {{0, 1}, {{0}, {0.5, 0.5}}}; }
};

/// Errors grow: explicit but for a hundredth.
struct Unstable {
  static constexpr int order = 1;
  static Declaration<Unstable> declare() { return {"unstable", "a fault"}; }
  [[nodiscard]] Tableau table() const { return {{0, 1}, {{0}, {0.99, 0.01}}}; }
};

/// A table that its parameters may spoil.
struct TwoSteps {
  static constexpr int order = 2;
  static Declaration<TwoSteps> declare() {
    Declaration<TwoSteps> d("two steps", "x_n + a1 x_(n-1) + a2 x_(n-2) = 2/3 h x'_n");
    d.parameter("first", &TwoSteps::a1, "a1").optional().sample("-4./3.");
    d.parameter("second", &TwoSteps::a2, "a2").optional().sample("1./3.");
    return d;
  }
  [[nodiscard]] MultistepTable table() const { return {{1, a1, a2}, {2.0 / 3, 0, 0}}; }
  double a1 = -4.0 / 3, a2 = 1.0 / 3;
};

}  // namespace

FLEXURA_MODULE(types) {
  types.element<SeesTooMuch>();
  types.element<WrongGroup>();
  types.integrator<WrongOrder>();
  types.integrator<Unstable>();
  types.integrator<TwoSteps>();
}
