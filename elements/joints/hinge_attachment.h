// How hints of driven elements attach joints anew that have a point and the direction of axis 3 in common.
#pragma once

#include "elements/joints/axes_orthogonality.h"
#include "elements/joints/point_coincidence.h"
#include "elements/joints/relative_rotation.h"
#include "model/reattachment.h"

namespace flexura {

inline Attachments hinge_attachments(const PointCoincidence& point, const RelativeRotation& frames) {
  return {{{{point.f1, frames.orientation1}, {point.f2, frames.orientation2}}}};
}

template <class Axes>
void attach_hinge(const Attachments& at, PointCoincidence& point, Axes& axes, RelativeRotation& frames) {
  point = {at.ends[0].position, at.ends[1].position};
  axes = axes_alignment<3>(at.ends[0].axes, at.ends[1].axes);
  frames.orientation1 = at.ends[0].axes;
  frames.orientation2 = at.ends[1].axes;
}

}  // namespace flexura
