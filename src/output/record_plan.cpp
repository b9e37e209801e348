#include "output/record_plan.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "output/array_blocks.h"
#include "output/node_momenta.h"

namespace flexura {

namespace {

/// A text that is equal for equal specifications.
std::string signature(const OutputSpec& spec) {
  std::string text = spec.extension + '\n' + spec.family + '\n' + spec.type + '\n' + std::to_string(spec.record_size) +
                     ' ' + std::to_string(spec.text_columns);
  for (const int column : spec.integer_columns) text += ' ' + std::to_string(column);
  for (const std::string& suffix : spec.row_suffixes) text += ' ' + suffix;
  for (const auto& v : spec.variables) {
    text += '\n' + v.name + ' ' + std::to_string(v.first) + ' ' + std::to_string(v.rows) + ' ' +
            std::to_string(v.columns) + ' ' + v.dimension + '\n' + v.description;
  }
  return text;
}

}  // namespace

/// Counts the records, then adds their pieces in order and sorts them by chunks.
class RecordPlan::Builder {
 public:
  Builder(RecordPlan& plan, const Model& model, const Ownership& ownership, int rank, int ranks, int chunk,
          RecordHomes homes)
      : plan_(plan), model_(model), ownership_(ownership), rank_(rank), ranks_(ranks), homes_(homes) {
    if (!model.statics) find_inertia();
    count();
    const std::int64_t doubles = doubles_[nodes] + doubles_[elements];
    if (homes == RecordHomes::root)
      chunks_ = static_cast<int>(std::max<std::int64_t>(1, (doubles + chunk - 1) / chunk));
    if (homes == RecordHomes::runs) chunks_ = sections;
    plan.variables_before_.assign(static_cast<std::size_t>(chunks_), -1);
    block_ = block_entities(block_instants(plan.variable_size_));
    next_.assign(plan.layouts_.size(), 0);
  }

  void add_node(NodeIndex i) {
    const auto [motion, inertia] = layouts_of(i);
    if (start(nodes, motion)) add_motion(i, motion);
    if (start(nodes, inertia)) add_inertia(i, inertia);
  }

  void add_element(const ElementReference& e, std::size_t place) {
    const int layout = element_layouts_[place];
    if (!start(elements, layout)) return;
    add({Source::element, true, layout, ownership_.element_rank[e.batch][e.number], 0, 0, e.batch, e.number,
         plan_.layouts_[layout].spec.record_size});
  }

