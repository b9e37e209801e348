// force: label, modal, ...; what flexible bodies need to be told at the end.
#include <set>

#include <fmt/format.h>

#include "elements/modal/modal_force.h"
#include "elements/modal/modal_frame_inertia.h"
#include "elements/modal/readers.h"

namespace flexura {

ElementReference read_modal_force(Reader& reader, ElementInfo info) {
  const unsigned label = reader.label();
  Model& model = reader.model();
  const auto found = model.find_element("joint", label);
  if (!found) reader.fail(fmt::format("joint {} is not defined before this force", label));
  const auto* bodies = dynamic_cast<const Batch<ModalBody>*>(&model.batch(found->batch));
  if (!bodies) reader.fail(fmt::format("joint {} is of type {}, not modal", label, model.batch(found->batch).type()));
  const ModalBody& body = bodies->element(found->number);
  const std::vector<int>& numbers = body.data().numbers;

  std::vector<ModalForce::Part> parts;
  if (reader.keyword("list")) {
    const std::int64_t count = reader.integer();
    const auto most = static_cast<std::int64_t>(numbers.size());
    if (count < 0 || count > most) reader.fail(fmt::format("there can be 0 to {} modes, found {}", most, count));
    std::set<std::int64_t> known;
    for (std::int64_t k = 0; k < count; ++k) {
      const std::int64_t mode = reader.integer();
      const auto at = std::find(numbers.begin(), numbers.end(), mode);
      if (at == numbers.end()) reader.fail(fmt::format("mode {} is no active mode of joint {}", mode, label));
      if (!known.insert(mode).second) reader.fail(fmt::format("mode {} is listed twice", mode));
      parts.push_back({static_cast<int>(at - numbers.begin()), -1});
    }
  } else {
    for (int j = 0; j < static_cast<int>(numbers.size()); ++j) parts.push_back({j, -1});
  }
  for (ModalForce::Part& part : parts) {
    part.value = reader.drive_id();
    if (!reader.more() || !reader.keyword("resultant")) continue;
    if (body.frame().clamped)
      reader.fail(fmt::format("joint {} is clamped: there is no modal node for a resultant", label));
    part.force = reader.vec3();
    part.couple = reader.vec3();
  }
  return model.add_element(std::move(info), ModalForce(body, std::move(parts)));
}

void finish_modal_bodies(Model& model) {
  const bool central = model.gravity() && !model.gravity()->uniform();
  for (int b = 0; b < model.batch_count(); ++b) {
    auto* bodies = dynamic_cast<Batch<ModalBody>*>(&model.batch(b));
    if (!bodies) continue;
    for (int i = 0; i < bodies->size(); ++i) {
      ModalBody& body = bodies->element(i);
      body.set_central_field(central);
      if (!model.frame) continue;
      ElementInfo info;
      info.label = bodies->info(i).label;
      info.where = bodies->info(i).where;
      info.output = false;
      model.add_element(std::move(info), ModalFrameInertia(ModalFrameInertiaPhysics(body.frame(), body.coordinates(),
                                                                                    body.shared_data())));
    }
    break;
  }
}

}  // namespace flexura
