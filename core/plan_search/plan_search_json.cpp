#include "core/plan_search/plan_search_json.h"

#include <nlohmann/json.hpp>

#include "core/plan_search/plan_look.h"
#include "core/report_json/number.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

/// What was asked for, and what has been measured.
struct Written {
  const SearchRequest& request;
  std::span<const EvidenceRun> evidence;
};

Json differs_json(const EvidencePlace& plan, const EvidencePlace& run) {
  Json differs = Json::object();
  for (std::size_t i = 0; i < evidence_axis_count; ++i)
    if (plan.at[i] != run.at[i])
      differs[std::string(name_of(static_cast<EvidenceAxis>(i)))] = {number(plan.at[i]), number(run.at[i])};
  return differs;
}

Json evidence_json(const FoundPlan& found, const Written& written) {
  if (written.evidence.empty()) return nullptr;
  constexpr std::size_t runs_told = 3;
  const SearchRequest& request = written.request;
  const EvidencePlace place = evidence_place(with_choice(request.base, found.choice, request.space));
  const PlanEvidence evidence = evidence_near(place, written.evidence, runs_told);
  Json nearest = Json::array(), beyond = Json::object();
  for (const NearRun& near : evidence.nearest)
    nearest.push_back({{"run", near.run->id},
                       {"doublings", number(near.doublings)},
                       {"same_gpu_family", near.run->place.family == place.family},
                       {"both_with_experts_or_without", near.run->place.experts == place.experts},
                       {"differs", differs_json(place, near.run->place)}});
  for (const BeyondEvidence& each : evidence.beyond)
    beyond[std::string(name_of(each.axis))] = {{"plan", number(each.plan)}, {"most_measured", number(each.most)}};
  return {{"nearest", std::move(nearest)},
          {"beyond", std::move(beyond)},
          {"assumes_even_experts", evidence.even_experts},
          {"host_traffic_unpriced", evidence.unpriced}};
}

Json found_json(const FoundPlan& found, const Written& written) {
  Json settings = Json::object();
  for (const auto& [key, value] : settings_of(written.request.base, found.choice, written.request.space))
    settings[key] = Json::parse(value);
  Json json = {{"settings", std::move(settings)},
               {"step_seconds_range", {number(found.step_low), number(found.step_high)}},
               {"gpus", found.gpus}};
  for (const Headline figure : found_figures)
    json[std::string(entry_of(figure).key)] = number(figure_of(found, figure));
  json["days"] = number(found.training_days), json["calendar_days"] = number(found.days);  // as a report has them
  json["evidence"] = evidence_json(found, written);
  return json;
}

Json found_json(const std::vector<FoundPlan>& plans, const Written& written) {
  Json list = Json::array();
  for (const FoundPlan& found : plans) list.push_back(found_json(found, written));
  return list;
}

/// The scenario's own plan beside those that were found.
Json own_json(const PlanSearch& search) {
  const OwnPlan own = own_plan(search.request);
  Json json = {{"searched", own.searched}, {"fits", own.fits}, {"better_than_best", own.beats(search)}};
  for (const Headline figure : found_figures)
    json[std::string(entry_of(figure).key)] = own.found ? number(figure_of(*own.found, figure)) : Json(nullptr);
  return json;
}

}  // namespace

Json found_plan_json(const SearchRequest& request, const FoundPlan& found, std::span<const EvidenceRun> evidence) {
  return found_json(found, {request, evidence});
}

Json plan_search_json(const PlanSearch& search, double seconds, std::span<const EvidenceRun> evidence) {
  const Written written{search.request, evidence};
  const SearchCounts& counts = search.counts;
  Json refused = Json::object();
  for (const auto& [rule, count] : counts.refused) refused[rule] = count;
  const bool all = counts.looked_at == counts.plans;
  return {{"space",
           {{"plans", counts.plans},
            {"looked_at", counts.looked_at},
            {"valid", all ? Json(counts.valid) : Json(nullptr)},
            {"fit", all ? Json(counts.fit) : Json(nullptr)},
            {"evaluated", counts.evaluated},
            {"seconds", number(seconds)},
            {"proved", search.done}}},
          {"own", own_json(search)},
          {"best", found_json(search.best, written)},
          {"distinct", search.request.distinct ? found_json(search.distinct, written) : Json(nullptr)},
          {"front", found_json(search.front ? search.front->plans : std::vector<FoundPlan>{}, written)},
          {"refused", std::move(refused)}};
}

}  // namespace shardscope
