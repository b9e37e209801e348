// Drives that look at the state: `node`, `element`, `dof`.
#pragma once

#include "elements/drives/composite.h"
#include "elements/drives/memory.h"
#include "elements/nodes/node_dof.h"

namespace flexura {

/// func(private datum of a node). Time derivatives are those of the motion.
class NodeDrive final : public CompositeDrive {
 public:
  /// `model` must outlive the drive.
  NodeDrive(const Model& model, NodeIndex node, int datum, DrivePointer func)
      : CompositeDrive({std::move(func)}), model_(model), node_(node), datum_(datum) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;
  [[nodiscard]] bool constant() const override { return false; }
  [[nodiscard]] bool depends_on_state() const override { return true; }
  void accept(const Taylor2& x, const DriveContext& context) override;
  void events(double, double, std::vector<double>&) const override {}

 private:
  [[nodiscard]] Taylor2 argument(const DriveContext& context) const;
  const Model& model_;
  NodeIndex node_;
  int datum_;
};

/// func(value or rate of a degree of freedom).
class DofDrive final : public CompositeDrive {
 public:
  DofDrive(const Model& model, const NodeDof& dof, DrivePointer func)
      : CompositeDrive({std::move(func)}), model_(model), dof_(dof) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;
  [[nodiscard]] bool constant() const override { return false; }
  [[nodiscard]] bool depends_on_state() const override { return true; }
  void accept(const Taylor2& x, const DriveContext& context) override;
  void events(double, double, std::vector<double>&) const override {}

 private:
  [[nodiscard]] Taylor2 argument(const DriveContext& context) const;
  const Model& model_;
  NodeDof dof_;
};

/// func(private datum of an element). The datum comes without time derivatives.
class ElementDrive final : public CompositeDrive {
 public:
  /// `observation`: number given by Model::observe.
  ElementDrive(int observation, DrivePointer func) : CompositeDrive({std::move(func)}), observation_(observation) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;
  [[nodiscard]] bool constant() const override { return false; }
  [[nodiscard]] bool depends_on_state() const override { return true; }
  void accept(const Taylor2& x, const DriveContext& context) override;
  void events(double, double, std::vector<double>&) const override {}

 private:
  [[nodiscard]] Taylor2 argument(const DriveContext& context) const;
  int observation_;
};

/// The value of a degree of freedom, taken every `period` seconds and held in between (parameter node `sample and
/// hold`).
class SampleDrive final : public MemoryDrive {
 public:
  SampleDrive(const Model& model, const NodeDof& dof, double period) : model_(model), dof_(dof), period_(period) {}
  [[nodiscard]] bool depends_on_state() const override { return true; }

 protected:
  [[nodiscard]] Taylor2 compute(const Taylor2& x, const DriveContext& context) const override;
  void advance(const Taylor2& x, const DriveContext& context, const Taylor2& value) override;
  void memory(Archive& archive) override { archive(next_, held_, started_); }

 private:
  const Model& model_;
  NodeDof dof_;
  double period_;
  double next_ = 0, held_ = 0;
  bool started_ = false;
};

/// A weighted sum of private data of elements: what a `bind` card gives a parameter node.
class ObservedDrive final : public Drive {
 public:
  struct Term {
    int observation;  ///< number given by Model::observe
    double factor;
  };
  explicit ObservedDrive(std::vector<Term> terms) : terms_(std::move(terms)) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;
  [[nodiscard]] bool depends_on_state() const override { return true; }

 private:
  std::vector<Term> terms_;
};

DrivePointer read_node_drive(Reader& reader);     ///< label, type [, string, "name" | index, i], drive
DrivePointer read_element_drive(Reader& reader);  ///< label, type [, string, "name" | index, i], drive
DrivePointer read_dof_drive(Reader& reader);      ///< dof, drive

/// `[{string, "name" | index, i},]` of an element whose family and label have been read; gives the number of the
/// observation. A number without the word `index` is an index when `bare_index` (card `bind`).
int read_observation(Reader& reader, std::string_view family, unsigned label, const SourceLocation& label_at,
                     bool bare_index = false);
/// Reads the word for a class of elements ("joint", "beam", also "beam3") and gives its family. Throws InputError.
std::string read_element_family(Reader& reader);

}  // namespace flexura
