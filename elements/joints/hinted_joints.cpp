#include "elements/joints/hinted_joints.h"

#include "elements/deformable_joints/deformable_axial_joint.h"
#include "elements/deformable_joints/deformable_joint.h"
#include "elements/joints/axial_rotation.h"
#include "elements/joints/drive_displacement.h"
#include "elements/joints/drive_hinge.h"
#include "elements/joints/imposed_displacement.h"
#include "elements/joints/in_plane.h"
#include "elements/joints/prismatic.h"
#include "elements/joints/revolute_hinge.h"
#include "elements/joints/revolute_rotation.h"
#include "elements/joints/spherical_hinge.h"
#include "elements/total_joints/total_joint.h"

namespace flexura {

namespace {

template <class Joint>
class Joints final : public HintedJoints {
 public:
  explicit Joints(Batch<Joint>& batch) : batch_(batch) {}
  [[nodiscard]] bool attaches(AttachmentPart part) const override { return Joint::attaches(part); }
  [[nodiscard]] Attachments attachments(int i) const override { return batch_.element(i).attachments(); }
  void attach(int i, const Attachments& at) override { batch_.element(i).attach(at); }
  [[nodiscard]] Vec3 imposed(int i, const Taylor2* drives) const override {
    if constexpr (requires(const Joint& joint) { joint.imposed_displacement(drives); }) {
      return batch_.element(i).imposed_displacement(drives);
    } else {
      return Vec3::Zero();
    }
  }

 private:
  Batch<Joint>& batch_;
};

/// The first of the types that `batch` is of.
template <class... Types>
std::unique_ptr<HintedJoints> find(ElementBatch& batch) {
  std::unique_ptr<HintedJoints> found;
  const auto try_type = [&]<class Joint>(Batch<Joint>* joints) {
    if (joints) found = std::make_unique<Joints<Joint>>(*joints);
  };
  (try_type(dynamic_cast<Batch<Types>*>(&batch)), ...);
  return found;
}

}  // namespace

std::unique_ptr<HintedJoints> HintedJoints::of(ElementBatch& batch) {
  return find<AxialRotation, DeformableAxialJoint, DeformableDisplacementJoint, DeformableHinge, DeformableJoint6,
              InvariantDeformableDisplacementJoint, InvariantDeformableHinge, InvariantDeformableJoint6,
              DriveDisplacement, DriveDisplacementPin, DriveHinge, ImposedDisplacement, ImposedDisplacementPin, InPlane,
              Prismatic, RevoluteHinge, RevolutePin, RevoluteRotation, SphericalHinge, SphericalPin, TotalJoint,
              TotalPinJoint>(batch);
}

}  // namespace flexura
