#include "core/plan_search/plan_search_json.h"

#include <nlohmann/json.hpp>

#include "core/report_json/number.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

Json found_json(const FoundPlan& found, const SearchRequest& request) {
  Json settings = Json::object();
  for (const auto& [key, value] : settings_of(request.base, found.choice, request.space))
    settings[key] = Json::parse(value);
  return {{"settings", std::move(settings)},
          {"step_seconds", number(found.step)},
          {"step_seconds_range", {number(found.step_low), number(found.step_high)}},
          {"tokens_per_second", number(found.tokens_per_second)},
          {"peak_memory_bytes", number(found.peak_memory)},
          {"mfu", number(found.mfu)},
          {"days", number(found.days)},
          {"rental_usd", number(found.rental_usd)},
          {"energy_joules", number(found.energy_joules)}};
}

Json found_json(const std::vector<FoundPlan>& plans, const SearchRequest& request) {
  Json list = Json::array();
  for (const FoundPlan& found : plans) list.push_back(found_json(found, request));
  return list;
}

}  // namespace

Json plan_search_json(const PlanSearch& search, double seconds) {
  const SearchCounts& counts = search.counts;
  const bool all = counts.looked_at == counts.plans;
  return {{"space",
           {{"plans", counts.plans},
            {"looked_at", counts.looked_at},
            {"valid", all ? Json(counts.valid) : Json(nullptr)},
            {"fit", all ? Json(counts.fit) : Json(nullptr)},
            {"evaluated", counts.evaluated},
            {"seconds", number(seconds)},
            {"proved", search.done}}},
          {"best", found_json(search.best, search.request)},
          {"front", found_json(search.front, search.request)}};
}

}  // namespace shardscope
