// Cards that are allowed almost everywhere.
#include <cstdlib>

#include <fmt/format.h>

#include "input/reader.h"

namespace flexura {

namespace {

constexpr const char* license_text =
    "Flexura is free software under the BSD 3-Clause License. Redistribution and use in source and binary forms, with "
    "or\n"
    "without modification, are permitted under the conditions of the file LICENSE.";
constexpr const char* warranty_text =
    "Flexura comes without any warranty, express or implied, as the file LICENSE states: it is provided as is, and "
    "the\n"
    "copyright holders and contributors are not liable for any damage arising from its use.";

void read_remark(Reader& reader) {
  const SourceLocation where = reader.card_where();
  std::string text = fmt::format("line {}, file <{}>", where.line, where.file);
  const char* separator = ": ";
  while (reader.more()) {
    text += separator + reader.value().text();
    separator = ", ";
  }
  reader.symbols().print_line(text);
}

void read_setenv(Reader& reader) {
  const bool overwrite = reader.keyword("overwrite") && reader.yes_no();
  const std::string assignment = reader.string();
  const std::size_t equals = assignment.find('=');
  const std::string name = assignment.substr(0, equals);
  if (name.empty()) reader.fail("expected `NAME=value` or `NAME`, the name of the environment variable is missing");
  if (equals == std::string::npos) {
    unsetenv(name.c_str());
  } else {
    setenv(name.c_str(), assignment.c_str() + equals + 1, overwrite ? 1 : 0);
  }
}

void read_print_symbol_table(Reader& reader) {
  std::vector<std::string> names;
  while (reader.more()) {
    const int index = reader.choice({"all", "default", "model"}, "namespace");
    if (index != 2) names.emplace_back();
    if (index != 1) {
      for (const auto& name : ModelFunctions::names()) names.push_back("model::" + name);
    }
  }
  if (names.empty()) names.emplace_back();
  for (const auto& name : names) reader.symbols().print_line(name.empty() ? reader.symbols().print() : name);
}

void read_include(Reader& reader) {
  const std::string path = reader.file_name();
  reader.end_card();
  reader.include(path);
}

void read_exit(Reader& reader) {
  reader.end_card();
  reader.diagnostics().raise();
  reader.stop_reading();
  throw StopRequest(0, "the model ends the run (card `exit`)");
}

}  // namespace

void register_general_cards(CardRegistry& registry) {
  registry.add(
      "set", [](Reader& r) { r.read_set_card(); }, "evaluate an expression, declare variables");
  registry.add("setenv", read_setenv, "set or unset an environment variable");
  registry.add("remark", read_remark, "print a line with values");
  registry.add("include", read_include, "read another file");
  registry.add("print symbol table", read_print_symbol_table, "list variables and functions");
  registry.add(
      "reference", [](Reader& r) { r.read_reference_card(); }, "define a reference frame");
  registry.add(
      "drive caller", [](Reader& r) { r.read_drive_caller_card(); }, "define a drive by label");
  registry.add(
      "template drive caller", [](Reader& r) { r.read_template_drive_caller_card(); },
      "define a vector or matrix drive by label");
  registry.add(
      "license", [](Reader& r) { r.symbols().print_line(license_text); }, "print the license");
  registry.add(
      "warranty", [](Reader& r) { r.symbols().print_line(warranty_text); }, "print the disclaimer of warranty");
  registry.add("exit", read_exit, "end the run");
  registry.add_unsupported("constitutive law", "laws by label cannot be read yet");
  registry.add_unsupported("scalar function", "scalar functions cannot be read yet");
  registry.add_unsupported("hydraulic fluid", "hydraulic fluids cannot be read yet");
  registry.add_unsupported("c81 data", "airfoil tables cannot be read yet");
  registry.add_unsupported("module load", "all supported types are built in");
}

}  // namespace flexura
