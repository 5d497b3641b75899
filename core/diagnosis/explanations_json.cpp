#include "core/diagnosis/explanations_json.h"

#include <nlohmann/json.hpp>

#include "core/report_json/number.h"

namespace shardscope {

nlohmann::ordered_json explanations_json(const std::vector<WeighedCause>& explanations) {
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (const WeighedCause& each : explanations) {
    const CauseWords& words = entry_of(each.cause);
    array.push_back({{"what", words.what},
                     {"cause", words.name},
                     {"likelihood", number(each.likelihood)},
                     {"likely", each.likely},
                     {"strength", number(each.strength)},
                     {"step_seconds", number(each.step.value)},
                     {"allocated_bytes",
                      each.allocated ? number(Bytes{std::round(each.allocated->value)}) : nlohmann::ordered_json()},
                     {"saved_seconds", number(each.saved.value)},
                     {"confirm", words.confirm},
                     {"mend", words.mend}});
  }
  return array;
}

}  // namespace shardscope
