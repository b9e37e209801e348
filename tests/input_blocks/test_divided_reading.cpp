// Cards that ranks divide among them: all have the same model then, as if each had read all of it.
#include <boost/test/unit_test.hpp>

#include <unistd.h>

#include <condition_variable>

#include <filesystem>
#include <fstream>
#include <functional>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "elements/check/scene.h"
#include "input/blocks/rank_exchange.h"
#include "test_paths.h"
#include "tests/input_blocks/deck.h"

using namespace flexura;
using namespace flexura::test;
using flexura::checks::Scene;

BOOST_AUTO_TEST_SUITE(divided_reading)

namespace {

/// Ranks are threads of which one runs at a time.
class Ranks {
 public:
  explicit Ranks(int count) : posted_(static_cast<std::size_t>(count)) {}

  class Exchange final : public RankExchange {
   public:
    Exchange(Ranks& of, int rank) : of_(of), rank_(rank) {}
    [[nodiscard]] int rank() const override { return rank_; }
    [[nodiscard]] int ranks() const override { return static_cast<int>(of_.posted_.size()); }
    std::vector<std::string> all(const std::string& mine) override {
      sent += mine.size();
      return of_.meet(rank_, mine);
    }
    std::vector<std::string> at_first(const std::string& mine) override {
      std::vector<std::string> messages = of_.meet(rank_, mine);
      return rank_ == 0 ? messages : std::vector<std::string>();
    }
    std::size_t sent = 0;

   private:
    Ranks& of_;
    int rank_;
  };

  /// Calls `run` for each rank; a rank may return early, as one that fails does.
  template <class Run>
  void run(Run&& run) {
    std::vector<std::thread> threads;
    for (std::size_t rank = 0; rank < posted_.size(); ++rank)
      threads.emplace_back([this, rank, &run] {
        running_.lock();
        run(static_cast<int>(rank));
        running_.unlock();
      });
    for (std::thread& thread : threads) thread.join();
  }

 private:
  std::vector<std::string> meet(int rank, const std::string& mine) {
    posted_[static_cast<std::size_t>(rank)] = mine;
    if (++met_ == posted_.size()) {
      met_ = 0;
      ++meeting_;
      told_ = posted_;
      all_met_.notify_all();
      return told_;
    }
    std::unique_lock<std::mutex> lock(running_, std::adopt_lock);
    all_met_.wait(lock, [&, before = meeting_] { return meeting_ != before; });
    lock.release();
    return told_;
  }

