#include "elements/joints/drive_hinge.h"

#include "elements/joints/joint_record.h"

namespace flexura {

OutputSpec DriveHinge::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, 6);
  spec.variables.push_back({"Theta0", 12, 3, 1, "radian", "imposed rotation vector in joint axes"});
  spec.variables.push_back({"Theta", 15, 3, 1, "radian", "relative rotation vector in joint axes"});
  return spec;
}

void DriveHinge::output(const Local& q, const Model&, double* record) const {
  write_reactions(record, lock_.frame1(q), Vec3::Zero(), -lock_.couple(q, imposed(q)));
  Eigen::Map<Vec3> wanted(record + 12), actual(record + 15);
  wanted = rotation_.value(q.drives());
  actual = rotation_log<double>(lock_.relative(q));
}

double DriveHinge::private_value(const Local& q, int datum) const {
  return datum < 3 ? rotation_.value(q.drives())(datum)
                   : -lock_.frame1(q).col(datum - 3).dot(lock_.couple(q, imposed(q)));
}

}  // namespace flexura
