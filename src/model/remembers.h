// What a checkpoint has to save of an object of the model.
#pragma once

#include "support/archive.h"

namespace flexura {

/// A drive whose value depends on what happened at accepted steps, or one that contains such drives.
///
/// Elements and constitutive laws have no such interface: what they remember are internal variables, which their owner
/// keeps for them.
class Remembers {
 public:
  Remembers() = default;
  Remembers(const Remembers&) = delete;
  Remembers& operator=(const Remembers&) = delete;
  virtual ~Remembers() = default;

  /// Saves what it remembers, or takes it back. Whatever is made of others passes this on to all of them.
  virtual void remember(Archive& archive) = 0;
};

/// The same for an object of which it is not known whether it remembers anything.
template <class T>
void remember(T& object, Archive& archive) {
  if (auto* const remembers = dynamic_cast<Remembers*>(&object)) remembers->remember(archive);
}

}  // namespace flexura
