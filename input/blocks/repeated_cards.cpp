#include "input/blocks/repeated_cards.h"

#include "elements/register.h"

namespace flexura {

namespace {
constexpr int position_bits = 48;  // a ticket is the number of a file and a position in it
}

std::optional<ElementSource::Ticket> RepeatedCards::ticket() const {
  // The element that asks may be registered already.
  if (!in_card_ || !reader_.card_can_be_read_again() || reader_.model().elements().size() > elements_before_ + 1)
    return std::nullopt;
  return ticket(reader_.card_place());
}

ElementSource::Ticket RepeatedCards::ticket(const Reader::CardPlace& place) {
  return Ticket{place.file} << position_bits | place.position;
}

void RepeatedCards::read_again(const ElementBatch& batch, int element, Ticket ticket) {
  const Reader::CardPlace place{static_cast<std::uint32_t>(ticket >> position_bits),
                                ticket & ((Ticket{1} << position_bits) - 1)};
  reader_.model().take_back(batch, element, [&] {
    reader_.read_again(place, [&](const std::string& keyword) {
      ElementInfo info;
      info.label = reader_.label();
      info.where = reader_.where();
      info.name = reader_.optional_name();
      element_cards().at(keyword, reader_.card_where()).read(reader_, std::move(info));
    });
  });
}

}  // namespace flexura
