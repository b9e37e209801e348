// What every element of the model file has besides its physics.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

#include "model/table.h"
#include "support/error.h"
#include "support/source_place.h"

namespace flexura {

struct ElementInfo {
  unsigned label = 0;
  SourceLocation where;
  bool output = true;
  std::string name;  ///< optional
  int method = 0;    ///< `hybrid`: number of the integration method of its own unknowns, 0: that of all others
};

/// The same of the elements of a batch, in 20 bytes each: every rank looks at those of the whole model.
class ElementInfos {
 public:
  [[nodiscard]] int size() const { return static_cast<int>(stored_.size()); }
  [[nodiscard]] ElementInfo operator[](int i) const {
    const Stored& s = stored_[i];
    ElementInfo info;
    info.label = s.label;
    info.where = s.where.location();
    info.output = s.output != 0;
    if (const auto at = rare_.find(i); at != rare_.end()) {
      info.name = at->second.name;
      info.method = at->second.method;
    }
    return info;
  }
  [[nodiscard]] unsigned label(int i) const { return stored_[i].label; }
  [[nodiscard]] bool output(int i) const { return stored_[i].output != 0; }

  void push_back(ElementInfo info) {
    if (!info.name.empty() || info.method != 0) rare_[size()] = {std::move(info.name), info.method};
    stored_.push_back({info.label, SourcePlace(info.where), info.output});
  }
  void set_label(int i, unsigned label) { stored_[i].label = label; }
  void set_output(int i, bool output) { stored_[i].output = output; }
  void set_method(int i, int method) {
    if (method != 0 || rare_.count(i) > 0) rare_[i].method = method;
  }

 private:
  struct Stored {
    unsigned label;
    SourcePlace where;
    std::uint32_t output;
  };
  static_assert(sizeof(Stored) == 5 * 4);  // as Table wants it
  struct Rare {
    std::string name;
    int method = 0;
  };
  Table<Stored> stored_;
  std::unordered_map<int, Rare> rare_;
};

}  // namespace flexura