  std::mutex running_;
  std::condition_variable all_met_;
  std::vector<std::string> posted_, told_;
  std::size_t met_ = 0, meeting_ = 0;
};

/// What a rank has got: everything that ranks know of the whole model, or the messages about errors.
struct Got {
  std::string text;
  std::unique_ptr<Analysis> analysis;
  std::size_t sent = 0;
};

std::string vector_text(const Vec3& v) { return fmt::format("{} {} {}", v(0), v(1), v(2)); }

std::string text_of(const Analysis& analysis, bool with_log) {
  const Model& model = analysis.model;
  std::string text;
  for (NodeIndex i = 1; i < model.node_count(); ++i) {
    const StructuralNode node = model.node(i);
    text +=
        fmt::format("node {} {} at {}: {}; {}; {}; mass {} {}; kind {} output {} accelerations {} scale {} {}\n",
                    node.label, i, node.where.str(), vector_text(node.initial.x), vector_text(node.initial.v),
                    vector_text(node.initial.R.col(1)), node.mass.mass, vector_text(node.mass.first),
                    static_cast<int>(node.kind), node.output, node.accelerations, node.scale, node.position_stiffness);
  }
  for (const ElementReference& e : model.elements()) {
    const ElementBatch& batch = model.batch(e.batch);
    const ElementInfo info = batch.info(e.number);
    const auto found = model.find_element(batch.family(), info.label);
    text += fmt::format("{} {} ({}) {} `{}` at {}: output {}, nodes", batch.type(), info.label, e.number,
                        found ? found->number : -1, info.name, info.where.str(), info.output);
    for (const NodeIndex node : batch.nodes(e.number)) text += fmt::format(" {}", node);
    text += fmt::format(", {} unknowns, {} momenta, {} memory", batch.unknown_count(e.number),
                        batch.momentum_count(e.number), batch.memory_count(e.number));
    for (int j = 0; j < batch.unknown_count(e.number); ++j)
      text += fmt::format(", {}", batch.unknown(e.number, j).name);
    const OutputSpec spec = batch.output_spec(e.number, model);
    text += fmt::format("; {} {} {} {}", spec.extension, spec.type, spec.record_size, spec.variables.size());
    if (with_log) text += "; " + batch.log(e.number, model);
    text += "\n";
  }
  text += fmt::format("{} drives\n", model.drive_count());
  for (const Warning& warning : check_model(analysis)) text += warning.str() + "\n";
  for (const std::string& note : analysis.notes) text += note + "\n";
  text += analysis.fingerprint;
  return text;
}

template <class Read>
Got read_with(RankExchange* exchange, bool gives_up, Read&& read) {
  ReadOptions options;
  options.environment = false;
  options.gives_up_elements = gives_up;
  options.exchange = exchange;
  options.wants_log = !exchange || exchange->rank() == 0;
  Got got;
  try {
    got.analysis = read(options);
    got.text = text_of(*got.analysis, options.wants_log);
  } catch (const Error& error) {
    got.text = error.what();
  }
  return got;
}

Got read_as(const std::string& deck, RankExchange* exchange, bool gives_up = true) {
  return read_with(exchange, gives_up,
                   [&](const ReadOptions& options) { return read_model_text(deck, "deck", options); });
}

/// The first line in which texts differ; empty when they are the same.
std::string difference(const std::string& got, const std::string& expected) {
  std::istringstream one(got), two(expected);
  std::string a, b;
  while (true) {
    const bool more = static_cast<bool>(std::getline(one, a)), as_well = static_cast<bool>(std::getline(two, b));
    if (!more && !as_well) return {};
    if (more != as_well || a != b) return "got `" + (more ? a : "") + "`, expected `" + (as_well ? b : "") + "`";
  }
}

std::vector<Got> read_divided(const std::vector<std::string>& decks) {
  std::vector<Got> got(decks.size());
  Ranks ranks(static_cast<int>(decks.size()));
  ranks.run([&](int rank) {
    Ranks::Exchange exchange(ranks, rank);
    Got& mine = got[static_cast<std::size_t>(rank)];
    mine = read_as(decks[static_cast<std::size_t>(rank)], &exchange);
    mine.sent = exchange.sent;
  });
  return got;
}

/// Rank 0 has the log, too.
std::string without_log(const std::string& deck) {
  const Got got = read_as(deck, nullptr);
  return got.analysis ? text_of(*got.analysis, false) : got.text;
}

/// All ranks have got what one rank alone gets. Returns how many bytes the ranks have told each other.
std::size_t check_division(const std::string& deck, int count = 3) {
  const std::vector<Got> got = read_divided(std::vector<std::string>(static_cast<std::size_t>(count), deck));
  const std::string expected = read_as(deck, nullptr).text, short_one = without_log(deck);
  std::size_t sent = 0;
  for (std::size_t rank = 0; rank < got.size(); ++rank) {
    BOOST_TEST(difference(got[rank].text, rank == 0 ? expected : short_one) == "");
    sent += got[rank].sent;
  }
  return sent;
}

/// A chain of nodes with bodies, beams and springs; `every(i)` is a card behind that of element i.
Deck long_chain(int count, const std::function<std::string(int)>& every = {}) {
  Deck deck;
  deck.counters = fmt::format("structural nodes: {}; rigid bodies: {}; beams: {}; joints: {};", count + 1, count,
                              count - 1, count + 1);
  deck.nodes = "structural: 9999, static, 0., 0., 1., eye, null, null;\n";
  deck.elements = "joint: 1, clamp, 9999, node, node;\n";
  for (int i = 1; i <= count; ++i) {
    deck.nodes +=
        fmt::format("structural: {0}, dynamic, {0}., 0.1, 0., euler, 0.1, 0.{0}, 0., null, 0., 0., {0}.{1};\n", i,
                    i % 7 == 0 ? ", output, no" : "");
    deck.elements += fmt::format("body: {0}, {0}, {1}., 0.1, 0., 0., diag, 1., 2., 2.;\n", i, i % 5 + 1);
    deck.elements +=
        fmt::format("joint: {0}, name, \"rod; {0}\", rod, {1}, 9999, from nodes, linear elastic, {0}e2{2};\n", 1000 + i,
                    i, i % 3 == 0 ? ", output, no" : "");
    if (i > 1)
      deck.elements += fmt::format(
          "beam2: {0}, {1}, null, {0}, null, eye,  # comment; with `;`\n  linear elastic generic, diag, 1e6, 1e6, "
          "1e6, 1e3, 1e3, {0}e3 /* another; */;\n",
          i, i - 1);
    if (every) deck.elements += every(i);
  }
  return deck;
}

}  // namespace

