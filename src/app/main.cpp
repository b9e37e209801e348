#include "app/program.h"

int main(int argc, char* argv[]) { return flexura::run_program(argc, argv); }
