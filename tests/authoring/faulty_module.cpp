// A module that loads and whose elements fail element-check.
#include "elements/authoring/authoring.h"

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

}  // namespace

FLEXURA_MODULE(types) {
  types.element<SeesTooMuch>();
  types.element<WrongGroup>();
}
