#include "app/stop_signals.h"

#include <unistd.h>

#include <csignal>

namespace flexura::stop_signals {

namespace {

volatile std::sig_atomic_t signal_noted = 0;

extern "C" void note(int signal) {
  if (signal_noted != 0) _exit(128 + signal);
  signal_noted = signal;
}

}  // namespace

void install() {
  struct sigaction action {};
  action.sa_handler = note;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;  // a write that is interrupted goes on
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a full disk, which those who write it tell
}

int noted() { return signal_noted; }

void clear() { signal_noted = 0; }

}  // namespace flexura::stop_signals
