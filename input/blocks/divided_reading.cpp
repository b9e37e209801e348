#include "input/blocks/divided_reading.h"

#include <algorithm>
#include <limits>

#include "input/fingerprint.h"
#include "model/model.h"

namespace flexura {

namespace {

constexpr std::size_t most_of_a_rank = std::size_t{1} << 20;  // bytes
constexpr std::size_t most_of_all = std::size_t{1} << 24;     // a fifth of it is told, which is in memory thrice
constexpr int longest_wait = 1024;                            // cards

/// Begins each message: what is being read.
struct Stretch {
  std::uint32_t file = std::numeric_limits<std::uint32_t>::max();  // no more
  std::uint64_t begin = 0, size = 0;
  bool operator==(const Stretch&) const = default;
};

void write(ByteWriter& to, const Stretch& stretch) {
  to.number(stretch.file);
  to.number(stretch.begin);
  to.number(stretch.size);
}

Stretch stretch_of(ByteReader& from) {
  Stretch stretch;
  stretch.file = from.number<std::uint32_t>();
  stretch.begin = from.number<std::uint64_t>();
  stretch.size = from.number<std::uint64_t>();
  return stretch;
}

/// While it lives, cards are noted and not added.
class Noting {
 public:
  Noting(Model& model, CardNotes& notes) : model_(model) { model.note_cards(&notes); }
  Noting(const Noting&) = delete;
  Noting& operator=(const Noting&) = delete;
  ~Noting() { model_.note_cards(nullptr); }

