#include "elements/drives/constant.h"

namespace flexura {

DrivePointer read_constant(Reader& reader) { return std::make_shared<ConstantDrive>(reader.real()); }
DrivePointer read_null(Reader&) { return std::make_shared<ConstantDrive>(0); }
DrivePointer read_unit(Reader&) { return std::make_shared<ConstantDrive>(1); }

}  // namespace flexura
