#include "core/report_json/report_unit.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "core/evaluate/evaluate.h"
#include "core/report_json/report_json.h"
#include "tests/real_presets.h"

using namespace shardscope;
using Json = nlohmann::ordered_json;

namespace {

/// Of two sites, so that it has all its figures.
Json whole_report() {
  Scenario scenario = *tests::real_presets().scenario("gpt4-25k-a100");
  scenario.cluster.sites.number = 2;
  return report_json(evaluate(scenario));
}

void for_each_number(const Json& json, const std::string& path, const auto& visit) {
  if (json.is_number()) visit(path, json.get<double>());
  if (!json.is_structured()) return;
  std::size_t place = 0;
  for (const auto& [key, value] : json.items()) {
    const std::string name = json.is_array() ? std::to_string(place++) : key;
    for_each_number(value, path.empty() ? name : path + "." + name, visit);
  }
}

}  // namespace

TEST_CASE("a figure's unit is what the innermost key says that says one") {
  const auto unit = [](const char* path) { return unit_of_figure(field_path(path)); };
  CHECK(unit("time.step_seconds") == Unit::seconds);
  CHECK(unit("time.step_seconds_range.0") == Unit::seconds);
  CHECK(unit("time.breakdown_seconds.compute") == Unit::seconds);
  CHECK(unit("memory.peak_bytes") == Unit::bytes);
  CHECK(unit("throughput.model_flops_per_gpu_per_second") == Unit::flops_per_second);
  CHECK(unit("throughput.peak_flops_per_second") == Unit::flops_per_second);
  CHECK(unit("run.total_flops") == Unit::flops);
  CHECK(unit("run.rental_usd") == Unit::dollars);
  CHECK(unit("network.0.bytes_per_second_per_gpu") == Unit::bytes_per_second);
  CHECK(unit("throughput.tokens_per_second") == Unit::none);
  CHECK(unit("pipeline.micro_batches") == Unit::none);
}

TEST_CASE("shares are told from ratios, also how well several sites work together") {
  for (const char* path : {"throughput.mfu", "throughput.hfu", "pipeline.bubble_fraction", "run.goodput",
                           "pipeline.bubble_share_of_step", "sites.efficiency", "run.share_of_peak"})
    CHECK(unit_of_figure(field_path(path)) == Unit::share);
  CHECK(unit_of_figure(field_path("network.0.load")) == Unit::none);
}

TEST_CASE("every share of a report lies between 0 and 1, and all of the shares' keys are in it") {
  std::set<std::string> keys;
  for_each_number(whole_report(), "", [&](const std::string& path, double value) {
    const FieldPath field = field_path(path);
    if (unit_of_figure(field) != Unit::share) return;
    CAPTURE(path);
    CHECK(value >= 0);
    CHECK(value <= 1);
    for (const std::string& key : field.keys)
      if (unit_of_figure({key, {key}}) == Unit::share) keys.insert(key);
  });
  CHECK(keys == std::set<std::string>{"mfu", "hfu", "bubble_fraction", "bubble_share_of_step", "goodput", "efficiency",
                                      "hidden_share", "share_of_peak"});
}
