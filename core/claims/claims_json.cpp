#include "core/claims/claims_json.h"

#include <nlohmann/json.hpp>

#include "core/report_json/number.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

Json numbers_json(const Numbers& numbers) {
  if (numbers.empty()) return nullptr;
  if (numbers.size() == 1) return number(numbers.front());
  Json list = Json::array();
  for (const std::optional<double>& each : numbers) list.push_back(number(each));
  return list;
}

Json settings_json(const std::vector<Setting>& settings) {
  Json list = Json::array();
  for (const Setting& each : settings) list.push_back(words_of(each));
  return list;
}

Json text_json(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

}  // namespace

Json claims_json(const std::vector<CheckedClaim>& claims) {
  Json list = Json::array();
  for (const CheckedClaim& checked : claims) {
    const Claim& claim = checked.claim;
    list.push_back(
        {{"id", claim.id},
         {"claim", claim.claim},
         {"claimed", numbers_json(claim.claimed)},
         {"unit", claim.unit},
         {"computed", numbers_json(checked.computed.values)},
         {"ratio", numbers_json(checked.ratio)},
         {"verdict", name_of(checked.agreement)},
         {"note", claim.note},
         {"source", claim.source},
         {"computed_unit", claim.computed_unit.empty() ? claim.unit : claim.computed_unit},
         {"arithmetic", text_json(checked.computed.arithmetic)},
         {"scenario", text_json(claim.scenario)},
         {"settings", settings_json(claim.settings)},
         {"against", settings_json(claim.against)},
         {"simulated", number(checked.simulated)},
         {"basis", text_json(claim.basis)},
         {"decided_by", claim.decided_by_simulation ? "scenario" : "formula"},
         {"other_verdict", checked.other_agreement ? Json(name_of(*checked.other_agreement)) : Json(nullptr)},
         {"standing", name_of(standing_of(checked))},
         {"expected", numbers_json(claim.expected)}});
  }
  return list;
}

}  // namespace shardscope
