#include "elements/laws/library.h"

#include <fmt/format.h>

#include "elements/laws/law_arguments.h"
#include "elements/laws/linear.h"
#include "elements/laws/register.h"
#include "input/run_storage.h"

namespace flexura {

std::shared_ptr<LawLibrary> LawLibrary::of(const std::shared_ptr<SymbolTable>& symbols) {
  return run_storage<LawLibrary>(symbols);
}

template <int N>
LawPointer<N> LawLibrary::share(LawPointer<N> law) {
  const auto plain = [](const ConstitutiveLaw<N>& of) {
    return of.prestrain().empty() && dynamic_cast<const LinearLaw<N>*>(&of) != nullptr;
  };
  if (!plain(*law)) return law;
  auto& [laws, next] = std::get<Recent<N>>(recent_);
  for (const LawPointer<N>& known : laws) {
    if (known && known->kind() == law->kind() && known->linear()->stiffness == law->linear()->stiffness &&
        known->linear()->damping == law->linear()->damping && known->prestress() == law->prestress())
      return known;
  }
  laws[next] = law;
  next = (next + 1) % laws.size();
  return law;
}
template LawPointer<1> LawLibrary::share(LawPointer<1>);
template LawPointer<3> LawLibrary::share(LawPointer<3>);
template LawPointer<6> LawLibrary::share(LawPointer<6>);

namespace {

/// ", but in dimension 1, 3" for a law that exists elsewhere, empty when there is none of the name.
std::string other_dimensions(std::string_view name) {
  std::string result;
  const auto note = [&](const auto& registry, const char* dimension) {
    const auto* entry = registry.find(name);
    if (entry && entry->read) result += (result.empty() ? "" : " and ") + std::string(dimension);
  };
  note(law_types<1>(), "1");
  note(law_types<3>(), "3");
  note(law_types<6>(), "6");
  return result;
}

template <int N>
LawPointer<N> read_reference(Reader& reader) {
  const unsigned label = reader.label();
  const auto library = LawLibrary::of(reader.shared_symbols());
  if (auto law = library->template find<N>(label)) return law;
  std::string elsewhere;
  if (library->template find<1>(label)) elsewhere = "1";
  if (library->template find<3>(label)) elsewhere = "3";
  if (library->template find<6>(label)) elsewhere = "6";
  if (!elsewhere.empty()) {
    reader.fail(fmt::format("constitutive law {} has dimension {}, dimension {} is needed here", label, elsewhere, N));
  }
  const auto labels = library->template labels<N>();
  reader.fail(fmt::format("constitutive law {} of dimension {} is not defined{}", label, N,
                          labels.empty() ? "; none is defined yet" : did_you_mean(std::to_string(label), labels)));
}

}  // namespace

template <int N>
LawPointer<N> read_law(Reader& reader) {
  const auto library = LawLibrary::of(reader.shared_symbols());
  struct Depth {
    explicit Depth(int& d) : depth(d) { ++depth; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    ~Depth() { --depth; }
    int& depth;
  } const guard(library->nesting);
  constexpr int deepest = 100;
  if (library->nesting > deepest) reader.fail("constitutive laws are nested too deeply");

  if (reader.keyword("reference")) return read_reference<N>(reader);
  const std::string name = reader.peek_word();
  if (law_types<N>().find(name)) return library->share(reader.entry(law_types<N>()).read(reader));
  if (reader.at_number()) {
    if constexpr (N == 1) {
      const LawMatrix<1> stiffness(reader.real());
      return finish_law<1>(reader, std::make_shared<LinearLaw<1>>(LawKind::elastic, stiffness, LawMatrix<1>::Zero()));
    }
    reader.fail_next(fmt::format("expected the name of a constitutive law of dimension {}, found a number", N));
  }
  if (const std::string others = other_dimensions(name); !others.empty()) {
    reader.word();
    reader.fail(fmt::format("constitutive law `{}` does not exist in dimension {}, only in {}", reader.argument_text(),
                            N, others));
  }
  if (name.empty()) reader.fail_next(fmt::format("expected a constitutive law of dimension {}", N));
  return reader.entry(law_types<N>()).read(reader);
}
template LawPointer<1> read_law<1>(Reader&);
template LawPointer<3> read_law<3>(Reader&);
template LawPointer<6> read_law<6>(Reader&);

namespace {

template <int N>
void read_labelled(Reader& reader, unsigned label, const SourceLocation& where) {
  const auto library = LawLibrary::of(reader.shared_symbols());
  if (!library->add<N>(label, read_law<N>(reader))) {
    reader.fail_at(where, fmt::format("constitutive law {} of dimension {} is already defined", label, N));
  }
}

}  // namespace

void read_law_card(Reader& reader) {
  const unsigned label = reader.label();
  const SourceLocation where = reader.where();
  reader.optional_name();
  const std::int64_t dimension = reader.integer();
  switch (dimension) {
    case 1:
      return read_labelled<1>(reader, label, where);
    case 3:
      return read_labelled<3>(reader, label, where);
    case 6:
      return read_labelled<6>(reader, label, where);
    case 7:
    case 9:
      reader.fail(fmt::format("constitutive laws of dimension {} (solid elements) are not supported", dimension));
    default:
      reader.fail(fmt::format("the dimension of a constitutive law must be 1, 3 or 6, found {}", dimension));
  }
}

void register_law_card(CardRegistry& registry) {
  registry.add("constitutive law", read_law_card, "define a constitutive law by label");
}

}  // namespace flexura
