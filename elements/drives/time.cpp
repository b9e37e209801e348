#include "elements/drives/time.h"

namespace flexura {

DrivePointer read_time(Reader&) { return std::make_shared<TimeDrive>(); }
DrivePointer read_time_step(Reader&) { return std::make_shared<TimeStepDrive>(); }
DrivePointer read_direct(Reader&) { return std::make_shared<DirectDrive>(); }

}  // namespace flexura