BOOST_AUTO_TEST_CASE(all_ranks_get_the_whole_model) {
  for (const int ranks : {2, 3, 5}) BOOST_TEST(check_division(long_chain(400).text(), ranks) > 50000U);
}

BOOST_AUTO_TEST_CASE(each_rank_reads_a_part) {
  const std::string deck = long_chain(400).text();
  const std::vector<Got> got = read_divided({deck, deck, deck});
  const std::size_t all = got[0].sent + got[1].sent + got[2].sent;
  for (const Got& one : got) BOOST_TEST(one.sent > all / 5);
}

BOOST_AUTO_TEST_CASE(elements_that_others_have_read_come_back) {
  const std::string deck = long_chain(400).text();
  const std::vector<Got> got = read_divided({deck, deck});
  const Got whole = read_as(deck, nullptr, false);
  Scene scene(whole.analysis->model);
  scene.disturb_input(0.1);
  int given_up = 0;
  for (const ElementReference& e : whole.analysis->model.elements()) {
    const ElementBatch& batch = whole.analysis->model.batch(e.batch);
    const int n = batch.local_size(e.number);
    std::vector<double> expected(static_cast<std::size_t>(n) * n), values(expected);
    batch.local_jacobian(scene.state, e.number, expected.data());
    for (const Got& one : got) {
      const ElementBatch& there = one.analysis->model.batch(e.batch);
      given_up += there.is_here(e.number) ? 0 : 1;
      there.local_jacobian(scene.state, e.number, values.data());
      BOOST_REQUIRE(values == expected);
    }
  }
  BOOST_TEST(given_up > 2000);
}

BOOST_AUTO_TEST_CASE(a_part_can_begin_within_a_string_or_a_comment) {
  // Where parts begin moves with the length of the title.
  for (int shift = 0; shift < 60; shift += 3) {
    Deck deck = long_chain(150, [](int i) {
      return i % 10 == 0 ? "/* joint: 1, clamp; body: 7, 7, 1., null, eye; " + std::string(300, ';') + "*/\n" : "";
    });
    deck.nodes = "/*" + std::string(static_cast<std::size_t>(shift), ';') + "*/" + deck.nodes;
    check_division(deck.text(), 2 + shift % 4);
  }
}

BOOST_AUTO_TEST_CASE(cards_that_concern_others_are_read_by_all) {
  Deck deck = long_chain(300, [](int i) -> std::string {
    if (i == 50) return "set: real stiffness = 10.;\n";
    if (i == 100) return "joint: 5000, rod, 1, 9999, from nodes, linear elastic, stiffness;\n";
    if (i == 120) return "set: stiffness = 20.;\n";
    if (i == 130) return "joint: 5001, rod, 2, 9999, from nodes, linear elastic, stiffness;\n";
    if (i == 150) return "reference: 77, 1., 2., 3., eye, null, null;\n";
    if (i == 160) return "joint: 5002, spherical hinge, 3, reference, 77, null, 9999, reference, 77, null;\n";
    if (i == 170) return "reference: 78, 1., 2., 3., eye, null, null;\n";
    if (i == 200) return "output: joint, range, 1000, 1100;\n";
    if (i == 220) return "joint: 5003, spherical hinge, 4, (real inner = 2.), 0., 0., 9999, inner, 0., 0.;\n";
    if (i == 240) return "force: 1, absolute, 5, position, null, 1., 0., 0., sine, 0., 1., 2., forever, 0.;\n";
    if (i == 260)
      return "joint: 5004, total pin joint, 6, position constraint, 1, 0, 0, 1., 0., 0., ramp, 1., 0., 1., 0.;\n";
    return {};
  });
  deck.counters += " forces: 1;";
  const auto joints = deck.counters.find("joints: 301");
  deck.counters.replace(joints, 11, "joints: 306");
  check_division(deck.text(), 2);
  check_division(deck.text(), 4);
}

