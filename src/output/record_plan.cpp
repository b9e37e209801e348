#include "output/record_plan.h"

#include <algorithm>
#include <map>
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

/// Counts the records, then adds their pieces in order and cuts them into chunks.
class RecordPlan::Builder {
 public:
  Builder(RecordPlan& plan, const Model& model, const Ownership& ownership, int rank, int ranks, int chunk,
          RecordHomes homes)
      : plan_(plan),
        model_(model),
        ownership_(ownership),
        rank_(rank),
        ranks_(ranks),
        homes_(homes),
        sent_(ranks, 0),
        received_(ranks, 0) {
    if (!model.statics) find_inertia();
    count();
    const int homes_of_chunk = homes == RecordHomes::runs ? ranks : 1;
    const std::int64_t chunk_doubles = std::int64_t{chunk} * homes_of_chunk;
    runs_ = (doubles_ + chunk_doubles - 1) / chunk_doubles * homes_of_chunk;
    block_ = block_entities(block_instants(plan.variable_size_));
    next_.assign(plan.layouts_.size(), 0);
  }

  void add_node(NodeIndex i) {
    const auto [motion, inertia] = layouts_of(i);
    if (start(motion)) add_motion(i, motion);
    if (start(inertia)) add_inertia(i, inertia);
  }

  void add_element(const ElementReference& e, std::size_t place) {
    const int layout = element_layouts_[place];
    if (!start(layout)) return;
    add({Source::element, true, layout, ownership_.element_rank[e.batch][e.number], 0, 0, e.batch, e.number,
         plan_.layouts_[layout].spec.record_size});
  }

  void finish() { cut(); }

 private:
  using Source = RecordPiece::Source;

  [[nodiscard]] int owner(NodeIndex i) const { return i == ground_node ? 0 : ownership_.node_rank[i]; }

  /// Layouts of all records, in order, and how many there are of each.
  void count() {
    for (NodeIndex i = 0; i < model_.node_count(); ++i) {
      const auto [motion, inertia] = layouts_of(i);
      count(motion);
      count(inertia);
    }
    element_layouts_.reserve(model_.elements().size());
    for (const ElementReference& e : model_.elements()) {
      element_layouts_.push_back(layout_of(e));
      count(element_layouts_.back());
    }
  }

  void count(int layout) {
    if (layout < 0) return;
    const RecordLayout& description = plan_.layouts_[layout];
    doubles_ += description.spec.record_size;
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

  /// A new record begins, perhaps a new chunk before it; its home is known from here on. False: it is left out.
  bool start(int layout) {
    if (layout < 0) return false;
    const RecordLayout& description = plan_.layouts_[layout];
    if (homes_ == RecordHomes::blocks) {
      if (!description.has_variables()) return false;
      home_ = home_in_blocks(layout);
    } else {
      const std::int64_t run = doubles_ > 0 ? placed_ * runs_ / doubles_ : 0;  // even in doubles
      const std::int64_t chunk = homes_ == RecordHomes::runs ? run / ranks_ : run;
      if (chunk != chunk_) cut();
      chunk_ = chunk;
      home_ = homes_ == RecordHomes::runs ? static_cast<int>(run % ranks_) : 0;
    }
    if (home_ == rank_ && variables_before_ < 0) variables_before_ = placed_variables_;
    placed_ += description.spec.record_size;
    placed_variables_ += variable_size(description);
    RecordPlan::Share& share = plan_.shares_[layout];
    if (home_ < rank_) ++share.first;
    if (home_ == rank_) ++share.size;
    return true;
  }

  /// The blocks of each layout are dealt out to all ranks: an array is compressed by as many as it has blocks.
  int home_in_blocks(int layout) {
    const int number = next_[static_cast<std::size_t>(layout)]++;
    const int blocks = (plan_.shares_[layout].all + block_ - 1) / block_;
    return blocks == 1 ? layout % ranks_
                       : static_cast<int>(static_cast<std::int64_t>(number / block_) * ranks_ / blocks);
  }

  /// Adds a piece if this rank keeps it; what travels is added up.
  void add(RecordPiece piece) {
    piece.home = home_;
    if (piece.owner == rank_ && piece.home != rank_) sent_[piece.home] += piece.size;
    if (piece.owner != rank_ && piece.home == rank_) received_[piece.owner] += piece.size;
    if (piece.owner == rank_ || piece.home == rank_) plan_.pieces_.push_back(piece);
  }

  static int variable_size(const RecordLayout& layout) {
    int size = 0;
    if (layout.has_variables())
      for (const auto& v : layout.spec.variables) size += v.rows * v.columns;
    return size;
  }

  void cut() {
    const auto close = [](Exchange& exchange, std::vector<int>& sizes) {
      for (int r = 0; r < static_cast<int>(sizes.size()); ++r)
        if (sizes[r] > 0) exchange.list.push_back({r, std::exchange(sizes[r], 0)});
      exchange.begin.push_back(static_cast<std::int64_t>(exchange.list.size()));
    };
    close(plan_.received_, received_);
    close(plan_.sent_, sent_);
    plan_.chunk_begin_.push_back(static_cast<std::int64_t>(plan_.pieces_.size()));
    plan_.variables_before_.push_back(std::max<std::int64_t>(0, std::exchange(variables_before_, -1)));
  }

  RecordPlan& plan_;
  const Model& model_;
  const Ownership& ownership_;
  int rank_, ranks_;
  RecordHomes homes_;
  std::vector<int> element_layouts_;    // in the order of the model
  std::int64_t doubles_ = 0;            // of all records
  std::int64_t runs_ = 0;               // of all chunks
  std::int64_t placed_ = 0;             // doubles of the records that were started
  std::int64_t placed_variables_ = 0;   // those of their variables
  std::int64_t variables_before_ = -1;  // before the own run of the open chunk; negative: it has not begun
  std::int64_t chunk_ = 0;              // the open one
  int home_ = 0;                        // of the record that was started
  int block_ = 1;
  std::vector<int> next_;             // by layout: records that were dealt out
  std::vector<int> sent_, received_;  // by rank, doubles of the open chunk
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
  for (std::size_t k = 0; k < model.elements().size(); ++k) builder.add_element(model.elements()[k], k);
  builder.finish();
}

}  // namespace flexura
