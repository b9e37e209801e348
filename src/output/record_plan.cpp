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

/// Adds pieces in order and cuts them into chunks.
class RecordPlan::Builder {
 public:
  Builder(RecordPlan& plan, const Model& model, const Ownership& ownership, int rank, int ranks, int chunk,
          RecordHomes homes)
      : plan_(plan),
        model_(model),
        ownership_(ownership),
        rank_(rank),
        ranks_(ranks),
        chunk_(chunk),
        in_blocks_(homes == RecordHomes::blocks),
        sent_(ranks, 0),
        received_(ranks, 0) {
    if (!model.statics) find_inertia();
  }

  void add_node(NodeIndex i) {
    const StructuralNode& node = model_.node(i);
    if (node.kind == NodeKind::ground || !node.output) return;
    const int layout = layout_of_node(node);
    if (node.follows) {
      add_follower(i, layout);
    } else {
      start(layout);
      add({Source::node, true, layout, owner(i), 0, i, -1, -1, plan_.layouts_[layout].spec.record_size});
    }
    if (!model_.statics && node.moves()) add_inertia(i);
  }

  void add_element(const ElementReference& e) {
    const ElementBatch& batch = model_.batch(e.batch);
    if (!batch.info(e.number).output) return;
    const int layout = layout_of(batch.output_spec(e.number, model_), "elem.");
    const RecordLayout& description = plan_.layouts_[layout];
    if (!description.has_text() && !description.has_variables()) return;
    start(layout);
    add({Source::element, true, layout, ownership_.element_rank[e.batch][e.number], 0, 0, e.batch, e.number,
         description.spec.record_size});
  }

  void finish() {
    if (in_blocks_) {
      find_homes();
    } else if (rank_ == 0) {
      for (Share& share : plan_.shares_) share.size = share.all;
    }
    if (in_chunk_ > 0 || plan_.chunk_count() == 0) cut();
  }

 private:
  using Source = RecordPiece::Source;

  [[nodiscard]] int owner(NodeIndex i) const { return i == ground_node ? 0 : ownership_.node_rank[i]; }

  int layout_of_node(const StructuralNode& node) {
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

  void add_inertia(NodeIndex i) {
    if (inertia_layout_ < 0) inertia_layout_ = layout_of(inertia_output_spec(), "node.");
    start(inertia_layout_);
    const int first = inertia_begin_[i], last = inertia_begin_[i + 1] - 1;
    if (first > last) add({Source::inertia, true, inertia_layout_, 0, 0, i, -1, -1, 0});
    for (int k = first; k <= last; ++k) {
      const ElementReference& e = inertia_[k];
      add({Source::inertia, k == last, inertia_layout_, ownership_.element_rank[e.batch][e.number], 0, i, e.batch,
           e.number, 12});
    }
  }

  void add_follower(NodeIndex i, int layout) {
    auto masters = model_.node(i).follows->masters();
    std::erase(masters, ground_node);  // every rank has it
    const int rank = masters.empty() ? 0 : owner(masters.front());
    start(layout);
    if (std::all_of(masters.begin(), masters.end(), [&](NodeIndex m) { return owner(m) == rank; })) {
      add({Source::follower, true, layout, rank, 0, i, -1, -1, plan_.layouts_[layout].spec.record_size});
      return;
    }
    plan_.split_followers_ = true;
    for (const NodeIndex& m : masters) {
      add({Source::master, &m == &masters.back(), layout, owner(m), 0, i, -1, m,
           static_cast<int>(sizeof(NodeState) / sizeof(double))});
    }
  }

  /// A new record begins; a chunk that is full ends before it.
  void start(int layout) {
    const RecordLayout& description = plan_.layouts_[layout];
    if (!in_blocks_ && in_chunk_ >= chunk_) cut();
    plan_.max_record_size_ = std::max(plan_.max_record_size_, description.spec.record_size);
    ++plan_.shares_[layout].all;
    if (description.has_text()) ++plan_.text_rows_;
    plan_.variables_ += description.has_variables() ? static_cast<int>(description.spec.variables.size()) : 0;
    plan_.variable_size_ += variable_size(description);
  }

  void add(const RecordPiece& piece) {
    if (in_blocks_) {
      // Homes are known when all have been counted.
      if (plan_.layouts_[piece.layout].has_variables()) plan_.pieces_.push_back(piece);
      return;
    }
    in_chunk_ += piece.size;
    if (concerns(piece)) plan_.pieces_.push_back(piece);
  }

  /// Whether this rank keeps a piece; if so, what travels is added up.
  bool concerns(const RecordPiece& piece) {
    if (piece.owner == rank_ && piece.home != rank_) sent_[piece.home] += piece.size;
    if (piece.owner != rank_ && piece.home == rank_) received_[piece.owner] += piece.size;
    return piece.owner == rank_ || piece.home == rank_;
  }

  static int variable_size(const RecordLayout& layout) {
    int size = 0;
    if (layout.has_variables())
      for (const auto& v : layout.spec.variables) size += v.rows * v.columns;
    return size;
  }

  /// The blocks of each layout are dealt out to all ranks: an array is compressed by as many as it has blocks.
  void find_homes() {
    const int block = block_entities(block_instants(plan_.variable_size_));
    const auto layouts = plan_.layouts_.size();
    const auto home_of = [&](int layout, int number) {
      const int blocks = (plan_.shares_[layout].all + block - 1) / block;
      return blocks == 1 ? layout % ranks_
                         : static_cast<int>(static_cast<std::int64_t>(number / block) * ranks_ / blocks);
    };
    std::vector<int> next(layouts, 0);
    std::erase_if(plan_.pieces_, [&](RecordPiece& piece) {
      Share& share = plan_.shares_[piece.layout];
      int& number = next[static_cast<std::size_t>(piece.layout)];
      piece.home = home_of(piece.layout, number);
      if (piece.size == 0) piece.owner = piece.home;
      if (piece.last) {
        if (piece.home < rank_) ++share.first;
        if (piece.home == rank_) ++share.size;
        ++number;
      }
      return !concerns(piece);
    });
    plan_.pieces_.shrink_to_fit();
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
    in_chunk_ = 0;
  }

  RecordPlan& plan_;
  const Model& model_;
  const Ownership& ownership_;
  int rank_, ranks_, chunk_;
  bool in_blocks_;
  std::int64_t in_chunk_ = 0;
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
  for (const ElementReference& e : model.elements()) builder.add_element(e);
  builder.finish();
}

}  // namespace flexura
