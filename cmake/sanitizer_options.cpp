// Only in the executable of a sanitizer build: MPI keeps memory until the end of the process and unloads the plug-ins
// that hold it, so that a search for leaks at exit finds nothing else. The unit tests search for leaks.
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }
