#include "elements/authoring/authoring.h"

using namespace flexura;
using namespace flexura::authoring;

namespace {

/// A membrane between four nodes, bilinear, 2 x 2 Gauss points, for large deflections: Green-Lagrange strains
/// E_ab = (g_a . g_b - delta_ab)/2 with g_a = dx/dX_a, and S = h E/(1 - nu^2) ((1 - nu) E + nu tr(E) I).
class Membrane : public Element<4> {
 public:
  static Declaration<Membrane> declare() {
    Declaration<Membrane> d("membrane", "four-node membrane, Saint Venant-Kirchhoff");
    for (const char* name : {"corner 1", "corner 2", "corner 3", "corner 4"}) d.node(name).position_only();
    d.parameter("modulus", &Membrane::modulus, "N/m^2").above(0);
    d.parameter("thickness", &Membrane::thickness, "m").above(0);
    d.parameter("Poisson ratio", &Membrane::nu, "").above(-1).below(0.5).optional();
    return d.conservative();
  }

  /// Derivatives of the shape functions by two orthonormal coordinates of the undeformed surface.
  void prepare(const Setup& setup) {
    for (int g = 0; g < 4; ++g) {
      Eigen::Matrix<double, 4, 2> by_xi;  // of N_i = (1 + xi_i xi)(1 + eta_i eta)/4
      Eigen::Matrix<double, 4, 3> x;
      for (int i = 0; i < 4; ++i) {
        by_xi(i, 0) = side(i) * (1 + side(i + 3) * side(g + 3) / std::sqrt(3.0)) / 4;
        by_xi(i, 1) = side(i + 3) * (1 + side(i) * side(g) / std::sqrt(3.0)) / 4;
        x.row(i) = setup.node(i).x;
      }
      const Eigen::Matrix<double, 3, 2> t = x.transpose() * by_xi;
      const Vec3 normal = t.col(0).cross(t.col(1));
      if (!(normal.norm() > 0)) setup.fail("the corners of the membrane are on a line");
      Eigen::Matrix<double, 3, 2> e;
      e.col(0) = t.col(0).normalized();
      e.col(1) = normal.normalized().cross(e.col(0));
      const Eigen::Matrix2d jacobian = e.transpose() * t;
      by_x[g] = by_xi * jacobian.inverse();
      area[g] = jacobian.determinant();
    }
  }

  template <class S>
  void residual(const Motion<S>& q, const Forces<S>& r) const {
    for (int g = 0; g < 4; ++g) {
      const Strain<S> s(*this, q, g);
      const Vector3<S> f1 = (s.g1 * s.s11 + s.g2 * s.s12) * area[g], f2 = (s.g1 * s.s12 + s.g2 * s.s22) * area[g];
      for (int i = 0; i < 4; ++i) r.force(i) -= f1 * by_x[g](i, 0) + f2 * by_x[g](i, 1);
    }
  }

  double energy(const Motion<double>& q) const {
    double sum = 0;
    for (int g = 0; g < 4; ++g) {
      const Strain<double> s(*this, q, g);
      sum += 0.5 * area[g] * (s.s11 * s.e11 + 2 * s.s12 * s.e12 + s.s22 * s.e22);
    }
    return sum;
  }

 private:
  static double side(int i) { return i % 4 == 0 || i % 4 == 3 ? -1 : 1; }  // xi of corner i; eta is side(i + 3)
  template <class S>
  struct Strain {
    Vector3<S> g1 = Vector3<S>::Constant(S(0)), g2 = g1;
    S e11, e22, e12, s11, s22, s12;
    Strain(const Membrane& m, const Motion<S>& q, int g) {
      for (int i = 0; i < 4; ++i) g1 += q.node(i).x * m.by_x[g](i, 0), g2 += q.node(i).x * m.by_x[g](i, 1);
      e11 = (g1.dot(g1) - 1.0) * 0.5, e22 = (g2.dot(g2) - 1.0) * 0.5, e12 = g1.dot(g2) * 0.5;
      const double k = m.thickness * m.modulus / (1 - m.nu * m.nu);
      s11 = k * (e11 + m.nu * e22), s22 = k * (e22 + m.nu * e11), s12 = k * (1 - m.nu) * e12;
    }
  };
  double modulus = 1, thickness = 1, nu = 0.3;
  std::array<Eigen::Matrix<double, 4, 2>, 4> by_x;
  std::array<double, 4> area{};
};

}  // namespace

FLEXURA_MODULE(types) { types.element<Membrane>(); }
