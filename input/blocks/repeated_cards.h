// Element cards that are read again.
#pragma once

#include <string>

#include "input/reader.h"
#include "model/model.h"

namespace flexura {

/// Makes elements of the model again from their cards, as long as the reader and the texts it has read live.
class RepeatedCards final : public ElementSource {
 public:
  RepeatedCards(Reader& reader, bool wants_log) : reader_(reader), wants_log_(wants_log) {}

  /// While one lives, what is read is an element card and nothing else that could look at or change the element.
  class Card {
   public:
    /// `cards` may be null.
    explicit Card(RepeatedCards* cards) : cards_(cards) {
      if (!cards_) return;
      cards_->elements_before_ = cards_->reader_.model().elements().size();
      cards_->in_card_ = true;
    }
    Card(const Card&) = delete;
    Card& operator=(const Card&) = delete;
    ~Card() {
      if (cards_) cards_->in_card_ = false;
    }

   private:
    RepeatedCards* cards_;
  };

  [[nodiscard]] std::optional<Ticket> ticket() const override;
  [[nodiscard]] static Ticket ticket(const Reader::CardPlace& place);
  [[nodiscard]] bool wants_log() const override { return wants_log_; }
  void read_again(const ElementBatch& batch, int element, Ticket ticket) override;

 private:
  Reader& reader_;
  bool wants_log_;
  bool in_card_ = false;
  std::size_t elements_before_ = 0;  // before the card
};

}  // namespace flexura
