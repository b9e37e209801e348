// Cards of a large block are divided among ranks.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "input/blocks/rank_exchange.h"
#include "input/blocks/repeated_cards.h"
#include "input/reader.h"
#include "model/card_notes.h"

namespace flexura {

/// Ranks that read the same text each read a part of the cards of a stretch of it, tell the others what they add to the
/// model (CardNotes), and all add that in the order of the text.
///
/// A part begins behind the first `;` of its bytes; whether a card begins there is known when the rank before has come
/// to it: what follows is read again otherwise. Cards that are wrong, leave traces or cannot be noted are read by all
/// ranks, with the same messages as without a division; at cards that concern others the stretch ends. Stretches grow
/// as long as it is worth it.
class DividedReading {
 public:
  /// Collective, as is the destructor; ranks between the two may fail. `least`: bytes that are worth being a part.
  DividedReading(Reader& reader, RankExchange& exchange, RepeatedCards& repeated, std::size_t least);
  DividedReading(const DividedReading&) = delete;
  DividedReading& operator=(const DividedReading&) = delete;
  ~DividedReading();

  struct Block {
    bool read_again = false;  ///< entities are given up, and their cards read once more
    /// Reads the arguments of a card. False: it is of a kind that may concern others.
    std::function<bool(const std::string& description)> read;
    /// A card of that description has been added.
    std::function<void(std::string_view description)> added;
  };
  /// To be called before each card of a block is read as usual (Reader::block): adds what can be divided.
  void before_card(const Block& block);

 private:
  enum class Record : std::uint8_t { description, noted, refused, frame };
  struct Part {
    std::size_t begin = 0, end = 0;
    bool stopped = false;
  };
  /// What was told of one part of a stretch.
  struct Told {
    std::string message, logs;
    Part part;
  };

  [[nodiscard]] std::size_t boundary(int rank) const;
  Part read_part(const Block& block, ByteWriter& records, ByteWriter& logs);
  /// Reads the next stretch together. False when there is nothing to divide.
  bool read_stretch(const Block& block);
  /// Adds what was told up to a card that all have to read, where the reader is then. False: all has been added.
  bool add(const Block& block);
  void begin_part();
  void adapt(std::size_t progress, std::size_t size);

  Reader& reader_;
  RankExchange& exchange_;
  RepeatedCards& repeated_;
  bool divides_ = true;  // the others do, too
  std::size_t begin_ = 0, size_ = 0;
  std::size_t least_, next_size_;
  int cards_to_wait_ = 0, wait_ = 1;

  std::vector<Told> told_;  // of the current stretch, the first next_ have been added
  std::size_t next_ = 0;
  std::optional<NoteReader> notes_;        // of told_[next_]
  std::vector<std::string> descriptions_;  // in it
  std::size_t refused_ = 0;                // bytes of cards that all read
};

}  // namespace flexura
