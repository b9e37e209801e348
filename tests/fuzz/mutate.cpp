// Runs a fuzz target without libFuzzer: the texts of the corpus, then texts made of them by cutting, joining, doubling
// and changing bytes and words. usage: fuzz_mutate CORPUS_DIR SECONDS [SEED]
//
// The text at work is kept in the file `fuzz_last.mbd`, so that the one that ended the program is there afterwards.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Generator = std::mt19937_64;

std::size_t below(Generator& g, std::size_t n) { return n == 0 ? 0 : g() % n; }

/// Places where tokens begin.
std::vector<std::size_t> token_starts(const std::string& text) {
  std::vector<std::size_t> starts;
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool separator = text[i] == ' ' || text[i] == '\n' || text[i] == ',' || text[i] == ';' || text[i] == ':';
    if (!separator && !inside) starts.push_back(i);
    inside = !separator;
  }
  return starts;
}

std::string token(const std::string& text, Generator& g) {
  const auto starts = token_starts(text);
  if (starts.empty()) return "";
  const std::size_t from = starts[below(g, starts.size())];
  return text.substr(from, text.find_first_of(" \n,;:", from) - from);
}

std::string mutated(std::string text, const std::vector<std::string>& corpus, Generator& g) {
  static const std::vector<std::string> pieces = {
      ",",     ";",          ":",  "(",     ")",          "\"",          "#",    "/*",      "1e400",
      "-1",    "2147483648", "0",  "[",     "]",          "null",        "eye",  "1/0",     "nan",
      "99999", "same",       "\\", "=",     "::",         "set: ",       "{",    "-2^",     "forever",
      "node",  "string",     "0.", "1.e-9", "array, 3, ", "reference, ", "\x80", "begin: ", "end: "};
  const std::size_t changes = 1 + below(g, 4);
  for (std::size_t k = 0; k < changes && !text.empty(); ++k) {
    const std::size_t at = below(g, text.size());
    switch (below(g, 8)) {
      case 0:
        text.erase(at, 1 + below(g, 12));
        break;
      case 1:
        text.insert(at, pieces[below(g, pieces.size())]);
        break;
      case 2:
        text[at] = static_cast<char>(g() % 256);
        break;
      case 3: {  // a token of some text in the place of another
        const auto starts = token_starts(text);
        if (starts.empty()) break;
        const std::size_t from = starts[below(g, starts.size())];
        text.replace(from, text.find_first_of(" \n,;:", from) - from, token(corpus[below(g, corpus.size())], g));
        break;
      }
      case 4: {  // a card doubled
        const std::size_t end = text.find(';', at);
        if (end != std::string::npos) text.insert(end + 1, text.substr(at, std::min<std::size_t>(end + 1 - at, 400)));
        break;
      }
      case 5:
        text.resize(at);
        break;
      case 6: {  // the end of another text
        const std::string& other = corpus[below(g, corpus.size())];
        text = text.substr(0, at) + other.substr(below(g, other.size() + 1));
        break;
      }
      default: {  // a piece of the text elsewhere
        const std::string piece = text.substr(at, 1 + below(g, 40));
        text.insert(below(g, text.size()), piece);
      }
    }
  }
  if (text.size() > 20000) text.resize(20000);
  return text;
}

void run(const std::string& text) {
  std::ofstream("fuzz_last.mbd", std::ios::binary) << text;
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: fuzz_mutate CORPUS_DIR SECONDS [SEED]\n", stderr);
    return 2;
  }
  std::vector<std::string> corpus;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
    std::ifstream file(entry.path(), std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  if (corpus.empty()) {
    std::fprintf(stderr, "no files in %s\n", argv[1]);
    return 2;
  }
  Generator g(argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1);
  for (const std::string& text : corpus) run(text);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(std::atol(argv[2]));
  long count = 0;
  std::chrono::duration<double> slowest(0);
  while (std::chrono::steady_clock::now() < end) {
    const std::string text = mutated(corpus[below(g, corpus.size())], corpus, g);
    const auto start = std::chrono::steady_clock::now();
    run(text);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    if (took > slowest) {
      slowest = took;
      std::ofstream("fuzz_slowest.mbd", std::ios::binary) << text;
    }
    ++count;
  }
  std::printf("%ld texts, slowest %.3f s\n", count, slowest.count());
  return 0;
}
