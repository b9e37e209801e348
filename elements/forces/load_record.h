// What structural forces and couples write, and their record of the model log.
#pragma once

#include <string>
#include <string_view>

#include "elements/log_record.h"
#include "model/output_spec.h"

namespace flexura {

/// Rows of forces: node label, force (3), point of application (3), global axes; internal forces have the second node
/// after that.
OutputSpec force_spec(std::string_view type, bool internal);
/// Rows of couples: node label, couple (3), global axes; internal couples have the second node after that.
OutputSpec couple_spec(std::string_view type, bool internal);

/// "structural [internal] {absolute|follower} {force|couple}: label node1 arm1 [node2 arm2]".
class LoadLog {
 public:
  LoadLog(std::string_view key, const ElementInfo& info, const Model& model) : record_(key, info), model_(model) {}
  LoadLog& at(NodeIndex node, const Vec3& arm) {
    record_.node(model_, node).add(arm);
    return *this;
  }
  [[nodiscard]] const std::string& str() const { return record_.str(); }

 private:
  LogRecord record_;
  const Model& model_;
};

/// Label of a node as a number of a record.
double label_of(const Model& model, NodeIndex node);

}  // namespace flexura
