#include "core/claims/claims_json.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("every claim has the contract's keys, numbers where there is one and lists where there are several") {
  const nlohmann::ordered_json json = claims_json(check_claims(all_presets().claims, all_presets()));
  REQUIRE(json.is_array());
  CHECK(json.size() == 43);
  for (const auto& entry : json) {
    for (const char* key : {"id", "claim", "claimed", "unit", "computed", "ratio", "verdict", "note", "simulated",
                            "basis", "against", "decided_by", "other_verdict", "standing", "expected"}) {
      CAPTURE(key);
      CHECK(entry.contains(key));
    }
    CAPTURE(entry["id"]);
    if (entry["id"] == "h100-cores") CHECK(entry["computed"] == 16896.0);
    if (entry["id"] == "ib-rates") CHECK(entry["computed"] == nlohmann::json::parse("[25e9, 50e9]"));
    if (entry["id"] == "colossus") CHECK(entry["computed"].is_null());
    if (entry["id"] == "cost-split") CHECK(entry["computed"][0].is_null());
    if (entry["id"] == "h100-cores") CHECK(entry["ratio"] == 1.0);
    if (entry["id"] == "h100-cores") CHECK(entry["decided_by"] == "formula");
    if (entry["id"] == "h100-cores") CHECK(entry["other_verdict"].is_null());
    if (entry["id"] == "gpt4-state") CHECK(entry["other_verdict"] == "differs");
    if (entry["id"] == "gpt4-state") CHECK(entry["standing"] == "agrees in part");
    if (entry["id"] == "tp8") CHECK(entry["standing"] == "differs");
    if (entry["id"] == "8192-weeks") CHECK(entry["expected"] == nlohmann::json::parse("[14, 60]"));
    if (entry["decided_by"] == "scenario") {
      CHECK(entry["ratio"].get<double>() ==
            doctest::Approx(entry["simulated"].get<double>() / entry["claimed"].get<double>()));
    }
  }
}
