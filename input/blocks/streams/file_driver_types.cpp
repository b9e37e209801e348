#include "input/blocks/streams/file_driver_types.h"

#include "input/blocks/streams/external_driver.h"
#include "input/blocks/streams/socket_driver.h"

namespace flexura {

const FileDriverRegistry& file_driver_types() {
  static const FileDriverRegistry registry = [] {
    FileDriverRegistry types = table_driver_types();
    types.add("socket", read_socket_driver, "commands in text that set channels while the model runs");
    types.add("stream", read_stream_driver, "packets of numbers that come while the model runs");
    types.add_unsupported("RTAI input", "mailboxes of a real-time system");
    types.add_unsupported("joystick", "");
    return types;
  }();
  return registry;
}

}  // namespace flexura
