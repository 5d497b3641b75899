#include "app/panels/schedule_options.h"

#include "core/schedules/schedules.h"

namespace shardscope {

std::vector<Option> schedule_options() {
  std::vector<Option> options;
  for (const ScheduleKind kind : known_schedules())
    options.push_back({std::string(label_of(kind)), {}, schedule_help(ways_of(kind))});
  return options;
}

}  // namespace shardscope
