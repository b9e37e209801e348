#include "elements/functions/scalar_function_drive.h"

#include "elements/functions/library.h"

namespace flexura {

DrivePointer read_scalar_function_drive(Reader& reader) {
  return std::make_shared<ScalarFunctionDrive>(read_scalar_function(reader));
}

}  // namespace flexura
