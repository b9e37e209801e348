#include "input/blocks/drive_output.h"

#include "elements/drives/drive_record.h"
#include "input/drive_output_flags.h"
#include "input/run_storage.h"

namespace flexura {

void add_drive_outputs(ReadContext& context) {
  Reader& reader = context.reader;
  const auto flags = run_storage<DriveOutputFlags>(reader.shared_symbols());
  const bool by_default = context.analysis.output.defaults[OutputKind::drive_callers];
  for (const auto& [label, entry] : reader.symbols().drives.all()) {
    const auto flag = flags->by_label.find(label);
    if (flag == flags->by_label.end() ? !by_default : !flag->second) continue;
    ElementInfo info;
    info.label = label;
    info.where = entry.where;
    info.name = entry.name;
    context.analysis.model.add_element(std::move(info), DriveRecord(reader.register_drive(entry.drive)));
    reader.symbols().drives.announce_use(label);
  }
}

}  // namespace flexura