BOOST_AUTO_TEST_CASE(cards_with_variables_are_read_by_all) {
  Deck deck = long_chain(300, [](int i) -> std::string {
    if (i % 9 == 0)
      return fmt::format("joint: {0}, rod, {1}, 9999, from nodes, linear elastic, (real inner_{1} = 2.);\n", 7000 + i,
                         i);
    if (i % 9 == 5)
      return fmt::format("joint: {0}, rod, {1}, 9999, from nodes, linear elastic, stiffness;\n", 7000 + i, i);
    if (i % 9 == 7) return fmt::format("joint: {0}, spherical hinge, {1}, null, 9999, null;\n", 7000 + i, i);
    return {};
  });
  deck.control = "set: real stiffness = 10.;";
  deck.counters.replace(deck.counters.find("joints: 301"), 11, "joints: 400");
  deck.elements += "set: stiffness = 20.;\n";
  const std::string text = deck.text();
  check_division(text);
  // They are not given up: their cards would say something else when they are read again.
  for (const Got& got : read_divided({text, text})) {
    BOOST_REQUIRE_MESSAGE(got.analysis, got.text);
    const Model& model = got.analysis->model;
    for (unsigned i = 5; i <= 300; i += 9) {
      const auto e = model.find_element("joint", 7000 + i);
      BOOST_TEST(model.batch(e->batch).is_here(e->number));
    }
  }
}

BOOST_AUTO_TEST_CASE(variables_may_be_used_by_nodes) {
  Deck deck = long_chain(200);
  std::string nodes;
  for (int i = 1; i <= 200; ++i)
    nodes += fmt::format("structural: {0}, dynamic, {0} * pitch, 0., 0., eye, null, null, accelerations, yes;\n", i);
  deck.control = "set: real pitch = 0.5;";
  deck.nodes = "structural: 9999, static, 0., 0., 1., eye, null, null;\n" + nodes;
  const std::size_t all = check_division(deck.text());
  deck.nodes = "structural: 9999, static, 0., 0., 1., eye, null, null;\n" + nodes + "set: pitch = 0.25;\n";
  check_division(deck.text());
  deck.nodes.insert(deck.nodes.find("structural: 100,"), "set: pitch = 0.25;\n");
  check_division(deck.text());
  BOOST_TEST(all > 20000U);
}

BOOST_AUTO_TEST_CASE(frames_are_used_on_all_ranks) {
  Deck deck = long_chain(200, [](int i) {
    return fmt::format("joint: {0}, spherical hinge, {1}, reference, {2}, null, 9999, reference, {2}, null;\n",
                       6000 + i, i, i % 40 + 1);
  });
  deck.counters.replace(deck.counters.find("joints: 201"), 11, "joints: 401");
  for (int i = 1; i <= 42; ++i) deck.control += fmt::format("reference: {0}, {0}., 0., 0., eye, null, null;\n", i);
  check_division(deck.text());
  BOOST_TEST(contains(read_as(deck.text(), nullptr).text, "reference frame 42 is never used"));
  BOOST_TEST(!contains(read_as(deck.text(), nullptr).text, "reference frame 40 is never used"));
}

