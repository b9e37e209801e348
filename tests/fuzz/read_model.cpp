// Fuzz target of the reader: any text is read to the end or refused with an error; nothing else may happen.
#include <cstddef>
#include <cstdint>
#include <string>

#include "input/blocks/analysis.h"
#include "support/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  // Files and the environment are none of the reader's business here.
  for (const char* word :
       {"include", "setenv", "file", "print", "remark", "exit", "license", "warranty", "stop", "c81"})
    if (text.find(word) != std::string::npos) return 0;
  flexura::ReadOptions options;
  options.environment = false;
  try {
    flexura::read_model_text(text, "fuzz", options);
  } catch (const flexura::Error&) {
    return 0;
  }
  return 0;
}
