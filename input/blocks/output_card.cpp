#include "input/blocks/output_card.h"

#include <fmt/format.h>

namespace flexura {

void read_labels_or_range(Reader& reader, const std::function<void(unsigned)>& one,
                          const std::function<void(unsigned, unsigned)>& range) {
  if (reader.keyword("range")) {
    const unsigned first = reader.label();
    const unsigned last = reader.label();
    if (last < first) reader.fail(fmt::format("the range ends at {}, before it begins at {}", last, first));
    range(first, last);
    return;
  }
  do {
    one(reader.label());
  } while (reader.more());
}

}  // namespace flexura
