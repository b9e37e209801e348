// Ctrl-C and SIGTERM: finish the step, then stop.
#pragma once

namespace flexura::stop_signals {

/// From now on the first SIGINT or SIGTERM is noted; a second one ends the process at once with code 128 + signal.
void install();

/// The signal that was noted, 0 when there was none.
int noted();

/// Forgets a noted signal.
void clear();

}  // namespace flexura::stop_signals