  /// Pieces of a chunk stay in the order of the model.
  void finish() {
    std::vector<std::int64_t> next(static_cast<std::size_t>(chunks_) + 1, 0);
    for (const int chunk : chunk_of_) ++next[static_cast<std::size_t>(chunk) + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    plan_.chunk_begin_ = next;
    if (!std::is_sorted(chunk_of_.begin(), chunk_of_.end())) {
      std::vector<RecordPiece> sorted(plan_.pieces_.size());
      for (std::size_t k = 0; k < chunk_of_.size(); ++k)
        sorted[static_cast<std::size_t>(next[static_cast<std::size_t>(chunk_of_[k])]++)] = plan_.pieces_[k];
      plan_.pieces_ = std::move(sorted);
    }
    for (int c = 0; c < chunks_; ++c) add_contributions(c);
    for (std::int64_t& before : plan_.variables_before_) before = std::max<std::int64_t>(0, before);
  }

 private:
  using Source = RecordPiece::Source;
  enum Section : std::uint8_t { nodes, elements, sections };

  [[nodiscard]] int owner(NodeIndex i) const { return i == ground_node ? 0 : ownership_.node_rank[i]; }

  /// Layouts of all records, in order, and how many there are of each.
  void count() {
    for (NodeIndex i = 0; i < model_.node_count(); ++i) {
      const auto [motion, inertia] = layouts_of(i);
      count(nodes, motion);
      count(nodes, inertia);
    }
    element_layouts_.reserve(model_.elements().size());
    for (const ElementReference e : model_.elements()) {
      element_layouts_.push_back(layout_of(e));
      count(elements, element_layouts_.back());
    }
  }

  void count(Section section, int layout) {
    if (layout < 0) return;
    const RecordLayout& description = plan_.layouts_[layout];
    doubles_[section] += description.spec.record_size;
    plan_.max_record_size_ = std::max(plan_.max_record_size_, description.spec.record_size);
    ++plan_.shares_[layout].all;
    if (description.has_text()) ++plan_.text_rows_;
    plan_.variables_ += description.has_variables() ? static_cast<int>(description.spec.variables.size()) : 0;
    plan_.variable_size_ += variable_size(description);
  }

  /// Of the motion and the inertia of a node; negative: not written.
  std::pair<int, int> layouts_of(NodeIndex i) {
    const NodeProperties& node = model_.properties(i);
    if (node.kind == NodeKind::ground || !node.output) return {-1, -1};
    const int motion = layout_of_node(node);
    if (model_.statics || !node.moves()) return {motion, -1};
    if (inertia_layout_ < 0) inertia_layout_ = layout_of(inertia_output_spec(), "node.");
    return {motion, inertia_layout_};
  }

  /// Negative: not written.
  int layout_of(const ElementReference& e) {
    const ElementBatch& batch = model_.batch(e.batch);
    if (!batch.has_output(e.number)) return -1;
    const int layout = layout_of(batch.output_spec(e.number, model_), "elem.");
    const RecordLayout& description = plan_.layouts_[layout];
    return description.has_text() || description.has_variables() ? layout : -1;
  }

  int layout_of_node(const NodeProperties& node) {
    // These properties decide; the table of all layouts is asked once for each combination.
    int key = static_cast<int>(node.kind);
    key = key * node_family_count + static_cast<int>(node.family);
    key = key * 8 + static_cast<int>(node.orientation_format);
    for (const bool flag : {node.accelerations, is_relative_frame(node), node.order == Order::algebraic})
      key = 2 * key + (flag ? 1 : 0);
    const auto known = node_layouts_.find(key);
    if (known != node_layouts_.end()) return known->second;
    return node_layouts_[key] = layout_of(node_output_spec(node), "node.");
  }

  int layout_of(OutputSpec spec, const std::string& root) {
    const auto [at, fresh] = by_signature_.emplace(root + signature(spec), static_cast<int>(plan_.layouts_.size()));
    if (fresh) {
      std::string path = spec.family.empty() ? std::string() : root + spec.family;
      plan_.layouts_.emplace_back(std::move(spec), std::move(path));
      plan_.shares_.emplace_back();
    }
    return at->second;
  }

  void find_inertia() {
    inertia_begin_.assign(model_.node_count() + 1, 0);
    for_each_inertia([&](NodeIndex node, const ElementReference&) { ++inertia_begin_[node + 1]; });
    for (int i = 0; i < model_.node_count(); ++i) inertia_begin_[i + 1] += inertia_begin_[i];
    inertia_.resize(inertia_begin_.back());
    std::vector<int> next(inertia_begin_.begin(), inertia_begin_.end() - 1);
    for_each_inertia([&](NodeIndex node, const ElementReference& e) { inertia_[next[node]++] = e; });
  }

  /// Elements that carry the momentum and the momenta moment of nodes.
  template <class Function>
  void for_each_inertia(Function&& f) const {
    for (const ElementReference& e : model_.elements()) {
      const ElementBatch& batch = model_.batch(e.batch);
      for (int k = 0; k < nodes_with_momenta(batch, e.number); ++k) f(batch.nodes(e.number)[k], e);
    }
  }

  void add_inertia(NodeIndex i, int layout) {
    const int first = inertia_begin_[i], last = inertia_begin_[i + 1] - 1;
    if (first > last) add({Source::inertia, true, layout, home_, 0, i, -1, -1, 0});
    for (int k = first; k <= last; ++k) {
      const ElementReference& e = inertia_[k];
      add({Source::inertia, k == last, layout, ownership_.element_rank[e.batch][e.number], 0, i, e.batch, e.number,
           12});
    }
  }

  void add_motion(NodeIndex i, int layout) {
    const NodeProperties& node = model_.properties(i);
    const int size = plan_.layouts_[layout].spec.record_size;
    if (!node.follows) {
      add({Source::node, true, layout, owner(i), 0, i, -1, -1, size});
      return;
    }
    auto masters = node.follows->masters();
    std::erase(masters, ground_node);  // every rank has it
    const int rank = masters.empty() ? 0 : owner(masters.front());
    if (std::all_of(masters.begin(), masters.end(), [&](NodeIndex m) { return owner(m) == rank; })) {
      add({Source::follower, true, layout, rank, 0, i, -1, -1, size});
      return;
    }
    plan_.split_followers_ = true;
    for (const NodeIndex& m : masters) {
      add({Source::master, &m == &masters.back(), layout, owner(m), 0, i, -1, m,
           static_cast<int>(sizeof(NodeState) / sizeof(double))});
    }
  }

  /// A new record begins; its chunk and its home are known from here on. False: it is left out.
  bool start(Section section, int layout) {
    if (layout < 0) return false;
    const RecordLayout& description = plan_.layouts_[layout];
    if (homes_ == RecordHomes::blocks) {
      if (!description.has_variables()) return false;
      home_ = home_in_blocks(layout);
    } else if (homes_ == RecordHomes::runs) {
      chunk_ = section;
      home_ = part(placed_[section], doubles_[section], ranks_);
    } else {
      chunk_ = part(placed_[nodes] + placed_[elements], doubles_[nodes] + doubles_[elements], chunks_);
    }
    std::int64_t& before = plan_.variables_before_[static_cast<std::size_t>(chunk_)];
    if (home_ == rank_ && before < 0) before = placed_variables_;
    placed_[section] += description.spec.record_size;
    placed_variables_ += variable_size(description);
    RecordPlan::Share& share = plan_.shares_[layout];
    if (home_ < rank_) ++share.first;
    if (home_ == rank_) ++share.size;
    return true;
  }

  /// Number of the part that a record is in which begins behind `placed` of `all` doubles, when all parts are even.
  static int part(std::int64_t placed, std::int64_t all, int parts) {
    return all > 0 ? static_cast<int>(std::min<std::int64_t>(placed * parts / all, parts - 1)) : 0;
  }

  /// The blocks of each layout are dealt out to all ranks: an array is compressed by as many as it has blocks.
  int home_in_blocks(int layout) {
    const int number = next_[static_cast<std::size_t>(layout)]++;
    const int blocks = (plan_.shares_[layout].all + block_ - 1) / block_;
    return blocks == 1 ? layout % ranks_
                       : static_cast<int>(static_cast<std::int64_t>(number / block_) * ranks_ / blocks);
  }

  /// Adds a piece if this rank keeps it.
  void add(RecordPiece piece) {
    piece.home = home_;
    if (piece.owner != rank_ && piece.home != rank_) return;
    plan_.pieces_.push_back(piece);
    chunk_of_.push_back(chunk_);
  }

  /// What travels of the pieces of a chunk.
  void add_contributions(int chunk) {
    std::vector<int> sent(static_cast<std::size_t>(ranks_), 0), received(sent);  // by rank, doubles
    for (const RecordPiece& piece : plan_.chunk(chunk)) {
      if (piece.home != rank_) {
        sent[static_cast<std::size_t>(piece.home)] += piece.size;
      } else if (piece.owner != rank_) {
        received[static_cast<std::size_t>(piece.owner)] += piece.size;
      }
    }
    const auto close = [this](Exchange& exchange, const std::vector<int>& sizes) {
      for (int r = 0; r < ranks_; ++r)
        if (sizes[static_cast<std::size_t>(r)] > 0) exchange.list.push_back({r, sizes[static_cast<std::size_t>(r)]});
      exchange.begin.push_back(static_cast<std::int64_t>(exchange.list.size()));
    };
    close(plan_.received_, received);
    close(plan_.sent_, sent);
  }

  static int variable_size(const RecordLayout& layout) {
    int size = 0;
    if (layout.has_variables())
      for (const auto& v : layout.spec.variables) size += v.rows * v.columns;
    return size;
  }

  RecordPlan& plan_;
  const Model& model_;
  const Ownership& ownership_;
  int rank_, ranks_;
  RecordHomes homes_;
  std::vector<int> element_layouts_;              // in the order of the model
  std::array<std::int64_t, sections> doubles_{};  // of all records
  std::array<std::int64_t, sections> placed_{};   // of the records that were started
  std::int64_t placed_variables_ = 0;             // those of their variables
  int chunks_ = 1;
  int chunk_ = 0, home_ = 0;  // of the record that was started
  int block_ = 1;
  std::vector<int> next_;      // by layout: records that were dealt out
  std::vector<int> chunk_of_;  // by piece
  std::map<int, int> node_layouts_;
  std::map<std::string, int> by_signature_;
  int inertia_layout_ = -1;
  std::vector<int> inertia_begin_;
  std::vector<ElementReference> inertia_;
};

RecordPlan::RecordPlan(const Model& model, const Ownership& ownership, int rank, int ranks, int chunk,
                       RecordHomes homes) {
  Builder builder(*this, model, ownership, rank, ranks, chunk, homes);
  for (NodeIndex i = 0; i < model.node_count(); ++i) builder.add_node(i);
  std::size_t place = 0;
  for (const ElementReference e : model.elements()) builder.add_element(e, place++);
  builder.finish();
}

}  // namespace flexura
