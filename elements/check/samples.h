// Model files in miniature, one for every type of element: what the common checks of all element types run through.
#pragma once

#include <string>
#include <vector>

#include "elements/check/sample.h"

namespace flexura::checks {

/// A sample without flags.
inline Sample sample(std::string card, std::string keyword, std::string type, std::string text) {
  Sample result;
  result.card = std::move(card);
  result.keyword = std::move(keyword);
  result.type = std::move(type);
  result.text = std::move(text);
  return result;
}

/// A beam slider of a kind on a chain of two beams.
inline Sample slider(const std::string& kind, const std::string& friction = "") {
  const std::string law = "linear elastic generic, diag, 90., 40., 50., 7., 8., 9.";
  return sample("joint", "beam slider", "beam slider",
                "structural: 4, dynamic, 0.2, 0.8, 0., eye, null, null;"
                "structural: 5, dynamic, 2., 0.35, -0.65, eye, null, null;"
                "structural: 6, dynamic, 2.95, 0.05, -1., eye, null, null;"
                "beam3: 1, 3, null, 4, null, 2, null, from nodes, " +
                    law + ", same, same; beam3: 2, 2, null, 5, null, 6, null, from nodes, " + law +
                    ", same, same;"
                    "joint: 1, beam slider, 1, reference, global, 0.4, 0.95, 0.1, orientation, euler, 0.3, 0.2, -0.6, "
                    "type, " +
                    kind +
                    ", 2, 1, 0.1, 0., 0.1, -0.1, 0.1, 0., 0.1, -0.2, 0.1, orientation, euler, 0.1, 0.2, 0.3,"
                    "2, same, orientation, same, 0., 0.1, 0.1, orientation, euler, -0.1, 0.2, 0.1, 0., 0., 0.2,"
                    "initial beam, 2, initial node, 1, smearing, 0.01" +
                    friction + ";")
      .on_constraint()
      .around_input()
      .within(0.05);
}

/// Those that need nothing but the text of a model.
inline std::vector<Sample> samples_of_text() {
  const std::string at1 = "position, 0.4, -0.1, 0.3, orientation, euler, 0.3, 0.8, -0.6";
  const std::string at2 = "position, -0.2, 0.5, 0.1, orientation, euler, -0.9, 0.2, 0.5";
  const std::string two = "1, " + at1 + ", 2, " + at2;
  const std::string pin = "2, " + at2 + ", position, 0.6, 0.2, -0.3, orientation, euler, 0.1, 0.7, 0.4";
  const std::string vector3 = "component, string, \"2.+sin(Time)\", string, \"-3.*cos(2.*Time)\", 1.5";
  const std::string wave = "string, \"1.5+0.3*sin(2.*Time)\"";
  const std::string drive1 = "string, \"1.5+sin(2.*Time)\"";
  const std::string arm1 = "1, position, 0.4, -0.1, 0.3, ";
  const std::string arm2 = "2, position, -0.2, 0.5, 0.1, ";
  const std::string inertia = "sym, 0.9, 0.1, -0.2, 0.7, 0.05, 1.1";
  const std::string gravity = "gravity: component, 1., string, \"-2.*cos(Time)\", -9.81;";
  const std::string central = "gravity: central, origin, 5., -4., 3., mass, 700., G, 1.;";
  const std::string variable =
      "body: 1, 1, variable mass, string, \"3.+sin(Time)\", component, string, \"0.2*Time\", 0.3, string, "
      "\"0.1*cos(Time)\", component, diag, string, \"1.+0.2*Time\", 0.8, 1.1, component, sym, string, "
      "\"0.5+0.1*Time\", "
      "0.05, 0., 0.6, 0.02, string, \"0.7*cos(Time)\";";

  const std::string section_ends =
      "1, position, 0.1, -0.1, 0.2, orientation, euler, 0.2, 0.1, -0.1, 2, position, null, ";
  const std::string elastic = "linear elastic generic, diag, 90., 40., 50., 7., 8., 9.";
  const std::string viscous = "linear viscoelastic generic, diag, 90., 40., 50., 7., 8., 9., proportional, 0.1";
  // Laws that are neither linear nor symmetric nor without coupling. Products of rates are small, since differences
  // step far in velocities when c is small.
  const std::string line_law =
      "symbolic viscoelastic, epsilon, \"e\", epsilon prime, \"d\", expression, \"30*e+9*e^3+4*d+2*e*d\"";
  const std::string coupled3 =
      "symbolic viscoelastic, epsilon, \"a\", \"b\", \"c\", epsilon prime, \"d\", \"e\", \"f\", expression, "
      "\"9*a+2*b*c+3*d+0.002*e*f\", \"-2*a+7*b+b^3-d*a+4*e\", \"3*b*a+6*c+5*f+0.002*f*d\"";
  const std::string coupled6 =
      "symbolic viscoelastic, epsilon, \"a\", \"b\", \"c\", \"p\", \"q\", \"r\", epsilon prime, \"d\", \"e\", \"f\", "
      "\"u\", \"v\", \"w\", expression, \"9*a+2*b*r+3*d+0.002*e*w\", \"-2*a+7*b+p^3-d*a+4*e\", "
      "\"3*b*q+6*c+5*f+0.002*u*d\", "
      "\"8*p+a*b+0.002*v*d+u\", \"4*q-c*r+3*v+e*q\", \"5*r+2*p*c+2*w+0.002*d*f\"";
  const std::string viscous6 =
      "symbolic viscous, epsilon prime, \"d\", \"e\", \"f\", \"u\", \"v\", \"w\", expression, \"3*d+0.002*e*w\", "
      "\"4*e-0.002*u*v\", \"5*f+0.002*u*d\", \"0.002*v*d+u\", \"3*v+0.002*e*w\", \"2*w-0.002*d*f\"";
  // A coefficient that depends on the velocity, and bristles soft enough for any deflection to occur.
  const std::string stribeck = "\"stribeck\", multilinear, 0., 0.6, 50., 0.2, end";
  const std::string bristles = "friction, 0.6, preload, 2., modlugre, 30., 0.3, 0.05, 0.4, " + stribeck + ", ";
  const std::string full3 = "matr, 9., 2., -1., 3., 8., 1., -2., 0.5, 7.";
  const std::string full6 =
      "matr, 9., 2., -1., 3., 0.4, 1., 3., 8., 1., 0.3, 2., -1., -2., 0.5, 7., 1., 2., 3., 1., -1., 2., 6., 0.2, 0.7, "
      "3., "
      "1., 0.1, 2., 7., 1., 2., 0.2, 0.6, 1., 0.3, 8.";
  const std::string body = "body: 1, 1, 3., 0.2, -0.1, 0.4, " + inertia;

  // Total joints, by what they do with their components.
  const std::string total_ends =
      "position, 0.4, -0.1, 0.3, position orientation, euler, 0.3, 0.8, -0.6, rotation orientation, euler, -0.2, 0.5, "
      "0.4";
  const std::string total_angles = "component, string, \"0.4+sin(Time)\", string, \"-0.6*cos(2.*Time)\", 0.5";
  const auto total = [&](const std::string& keyword, const std::string& positions, const std::string& rotations) {
    const std::string between = keyword == "total joint" ? ", 2, " : ", ";
    return sample("joint", keyword, keyword,
                  "joint: 1, " + keyword + ", 1, " + total_ends + between + total_ends + ", position constraint, " +
                      positions + ", " + vector3 + ", orientation constraint, " + rotations + ", " + total_angles +
                      ";");
  };

  const std::string total_reaction =
      "joint: 1, total equation, 1, " + total_ends + ", 2, " + total_ends +
      ", position constraint, active, inactive, "
      "velocity, " +
      vector3 + ", orientation constraint, active, angular velocity, active, " + total_angles + ";" +
      "joint: 2, total internal reaction, 3, " + total_ends + ", 1, " + total_ends +
      ", position constraint, active, active, active, total equation, 1, orientation constraint, active, inactive, "
      "active, total equation, 1;";

  return {
      sample("joint", "clamp", "clamp", "joint: 1, clamp, 1, position, 0.1, 0.2, 0.3, orientation, eye;")
          .on_constraint()
          .in_space(),
      sample("joint", "spherical hinge", "spherical hinge", "joint: 1, spherical hinge, " + two + ";").with_vector(0),
      sample("joint", "spherical pin", "spherical pin", "joint: 1, spherical pin, " + pin + ";").with_vector(0),
      sample("joint", "revolute hinge", "revolute hinge", "joint: 1, revolute hinge, " + two + ";").with_vector(0),
      sample("joint", "revolute pin", "revolute pin", "joint: 1, revolute pin, " + pin + ", initial theta, 7.;")
          .with_vector(0),
      sample("joint", "revolute rotation", "revolute rotation", "joint: 1, revolute rotation, " + two + ";"),
      sample("joint", "axial rotation", "axial rotation",
             "joint: 1, axial rotation, " + two + ", string, \"3.+0.5*sin(Time)\";")
          .with_vector(0),
      sample("joint", "in line", "in line",
             "joint: 1, in line, 1, position, 0.4, -0.1, 0.3, orientation, euler, 0.3, 0.8, -0.6,"
             "2, offset, -0.2, 0.5, 0.1;"),
      sample("joint", "distance", "distance", "joint: 1, distance, 1, 2, string, \"1.5+0.3*sin(2.*Time)\";"),
      sample("joint", "distance", "distance with offset",
             "joint: 1, distance, " + arm1 + arm2 + "string, \"1.5+0.3*sin(2.*Time)\";"),
      sample("joint", "distance with offset", "distance with offset",
             "joint: 1, distance with offset, 1, 0.4, -0.1, 0.3, 2, -0.2, 0.5, 0.1, from nodes;"),

      sample("joint", "rigid body displacement joint", "rigid body displacement joint",
             "structural: 4, dynamic, 0.9, -1.2, 0.4, eye, null, null;"
             "structural: 5, dynamic, 0.1, 0.3, 1.4, eye, null, null;"
             "joint: 1, rigid body displacement joint, 1, 4, 2, weight, 2., 3, position, -0.5, 0.9, 0.3, 4, weight, "
             "-0.4, 5,"
             "alpha, 3.;")
          .with_vector(0)
          .with_vector(3),
      total("total joint", "active, active, active", "active, active, active").on_constraint(),
      total("total joint", "inactive, active, inactive", "active, inactive, active").on_constraint(),
      total("total joint", "active, velocity, inactive", "inactive, active, inactive").on_constraint(),
      total("total joint", "velocity, inactive, velocity", "active, angular velocity, active").on_constraint(),
      total("total joint", "inactive, inactive, inactive", "angular velocity, inactive, active").on_constraint(),
      total("total joint", "position, 1, 0", "angular velocity, inactive, angular velocity"),
      sample("joint", "total internal reaction", "total internal reaction", total_reaction).as_servo(),
      sample("joint", "total equation", "total equation", total_reaction),
      total("total pin joint", "active, active, active", "rotation, rotation, 1").on_constraint(),
      total("total pin joint", "velocity, velocity, velocity", "inactive, inactive, active").on_constraint(),
      sample("joint", "prismatic", "prismatic",
             "joint: 1, prismatic, 1, orientation, euler, 0.3, 0.8, -0.6, 2, hinge, euler, -0.9, 0.2, 0.5;"),
      sample("joint", "coincidence", "coincidence", "joint: 1, coincidence, " + two + ";").with_vector(0),
      sample("joint", "lock", "lock",
             "joint: 1, lock, 1, position, 0.3, -0.2, 0.4, orientation, euler, 0.3, 0.8, -0.6, 2, position, 0.1, 0.5, "
             "0.2, "
             "orientation, euler, -0.2, 0.4, 0.9, fix, position, 0.3, -0.1, 0.2, const, 0.7, rotation, 0.2, 0.5, -0.4, "
             "const, 1.3;"),
      sample("joint", "rolling wheel", "rolling wheel",
             "joint: 1, rolling wheel, 2, position, 0.1, -0.2, 0.05, axis, 0.2, 1., -0.3, radius, 0.35, plane, 0.3, "
             "0.1, -0.4, "
             "orientation, euler, 0.3, 0.8, -0.6;")
          .in_space(),
      sample("joint", "lock", "lock", "joint: 1, lock, 1, 2, position, 0.1, 0.5, 0.2, revolute;"),
      sample("joint", "lock", "lock",
             "joint: 1, lock, 1, position, 0.3, -0.2, 0.4, 2, freedoms, free, locked, free, locked, free, free;"),
      sample("joint", "drive hinge", "drive hinge",
             "joint: 1, drive hinge, 1, orientation, euler, 0.3, 0.8, -0.6, 2, " + vector3 + ";"),
      sample("joint", "in plane", "in plane",
             "joint: 1, in plane, 1, position, 0.4, -0.1, 0.3, 0.3, 0.8, -0.6, 2, offset, -0.2, 0.5, 0.1;"),
      sample("joint", "imposed displacement", "imposed displacement",
             "joint: 1, imposed displacement, 1, 0.4, -0.1, 0.3, 2, -0.2, 0.5, 0.1, 0.3, 0.8, -0.6, " + wave + ";"),
      sample("joint", "imposed displacement pin", "imposed displacement pin",
             "joint: 1, imposed displacement pin, 2, -0.2, 0.5, 0.1, 0.4, -0.1, 0.3, 0.3, 0.8, -0.6, " + wave + ";"),
      sample("joint", "drive displacement", "drive displacement",
             "joint: 1, drive displacement, 1, 0.4, -0.1, 0.3, 2, -0.2, 0.5, 0.1, " + vector3 + ";")
          .with_vector(0),
      sample("joint", "drive displacement pin", "drive displacement pin",
             "joint: 1, drive displacement pin, 2, -0.2, 0.5, 0.1, 0.4, -0.1, 0.3, " + vector3 + ";")
          .with_vector(0),
      sample("joint", "Cardano hinge", "Cardano hinge", "joint: 1, Cardano hinge, " + two + ";").with_vector(0),
      sample("joint", "universal hinge", "Cardano hinge", "joint: 1, universal hinge, " + two + ";").with_vector(0),
      sample("joint", "Cardano pin", "Cardano pin", "joint: 1, Cardano pin, " + pin + ";").with_vector(0),
      sample("joint", "universal pin", "Cardano pin", "joint: 1, universal pin, " + pin + ";").with_vector(0),
      sample("joint", "Cardano rotation", "Cardano rotation",
             "joint: 1, Cardano rotation, 1, orientation, euler, 0.3, 0.8, -0.6, 2;"),
      sample("joint", "universal rotation", "Cardano rotation", "joint: 1, universal rotation, 1, 2;"),
      sample("joint", "plane displacement", "plane displacement", "joint: 1, plane displacement, " + two + ";"),
      sample("joint", "plane displacement pin", "plane displacement pin",
             "joint: 1, plane displacement pin, " + pin + ";"),
      sample("joint", "gimbal rotation", "gimbal rotation",
             "joint: 1, gimbal rotation, 1, orientation, euler, 0.3, 0.8, -0.6, 2, orientation, euler, -0.9, 0.2, 0.5;")
          .within(0.4),
      sample("joint", "gimbal hinge", "gimbal hinge",
             "joint: 1, gimbal hinge, " + two + ", orientation description, orientation matrix;")
          .with_vector(0)
          .within(0.4),
      sample("joint", "linear velocity", "linear velocity",
             "joint: 1, linear velocity, 2, 0.3, 0.8, -0.6, " + wave + ";")
          .in_space(),
      sample("joint", "angular velocity", "angular velocity",
             "joint: 1, angular velocity, 2, 0.3, 0.8, -0.6, " + wave + ";"),
      sample("joint", "linear acceleration", "linear acceleration",
             "joint: 1, linear acceleration, 2, 0.3, 0.8, -0.6, " + wave + ";")
          .in_space()
          .on_accelerations(),
      sample("joint", "angular acceleration", "angular acceleration",
             "joint: 1, angular acceleration, 2, 0.3, 0.8, -0.6, " + wave + ";")
          .on_accelerations(),
      sample("joint", "offset displacement joint", "offset displacement joint",
             "joint: 1, offset displacement joint, 1, 2, position, 0.6, 0.2, -0.3;")
          .with_vector(0),
      sample("joint", "screw", "screw",
             "joint: 1, screw, 1, position, 0.4, -0.1, 0.3, orientation, euler, 0.3, 0.8, -0.6, 2, offset, -0.2, 0.5, "
             "0.1, pitch, -0.7;"),
      sample("joint", "screw", "screw",
             "joint: 1, screw, 1, position, 0.4, -0.1, 0.3, orientation, euler, 0.3, 0.8, -0.6, 2, offset, -0.2, 0.5, "
             "0.1, pitch, 1.7, friction, modlugre, 30., 0.3, 0.05, 0.4, " +
                 stribeck + ", screw joint, radius, 0.6, half thread angle, 0.5;")
          .with_friction(),
      sample("joint", "screw", "screw",
             "joint: 1, screw, 1, position, 0.4, -0.1, 0.3, orientation, euler, 0.3, 0.8, -0.6, 2, offset, -0.2, 0.5, "
             "0.1, pitch, -0.7, friction, discrete coulomb, " +
                 stribeck + ", screw joint, radius, 0.6, half thread angle, 0.5;")
          .with_friction(),
      sample("joint", "revolute hinge", "revolute hinge",
             "joint: 1, revolute hinge, " + two + ", " + bristles + "simple plane hinge;")
          .with_vector(0)
          .with_friction(),
      sample("joint", "revolute hinge", "revolute hinge",
             "joint: 1, revolute hinge, " + two + ", friction, 0.6, discrete coulomb, " + stribeck +
                 ", sigma2, 0.1, velocity ratio, 0.7, simple;")
          .with_vector(0)
          .with_friction(),
      sample("joint", "revolute pin", "revolute pin", "joint: 1, revolute pin, " + pin + ", " + bristles + "simple;")
          .with_vector(0)
          .with_friction(),
      sample("joint", "axial rotation", "axial rotation",
             "joint: 1, axial rotation, " + two + ", const, 2., friction, 0.6, discrete coulomb, " + stribeck +
                 ", sigma2, 0.1, simple plane hinge;")
          .with_vector(0)
          .with_friction(),
      sample(
          "joint", "in line", "in line",
          "joint: 1, in line, 1, position, 0.4, -0.1, 0.3, orientation, euler, 0.3, 0.8, -0.6, 2, friction, preload, "
          "3., modlugre, 30., 0.3, 0.05, 0.4, " +
              stribeck + ", simple;")
          .with_friction(),
      sample(
          "joint", "in line", "in line",
          "joint: 1, in line, 1, position, 0.4, -0.1, 0.3, orientation, euler, 0.3, 0.8, -0.6, 2, friction, discrete "
          "coulomb, " +
              stribeck + ", simple;")
          .with_friction(),
      sample("joint", "brake", "brake",
             "joint: 1, brake, " + two + ", " + bristles + "simple plane hinge, string, \"20.+5.*sin(Time)\";")
          .with_friction(),

      sample("joint", "rod", "rod", "joint: 1, rod, 1, 2, 0.7, linear viscoelastic, 30., 4., prestress, 5.;"),
      sample("joint", "rod", "rod with offset", "joint: 1, rod, " + arm1 + arm2 + "from nodes, " + line_law + ";"),
      sample("joint", "rod with offset", "rod with offset",
             "joint: 1, rod with offset, 1, 0.4, -0.1, 0.3, 2, -0.2, 0.5, 0.1, 1.5, log elastic, 40.;"),
      sample("joint", "rod bezier", "rod bezier",
             "joint: 1, rod bezier, 1, position, 0.4, -0.1, 0.3, position, 0.9, 0.5, 0.3, 2, position, -0.2, 0.9, 0.7, "
             "position, -0.2, 0.5, 0.1, from nodes, integration order, 4, integration segments, 2, " +
                 line_law + ";"),
      sample("joint", "deformable hinge", "deformable hinge",
             "joint: 1, deformable hinge, " + two + ", " + coupled3 + ";")
          .within(0.7),
      sample("joint", "deformable hinge", "deformable hinge",
             "joint: 1, deformable hinge, 1, 2, linear elastic generic, " + full3 +
                 ", prestress, 1., 2., 3., prestrain, single, 0.1, 0.2, -0.3, string, \"sin(Time)\";")
          .within(0.7),
      sample("joint", "deformable hinge", "invariant deformable hinge",
             "joint: 1, deformable hinge, " + two + ", invariant angular, 0.3, " + coupled3 + ";")
          .within(0.7),
      sample("joint", "invariant deformable hinge", "invariant deformable hinge",
             "joint: 1, invariant deformable hinge, " + two + ", " + coupled3 + ";")
          .within(0.7),
      sample("joint", "invariant deformable hinge", "invariant deformable hinge",
             "joint: 1, invariant deformable hinge, 1, 2, linear viscous generic, " + full3 + ";")
          .within(0.7),
      sample("joint", "deformable displacement joint", "deformable displacement joint",
             "joint: 1, deformable displacement joint, " + two + ", " + coupled3 + ";")
          .within(0.7),
      sample("joint", "deformable displacement joint", "deformable displacement joint",
             "joint: 1, deformable displacement joint, 1, 2, linear viscous generic, " + full3 + ";")
          .within(0.7),
      sample("joint", "invariant deformable displacement joint", "invariant deformable displacement joint",
             "joint: 1, invariant deformable displacement joint, " + two + ", " + coupled3 + ";")
          .within(0.7),
      sample("joint", "deformable joint", "deformable joint",
             "joint: 1, deformable joint, " + two + ", " + coupled6 + ";")
          .within(0.7),
      sample("joint", "deformable joint", "deformable joint",
             "joint: 1, deformable joint, 1, 2, linear elastic generic, " + full6 + ";")
          .within(0.7),
      sample("joint", "invariant deformable joint", "invariant deformable joint",
             "joint: 1, invariant deformable joint, " + two + ", " + coupled6 + ";")
          .within(0.7),
      sample("joint", "deformable axial joint", "deformable axial joint",
             "joint: 1, deformable axial joint, " + two + ", " + line_law + ";")
          .within(0.7),
      sample(
          "joint", "viscous body", "viscous body",
          "joint: 1, viscous body, 1, position, 0.4, -0.1, 0.3, orientation, euler, 0.3, 0.8, -0.6, " + viscous6 + ";")
          .in_space(),
      sample("joint", "strapdown sensor", "strapdown sensor",
             "joint: 1, strapdown sensor, 2, position, 0.4, -0.1, 0.3, orientation, euler, 0.3, 0.8, -0.6, "
             "acceleration, " +
                 vector3 + ", angular velocity, " + vector3 + ";")
          .in_space()
          .on_accelerations(),
      slider("spherical"),
      slider("classic"),
      slider("spline"),
      slider("spherical", ", friction, preload, 2., discrete coulomb, " + stribeck + ", sigma2, 0.1, simple")
          .with_friction(),
      slider("classic", ", friction, modlugre, 30., 0.3, 0.05, 0.4, " + stribeck + ", simple").with_friction(),

      sample("force", "absolute", "absolute", "force: 1, absolute, " + arm1 + vector3 + ";").in_space(),
      sample("force", "follower", "follower", "force: 1, follower, " + arm1 + vector3 + ";"),
      sample("force", "absolute internal", "internal absolute",
             "force: 1, absolute internal, " + arm1 + arm2 + vector3 + ";")
          .in_space(),
      sample("force", "follower internal", "internal follower",
             "force: 1, follower internal, " + arm1 + arm2 + vector3 + ";"),
      sample("force", "total", "total",
             "force: 1, total, " + arm1 +
                 "force orientation, euler, 0.4, 0.2, -0.3, moment orientation, euler, -0.2, 0.6, 0.1, force, " +
                 vector3 + ", moment, " + vector3 + ";"),
      sample("force", "total internal", "internal total",
             "force: 1, total internal, " + arm1 + arm2 + "force, " + vector3 + ", moment, " + vector3 + ";"),
      sample("couple", "absolute", "absolute", "couple: 1, absolute, 1, " + vector3 + ";").in_space(),
      sample("couple", "follower", "follower", "couple: 1, follower, 1, position, 0.1, 0.2, 0.3, " + vector3 + ";"),
      sample("couple", "absolute internal", "internal absolute", "couple: 1, absolute internal, 1, 2, " + vector3 + ";")
          .in_space(),
      sample("couple", "follower internal", "internal follower",
             "couple: 1, follower internal, 1, 2, " + vector3 + ";"),

      sample("force", "abstract", "abstract", "force: 1, abstract, 1, structural, 5, string, \"2.+sin(Time)\";")
          .in_space(),
      sample("force", "abstract internal", "abstract",
             "force: 1, abstract internal, 1, structural, 2, 3, abstract, string, \"2.+sin(Time)\";")
          .in_space(),
      sample("force", "absolute displacement", "absolute", "force: 1, absolute displacement, 1, " + vector3 + ";")
          .in_space(),
      sample("force", "absolute internal displacement", "internal absolute",
             "force: 1, absolute internal displacement, 1, 2, " + vector3 + ";")
          .in_space(),

      sample("genel", "clamp", "imposed degree of freedom", "genel: 1, clamp, 1, abstract, algebraic, " + drive1 + ";")
          .in_space(),
      sample("genel", "clamp", "imposed degree of freedom",
             "genel: 1, clamp, 1, structural, 5, differential, " + drive1 + ";")
          .in_space(),
      sample("genel", "clamp", "imposed degree of freedom", "genel: 1, clamp, 2, structural, 3, algebraic, from node;")
          .in_space(),
      sample("genel", "distance", "imposed degree of freedom",
             "genel: 1, distance, 1, structural, 2, algebraic, 2, structural, 1, algebraic, " + drive1 + ";")
          .in_space(),
      sample("genel", "distance", "imposed degree of freedom",
             "genel: 1, distance, 1, abstract, differential, 2, abstract, differential, " + drive1 + ";")
          .in_space(),
      sample("genel", "spring", "spring",
             "genel: 1, spring, 1, structural, 2, algebraic, 2, abstract, algebraic, linear viscoelastic, 3., 0.4;")
          .in_space(),
      sample("genel", "spring", "spring",
             "genel: 1, spring, 1, structural, 4, differential, 1, abstract, algebraic, linear elastic, 3.;")
          .in_space(),
      sample("genel", "spring support", "spring support",
             "genel: 1, spring support, 1, abstract, algebraic, cubic elastic generic, 1., 2., 3.;")
          .in_space(),
      sample("genel", "cross spring support", "cross spring support",
             "genel: 1, cross spring support, 1, structural, 6, differential, 2, abstract, algebraic, "
             "linear viscoelastic, 3., 0.4;")
          .in_space(),
      sample("genel", "mass", "mass of a scalar node", "genel: 1, mass, 1, abstract, algebraic, " + drive1 + ";")
          .in_space(),
      sample("genel", "mass", "mass", "genel: 1, mass, 1, structural, 2, algebraic, " + drive1 + ";").in_space(),
      sample("genel", "swash plate", "swash plate",
             "abstract: 4; abstract: 5; abstract: 6; genel: 1, swash plate, 1, limits, -9., 9., 2, 3, 4, 5, 6, 0.4, "
             "2., 3.;")
          .in_space(),
      sample("genel", "scalar filter", "state space",
             "genel: 1, scalar filter, 3, abstract, 1, structural, 2, algebraic, 2, 3., 4., 2, 1., 2., 5., gain, 2.;")
          .in_space(),
      sample("genel", "scalar filter", "state space",
             "genel: 1, scalar filter, 1, structural, 5, differential, drive, " + drive1 +
                 ", canonical form, observable, 2, 3., 4., 0, 1.;")
          .in_space(),
      sample("genel", "state space SISO", "state space",
             "genel: 1, state space SISO, 2, abstract, algebraic, node dof, 1, abstract, differential, 2,"
             "matrix E, 2., 0., 1., 0., matrix A, -1., 2., -3., -4., matrix B, 1., 2., matrix C, 3., 4.,"
             "matrix D, 0.5;")
          .in_space(),
      sample("genel", "state space MIMO", "state space",
             "genel: 1, state space MIMO, 2, 3, abstract, 1, structural, 3, algebraic, 2, 1, abstract, algebraic,"
             "drive, " +
                 drive1 +
                 ", 2, matrix A, -1., 2., -3., -4., matrix B, 1., 2., 3., 4.,"
                 "matrix C, 3., 4., 5., 6., matrix D, 0.5, 0.6, 0.7, 0.8, value, 1., 2.;")
          .in_space(),
      sample("bulk", "", "stiffness spring", "bulk: 1, stiffness spring, 1, structural, 2, algebraic, " + drive1 + ";")
          .in_space(),

      sample("body", "", "body", body + ";" + gravity).in_space(),
      sample("body", "", "body", central + body + ";").in_space(),
      sample("body", "", "node inertia",
             "body: 1, 1, condense, 2, 3., 0.2, -0.1, 0.4, " + inertia + ", 1., -0.3, 0.2, 0.1, eye;" +
                 "body: 2, 1, 2., null, " + inertia + ", orientation, euler, 0.3, 0.2, 0.1;")
          .in_space(),
      sample("body", "", "node inertia", "body: 1, 1, 2., null, " + inertia + ";").in_space(),
      sample("body", "", "variable mass body", variable).in_space(),
      sample("body", "", "variable mass body", variable + central).in_space(),
      sample("gravity", "", "body", gravity + body + ";").in_space(),
      sample("inertia", "", "inertia", body + "; inertia: 1, body, all, output, always;").in_space(),
      sample("automatic structural", "", "node inertia", body + "; automatic structural: 1, null, null, null, null;")
          .in_space(),

      sample("beam2", "", "beam2", "beam2: 1, " + section_ends + "eye, " + elastic + ";").within(0.3),
      sample("beam2", "", "beam2", "beam2: 1, " + section_ends + "from nodes, " + viscous + ";").within(0.3),
      sample("beam3", "", "beam3",
             "beam3: 1, " + section_ends + "3, position, 0.1, 0.2, -0.1, from nodes, " + viscous + ", same, " +
                 elastic + ";")
          .within(0.3),
      sample("beam2", "", "beam2 inertia",
             "beam2: 1, " + section_ends + "eye, " + elastic + ", inertia, 3., 0.2, -0.1, 0.4, " + inertia + ";")
          .in_space()
          .within(0.3),
      sample("beam3", "", "beam3 inertia",
             gravity + "beam3: 1, " + section_ends + "3, position, 0.1, 0.2, -0.1, euler, 0.1, 0.2, 0.3, " + elastic +
                 ", euler, 0.4, 0.2, -0.3, same, inertia, 3., 0.2, -0.1, 0.4, " + inertia + ";")
          .in_space()
          .within(0.3),
      sample("beam3", "", "beam3 inertia",
             central + "beam3: 1, " + section_ends + "3, position, 0.1, 0.2, -0.1, from nodes, " + elastic +
                 ", same, same, inertia, 3., 0.2, -0.1, 0.4, " + inertia + ";")
          .in_space()
          .within(0.3),
      sample("beam2", "", "beam2",
             "beam2: 1, " + section_ends + "eye, " + elastic +
                 ", piezoelectric actuator, 2, 1, 3, matr, 3., -1., 0.5, 2., -4., 1., 6., 0.2, -7., 3., 1., -5.;")
          .within(0.3),
      sample(
          "beam3", "", "beam3",
          "beam3: 1, " + section_ends + "3, position, 0.1, 0.2, -0.1, from nodes, " + elastic +
              ", same, same, piezoelectric beam, 2, 1, 2, matr, 3., -1., 0.5, 2., -4., 1., 6., 0.2, -7., 3., 1., -5.,"
              "matr, 2., -0.4, 1.5, 0.3, -1., 4., -0.6, 2.2, 0.1, -3., 1., 0.7, matr, -2., 0.3, 0.4, -1.5, same;")
          .within(0.3),
  };
}

}  // namespace flexura::checks
