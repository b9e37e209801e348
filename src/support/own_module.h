// Parts of the program that are loaded when they are asked for, so that it starts without the libraries they need.
#pragma once

#include <filesystem>
#include <string>

namespace flexura {

/// The folder of the library this program runs with; the modules built with it lie there.
std::filesystem::path library_folder();

/// A function of the module `name` (flexura_catalyst, flexura_belos), which stays loaded from now on. Throws
/// Error(usage) with `needs` in the message when the program was built without what the module needs.
void* function_of_own_module(const std::string& name, const char* function, const std::string& needs);

}  // namespace flexura