 private:
  Model& model_;
};

}  // namespace

DividedReading::DividedReading(Reader& reader, RankExchange& exchange, RepeatedCards& repeated, std::size_t least)
    : reader_(reader),
      exchange_(exchange),
      repeated_(repeated),
      least_(least * static_cast<std::size_t>(exchange.ranks())),
      next_size_(least_) {}

DividedReading::~DividedReading() {
  if (!divides_) return;
  // Others may be waiting for this rank.
  ByteWriter end;
  write(end, Stretch());
  static_cast<void>(exchange_.all(end.bytes()));
}

void DividedReading::before_card(const Block& block) {
  if (!divides_) return;
  for (;;) {
    if (next_ < told_.size() && add(block)) return;
    if (cards_to_wait_ > 0) {
      --cards_to_wait_;
      return;
    }
    if (!read_stretch(block)) return;
  }
}

std::size_t DividedReading::boundary(int rank) const {
  if (rank == 0) return begin_;
  const std::string_view text = reader_.file_text();
  const std::size_t from =
      begin_ + size_ / static_cast<std::size_t>(exchange_.ranks()) * static_cast<std::size_t>(rank);
  const std::size_t at = text.find(';', rank == exchange_.ranks() ? begin_ + size_ - 1 : from);
  return at == std::string_view::npos ? text.size() : at + 1;
}

DividedReading::Part DividedReading::read_part(const Block& block, ByteWriter& records, ByteWriter& logs) {
  Part part;
  part.begin = part.end = boundary(exchange_.rank());
  const std::size_t end = boundary(exchange_.rank() + 1);
  CardNotes notes;
  const Noting noting(reader_.model(), notes);
  std::vector<std::string> descriptions;
  std::string description;
  const auto read = [&](const std::string& name) {
    description = name;
    const RepeatedCards::Card repeated(block.read_again ? &repeated_ : nullptr);
    return block.read(name);
  };
  static_cast<void>(reader_.frames().take_used());
  int refused = 0;  // one after the other
  while (part.end < end) {
    try {
      part.end = reader_.behind_blanks(part.end);
    } catch (const InputError&) {  // a comment does not end
      part.stopped = true;
    }
    if (part.stopped || part.end >= end) break;
    const std::size_t start = part.end;
    notes.start();
    Reader::TriedCard card = reader_.try_card(start, block.read_again, read);
    if (card.trial == Reader::Trial::read && !notes.complete()) card.trial = Reader::Trial::refused;
    constexpr int many = 16;
    refused = card.trial == Reader::Trial::refused ? refused + 1 : 0;
    part.stopped = card.trial == Reader::Trial::stop || refused > many;
    if (part.stopped) break;
    part.end = card.end;
    if (card.trial == Reader::Trial::refused) {
      records.number(Record::refused);
      records.number(std::uint64_t{start});
      records.number(static_cast<std::uint64_t>(card.end - start));
      continue;
    }
    auto known = std::find(descriptions.begin(), descriptions.end(), description);
    if (known == descriptions.end()) {
      known = descriptions.insert(known, description);
      records.number(Record::description);
      records.text(description);
    }
    records.number(Record::noted);
    records.number(std::uint64_t{start});
    records.number(static_cast<std::uint32_t>(known - descriptions.begin()));
    notes.finish(records, logs);
  }
  for (const unsigned label : reader_.frames().take_used()) {
    records.number(Record::frame);
    records.number(label);
  }
  return part;
}

bool DividedReading::read_stretch(const Block& block) {
  begin_ = reader_.position();
  size_ = std::min(next_size_, reader_.file_text().size() - begin_);
  if (size_ < least_) return false;
  ByteWriter records, logs;
  const Part mine = read_part(block, records, logs);
  const Stretch stretch{reader_.file_number(), begin_, size_};
  ByteWriter message;
  write(message, stretch);
  message.number(std::uint64_t{mine.begin});
  message.number(std::uint64_t{mine.end});
  message.number(mine.stopped);
  message.text(records.bytes());
  const std::vector<std::uint64_t> sums = TextSum::cards(reader_.file_text(), mine.begin, mine.end);
  message.list(sums, [&](std::uint64_t sum) { message.number(sum); });
  const std::vector<std::string> messages = exchange_.all(message.bytes());
  for (const std::string& other : messages) {
    ByteReader from(other);
    // A rank that has ended or reads something else: everybody notices it here, and goes on alone.
    if (!(stretch_of(from) == stretch)) divides_ = false;
  }
  if (!divides_) return false;
  const std::vector<std::string> all_logs = exchange_.at_first(logs.bytes());  // who writes them
  told_.clear();
  next_ = refused_ = 0;
  std::size_t expected = begin_;
  for (std::size_t rank = 0; rank < messages.size(); ++rank) {
    ByteReader from(messages[rank]);
    stretch_of(from);
    Told told;
    told.part.begin = from.number<std::uint64_t>();
    told.part.end = from.number<std::uint64_t>();
    told.part.stopped = from.number<bool>();
    if (told.part.begin != expected) break;  // within a string or a comment
    expected = told.part.end;
    told.message = from.text();
    std::vector<std::uint64_t> cards;
    from.list(cards, [&] { return from.number<std::uint64_t>(); });
    reader_.file_sum().add_cards(cards, told.part.begin, told.part.end);
    if (!all_logs.empty()) told.logs = all_logs[rank];
    told_.push_back(std::move(told));
    if (told_.back().part.stopped) break;
  }
  begin_part();
  return true;
}

void DividedReading::begin_part() {
  descriptions_.clear();
  notes_.reset();
  if (next_ < told_.size()) notes_.emplace(told_[next_].message, told_[next_].logs);
}

bool DividedReading::add(const Block& block) {
  const char* const file = reader_.card_where().file;
  Model& model = reader_.model();
  for (; next_ < told_.size(); ++next_, begin_part()) {
    ByteReader& from = notes_->message();
    while (!from.at_end()) {
      switch (from.number<Record>()) {
        case Record::description:
          descriptions_.emplace_back(from.text());
          break;
        case Record::frame:
          static_cast<void>(reader_.frames().find(from.number<unsigned>()));
          break;
        case Record::refused: {
          const auto start = static_cast<std::size_t>(from.number<std::uint64_t>());
          refused_ += static_cast<std::size_t>(from.number<std::uint64_t>());
          reader_.go_to(start);
          return true;
        }
        case Record::noted: {
          const auto start = static_cast<std::size_t>(from.number<std::uint64_t>());
          const std::string& description = descriptions_[from.number<std::uint32_t>()];
          const CardNote& card = notes_->next(file);
          NoteReader::Shape* const shape = card.element ? &notes_->shape(card.element->shape) : nullptr;
          if (!model.add_noted(card, shape, RepeatedCards::ticket({reader_.file_number(), start}))) {
            reader_.go_to(start);  // for the message
            return true;
          }
          block.added(description);
          break;
        }
      }
    }
  }
  const std::size_t end = told_.back().part.end;
  reader_.go_to(end);
  adapt(end - begin_, size_);
  told_.clear();
  next_ = 0;
  return false;
}

void DividedReading::adapt(std::size_t progress, std::size_t size) {
  const auto ranks = static_cast<std::size_t>(exchange_.ranks());
  const std::size_t most = std::max(std::min(most_of_a_rank * ranks, most_of_all), least_);
  // One rank alone would have read what was added; a rank has read its part and what was refused.
  if (progress > size / ranks + refused_) {
    next_size_ = std::clamp(progress < size ? 2 * progress : 4 * size, least_, most);
    wait_ = 1;
  } else {
    next_size_ = std::max(least_, size / 4);
    cards_to_wait_ = wait_;
    wait_ = std::min(2 * wait_, longest_wait);
  }
}

}  // namespace flexura
