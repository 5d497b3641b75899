#include "core/plan_search/trial_log.h"

#include <nlohmann/json.hpp>

#include "core/report_json/number.h"
#include "core/scenario_json/write.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

/// Whether the line is an object that begins with that key: others aren't parsed twice.
bool begins_with_scenario(const std::string& line) {
  const std::size_t brace = line.find_first_not_of(" \t\r");
  if (brace == std::string::npos || line[brace] != '{') return false;
  const std::size_t key = line.find_first_not_of(" \t\r", brace + 1);
  return key != std::string::npos && line.compare(key, 10, "\"scenario\"") == 0;
}

}  // namespace

std::string trial_line(const SearchRequest& request, const PlanLook& look, const Catalogue& presets) {
  const Scenario scenario = with_choice(request.base, look.choice, request.space);
  Json json = {{"scenario", Json::parse(write_scenario(scenario, presets), nullptr, false)},
               {"valid", look.valid},
               {"fits", look.valid ? Json(look.fits) : Json(nullptr)},
               {"refused", look.refused.empty() ? Json(nullptr) : Json(look.refused)}};
  for (const Headline figure : found_figures)
    json[std::string(entry_of(figure).key)] = look.found ? number(figure_of(*look.found, figure)) : Json(nullptr);
  json["days"] = look.found ? number(look.found->training_days) : Json(nullptr);
  json["calendar_days"] = look.found ? number(look.found->days) : Json(nullptr);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string scenario_of_line(const std::string& line) {
  if (!begins_with_scenario(line)) return line;
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return line;
  const auto found = json.find("scenario");
  return found->is_object() ? found->dump(-1, ' ', false, Json::error_handler_t::replace) : line;
}

}  // namespace shardscope
