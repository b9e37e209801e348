// A module whose element fails in the middle of an analysis.
#include <new>

#include "elements/authoring/authoring.h"

using namespace flexura;
using namespace flexura::authoring;

namespace {

/// Has no memory any more from a time on.
class Exhausted : public Element<1> {
 public:
  static Declaration<Exhausted> declare() {
    Declaration<Exhausted> d("exhausted", "a fault");
    d.node("node");
    d.parameter("from", &Exhausted::from, "s: no memory from then on").sample("1.e9");
    return d.in_space();
  }
  template <class S>
  void residual(const Motion<S>& q, const Forces<S>& r) const {
    if (q.state().time > from) throw std::bad_alloc();
    r.force(0) -= q.node(0).x;
  }
  double from = 0;
};

}  // namespace

FLEXURA_MODULE(types) { types.element<Exhausted>(); }
