// The two-node beam of the program as an authored element: what differentiation costs beside a hand-written Jacobian.
#pragma once

#include "elements/authoring/authoring.h"
#include "elements/beams/section_kinematics.h"

namespace flexura::bench {

/// The formulas of FiniteVolumeBeam<2> with an elastic law, orientations from the nodes.
class AuthoredBeam : public authoring::Element<2> {
 public:
  static authoring::Declaration<AuthoredBeam> declare() {
    authoring::Declaration<AuthoredBeam> d("authored beam", "geometrically exact beam with two nodes");
    d.node("end 1").position(&AuthoredBeam::offset1);
    d.node("end 2").position(&AuthoredBeam::offset2);
    d.parameter("law", &AuthoredBeam::law, "of a section")
        .positional()
        .sample("linear elastic generic, diag, 90., 40., 50., 7., 8., 9.");
    return d.smooth_within(0.3);
  }

  void prepare(const authoring::Setup& setup) {
    const BeamNodes<double, 2> nodes =
        nodes_of<double>({setup.node(0).x, setup.node(1).x}, {setup.node(0).R, setup.node(1).R});
    const double length = (nodes.p[1] - nodes.p[0]).norm();
    if (!(length > 0)) setup.fail("the ends of the beam coincide");
    slope = {-1 / length, 1 / length};
    const BeamSection<double, 2> section = section_of(nodes);
    initial_strain << section.epsilon, section.kappa;
  }

  template <class S>
  void residual(const authoring::Motion<S>& q, const authoring::Forces<S>& r) const {
    const BeamNodes<S, 2> nodes = nodes_of<S>({q.node(0).x, q.node(1).x}, {q.node(0).R, q.node(1).R});
    const BeamSection<S, 2> section = section_of(nodes);
    Eigen::Matrix<S, 6, 1> strain;
    strain << section.epsilon, section.kappa;
    for (int i = 0; i < 6; ++i) strain(i) -= initial_strain(i);
    const Eigen::Matrix<S, 6, 1> stress = law.stress(q, strain, strain);
    const Vector3<S> force = section.r * stress.template head<3>();
    const Vector3<S> moment = section.r * stress.template tail<3>();
    r.force(0) += force;
    r.force(1) -= force;
    r.moment(0) += moment + Vector3<S>(section.p - q.node(0).x).cross(force);
    r.moment(1) -= moment + Vector3<S>(section.p - q.node(1).x).cross(force);
  }

 private:
  template <class S>
  [[nodiscard]] BeamNodes<S, 2> nodes_of(const std::array<Vector3<S>, 2>& x, const std::array<Matrix3<S>, 2>& r) const {
    BeamNodes<S, 2> nodes;
    const Mat3 eye = Mat3::Identity();
    nodes.evaluate(x, r, std::array<Vec3, 2>{offset1, offset2}, std::array<Mat3, 2>{eye, eye}, false);
    return nodes;
  }
  template <class S>
  [[nodiscard]] BeamSection<S, 2> section_of(const BeamNodes<S, 2>& nodes) const {
    BeamSection<S, 2> section;
    section.evaluate(nodes, std::array<double, 2>{0.5, 0.5}, slope, Mat3(Mat3::Identity()), false);
    return section;
  }

  Vec3 offset1 = Vec3::Zero(), offset2 = Vec3::Zero();
  authoring::Law<6> law;
  std::array<double, 2> slope{};
  Vec6 initial_strain = Vec6::Zero();
};

}  // namespace flexura::bench