BOOST_AUTO_TEST_CASE(errors_are_the_same_on_all_ranks) {
  const auto with = [](const std::string& card) {
    return long_chain(300, [card](int i) -> std::string { return i == 40 || i == 222 ? card : ""; }).text();
  };
  for (const std::string& card :
       {std::string("body: 7, 7, 1., null, eye;\n"), std::string("body: 901, 12345, 1., null, eye;\n"),
        std::string("body: 901, 1, 1., null, eye, 5;\n"), std::string("boddy: 901, 1, 1., null, eye;\n"),
        std::string("joint: 901, spherical hinge, 1, nul, 2, null;\n"), std::string("body: 901, 1, -1., null, eye;\n"),
        std::string("joint: 901, unheard of, 1;\n"), std::string("joint: 901, name, \"open, rod, 1;\n"),
        std::string("body: 901, 1, 1., null, diag, 1., 1., -1.;\n"), std::string(";\n"), std::string("body: 901 1;\n"),
        std::string("/* not closed\n"), std::string("begin: nodes;\n"), std::string("end: nodes;\n")}) {
    const std::string deck = with(card);
    BOOST_TEST_CONTEXT(card) {
      const std::vector<Got> got = read_divided({deck, deck, deck});
      const std::string expected = read_as(deck, nullptr).text, other = without_log(deck);
      for (std::size_t rank = 0; rank < got.size(); ++rank)
        BOOST_TEST(difference(got[rank].text, rank == 0 ? expected : other) == "");
    }
  }
}

BOOST_AUTO_TEST_CASE(wrong_nodes_are_told_once) {
  Deck deck = long_chain(300);
  deck.nodes.replace(deck.nodes.find("structural: 200, dynamic"), 24, "structural: 20, dynamic");
  deck.nodes.replace(deck.nodes.find("structural: 150, dynamic"), 24, "structural: 150, dinamic");
  check_division(deck.text());
  BOOST_TEST(contains(read_as(deck.text(), nullptr).text, "already defined"));
}

BOOST_AUTO_TEST_CASE(dummy_nodes_and_relative_ones) {
  Deck deck = long_chain(200);
  for (int i = 1; i <= 100; ++i)
    deck.nodes += fmt::format(
        "structural: {0}, {1};\n", 10000 + i,
        i % 2 == 0 ? fmt::format("dummy, {}, offset, 0., 0., 1., eye", i)
                   : fmt::format("static, reference, global, {}., 0., 0., eye, null, null, assembly, 2., 3., no", i));
  deck.counters.replace(deck.counters.find("nodes: 201"), 10, "nodes: 301");
  check_division(deck.text());
}

BOOST_AUTO_TEST_CASE(cards_in_an_included_file) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / fmt::format("flexura_divided_{}.inc", ::getpid());
  Deck deck = long_chain(300);
  std::ofstream(path) << deck.elements;
  deck.elements = fmt::format("include: \"{}\";\noutput: joint, 1001;\n", path.string());
  BOOST_TEST(check_division(deck.text()) > 30000U);
  std::filesystem::remove(path);
}

BOOST_AUTO_TEST_CASE(every_verification_model_in_parts_of_some_cards) {
  int models = 0;
  std::size_t sent = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(FLEXURA_SOURCE_DIR) + "/verification")) {
    if (entry.path().extension() != ".mbd") continue;
    const auto read = [&](ReadOptions options) {
      options.least_part = 100;
      return read_model(entry.path().string(), options);
    };
    const Got whole = read_with(nullptr, true, read);
    std::vector<Got> got(3);
    Ranks ranks(3);
    ranks.run([&](int rank) {
      Ranks::Exchange exchange(ranks, rank);
      got[static_cast<std::size_t>(rank)] = read_with(&exchange, true, read);
      sent += exchange.sent;
    });
    const std::string other = whole.analysis ? text_of(*whole.analysis, false) : whole.text;
    BOOST_TEST_CONTEXT(entry.path()) {
      BOOST_TEST(difference(got[0].text, whole.text) == "");
      for (const int rank : {1, 2}) BOOST_TEST(difference(got[static_cast<std::size_t>(rank)].text, other) == "");
    }
    ++models;
  }
  BOOST_TEST(models > 100);
  BOOST_TEST(sent > 100000U);
}

BOOST_AUTO_TEST_CASE(a_rank_may_fail_alone) {
  const std::string deck = long_chain(300).text();
  // A rank that reads another text, and one that reads none.
  for (const std::string& odd : {std::string("begin: data;"), deck + "# longer\n"}) {
    const std::vector<Got> got = read_divided({deck, odd, deck});
    BOOST_TEST(difference(got[0].text, read_as(deck, nullptr).text) == "");
    BOOST_TEST(difference(got[2].text, without_log(deck)) == "");
  }
}

BOOST_AUTO_TEST_SUITE_END()
