// The smallest module: it only has to compile against the installed headers and to link with the library.
#include "math/types.h"

extern "C" double flexura_extension_probe() { return flexura::axial(flexura::Mat3(flexura::Mat3::Zero())).norm(); }
