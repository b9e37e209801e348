// Rod along a Bezier curve: a tension that follows from the length of a curve through two nodes.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "elements/authoring/element.h"

namespace flexura {

/// Tension f(e, e'), e = l/l0 - 1, where l is the length of the cubic Bezier curve of four points: the end O and the
/// control point A on node 1, the control point B and the end I on node 2.
///
/// l = integral of |p'(u)| over [0, 1], by Gauss quadrature in equal segments. The forces are -f dl/dp_i on the four
/// points: the only ones that do the work -f dl, hence without work on a closed path and in equilibrium; a straight
/// curve acts like a rod. Text row: force on node 1 and couple on it about the node in its axes (6) and global (6),
/// l, unit tangent at O, from O on (3), and at I (3), l', f, results of the law. Private data: F, l, lP.
class RodBezier : public authoring::Element<2> {
 public:
  static authoring::Declaration<RodBezier> declare() {
    authoring::Declaration<RodBezier> d("rod bezier", "axial force from the length of a Bezier curve");
    d.on_card("joint").in_order();
    d.node("node 1").point(&RodBezier::o_).point(&RodBezier::a_);
    d.node("node 2").point(&RodBezier::b_).point(&RodBezier::i_);
    d.part("length", &RodBezier::read_length, "real | from nodes", "m: of the curve without force")
        .positional()
        .sample("from nodes");
    d.parameter("integration order", &RodBezier::order_, "Gauss points in a segment")
        .at_least(1)
        .called("the number of Gauss points")
        .optional();
    d.parameter("integration segments", &RodBezier::segments_, "parts of the curve")
        .at_least(1)
        .called("the number of segments")
        .optional();
    d.part("law", &RodBezier::read_law, "law of dimension 1", "N: of the strain l/l0 - 1")
        .positional()
        .sample("linear viscoelastic, 20., 0.5");
    d.remembers(&RodBezier::law_);
    return d;
  }

  template <class S>
  void residual(const authoring::Motion<S>& q, const authoring::Forces<S>& r) const {
    const Curve<S> curve(*this, q);
    const S f = tension(q, curve);
    for (int i = 0; i < 4; ++i) r.apply(i / 2, curve.points[i], Vector3<S>(curve.gradient[i] * -f));
  }

  [[nodiscard]] double energy(const authoring::Motion<double>& q) const;
  [[nodiscard]] double dissipation(const authoring::Motion<double>& q) const;
  void quantities(const authoring::Motion<double>& q, authoring::Quantities& out) const;
  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const authoring::Motion<double>& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model,
                                const std::array<NodeIndex, 2>& nodes) const;

 private:
  /// Derivatives of the Bernstein polynomials at one point of the quadrature, and its weight.
  struct Station {
    double weight;
    std::array<double, 4> slope;
  };

  /// Length of the curve, its rate and its derivatives by the four points.
  template <class S>
  struct Curve {
    std::array<authoring::Point<S>, 4> points;
    std::array<Vector3<S>, 4> gradient;
    S length = S(0), rate = S(0);

    Curve(const RodBezier& rod, const authoring::Motion<S>& q)
        : points{q.point(0, rod.o_), q.point(0, rod.a_), q.point(1, rod.b_), q.point(1, rod.i_)} {
      using std::sqrt;
      for (Vector3<S>& g : gradient) g = Vector3<S>::Constant(S(0));
      for (const Station& station : rod.stations_) {
        Vector3<S> tangent = points[0].x * station.slope[0];
        for (int i = 1; i < 4; ++i) tangent += points[i].x * station.slope[i];
        const S norm = sqrt(S(tangent.dot(tangent)));
        length += norm * station.weight;
        const Vector3<S> weighted = tangent * (station.weight / norm);
        for (int i = 0; i < 4; ++i) gradient[i] += weighted * station.slope[i];
      }
      for (int i = 0; i < 4; ++i) rate += gradient[i].dot(points[i].v);
    }
  };
  template <class S>
  [[nodiscard]] S tension(const authoring::Motion<S>& q, const Curve<S>& curve) const {
    return law_.stress(q, S(curve.length / length_ - 1.0), S(curve.rate / length_));
  }

  void read_length(Reader& reader, std::span<const Pose> nodes);
  void read_law(Reader& reader, std::span<const Pose> nodes);

  Vec3 o_ = Vec3::Zero(), a_ = Vec3::Zero();  ///< axes of node 1, m
  Vec3 b_ = Vec3::Zero(), i_ = Vec3::Zero();  ///< axes of node 2, m
  double length_ = 0;                         ///< l0, m; 0 until the law is read: that of the input position
  int order_ = 2, segments_ = 3;
  std::vector<Station> stations_;
  authoring::Law<1> law_;
};

}  // namespace flexura
