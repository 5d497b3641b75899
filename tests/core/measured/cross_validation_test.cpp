#include "core/measured/cross_validation.h"

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "core/measured/compare.h"
#include "core/step/step_range.h"
#include "tests/core/measured/cases.h"
#include "tests/source_path.h"

using namespace shardscope;
using Json = nlohmann::ordered_json;

namespace {

CrossValidation example() {
  CrossValidation found;
  found.date = "2026-11-21";
  found.constants = {{"product_size_term", 650, 600, 640}};
  found.shipped = {{tests::run_group("all but low"), 786, 0.04, 0.13}, {tests::run_group("kind:moe"), 129, 0.08, 0.2}};
  found.refitted = found.at_priors = found.source_left_out = found.configuration_left_out = found.shipped;
  found.source_left_out[1].median_absolute_error = 0.09;
  found.ablations = {{"contention", "none", found.shipped, found.refitted}};
  found.spreads = {{"network", 0.21, 0.07, 0.2, 0.08}};
  found.coverage = {{tests::run_group("all"), 784, 0.8}};
  found.calibrated = {{tests::run_group("origin:Qi"), 69, 0.05, 0.2, 0.03, 0.1, 0.8}};
  return found;
}

}  // namespace

TEST_CASE("what cross-validation found is read as it was written") {
  const Json json = cross_validation_json(example());
  const Outcome<CrossValidation> read = read_cross_validation(json.dump());
  REQUIRE(succeeded(read));
  CHECK(cross_validation_json(value_of(read)) == json);
  CHECK(value_of(read).date == "2026-11-21");
  const GroupErrors* moe = errors_of(value_of(read).source_left_out, tests::run_group("kind:moe"));
  REQUIRE(moe != nullptr);
  CHECK(moe->count == 129);
  CHECK(moe->median_absolute_error == 0.09);
  CHECK(errors_of(value_of(read).shipped, tests::run_group("gpu:none")) == nullptr);
}

TEST_CASE("another file is refused with a reason") {
  const auto refusal = [](const std::string& text) {
    const Outcome<CrossValidation> read = read_cross_validation(text);
    return succeeded(read) ? std::string() : line_of(problems_of(read).front(), "");
  };
  CHECK(refusal("{").find("isn't JSON") != std::string::npos);
  CHECK(refusal("[]").find("shardscope_cross_validation: isn't 1") != std::string::npos);
  CHECK(refusal(R"({"shardscope_cross_validation": 2})").find("isn't 1") != std::string::npos);
  CHECK_FALSE(refusal(R"({"shardscope_cross_validation": 1, "date": "2026-11-21"})").empty());
  Json json = cross_validation_json(example());
  json["errors"]["shipped"]["all but low"]["count"] = "many";
  CHECK_FALSE(refusal(json.dump()).empty());
}

TEST_CASE("the stored cross-validation is of the present program; else run fit_constants --write anew") {
  const auto text_of = [](const char* path) {
    std::ifstream file(source_path(path));
    return std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  };
  const Outcome<CrossValidation> read = read_cross_validation(text_of("presets/measured/cross_validation.json"));
  REQUIRE(succeeded(read));
  const CrossValidation& found = value_of(read);
  const Comparison comparison = compare_runs(tests::runs_of(text_of("presets/measured/public_runs.json")));
  CHECK(found.shipped.size() > 10);
  for (const GroupErrors& group : found.shipped) {
    CAPTURE(group_name(group.group));
    const GroupSummary* now = summary_of(comparison, group.group);
    REQUIRE(now != nullptr);
    const auto& step = now->fields[index_of(MeasuredField::step_seconds)];
    REQUIRE(step.has_value());
    CHECK(step->count == group.count);
    CHECK(std::abs(step->median_absolute_error - group.median_absolute_error) < 0.001);
    CHECK(std::abs(step->p90_absolute_error - group.p90_absolute_error) < 0.002);
    CHECK(errors_of(found.source_left_out, group.group) != nullptr);
    CHECK(errors_of(found.configuration_left_out, group.group) != nullptr);
  }
}

TEST_CASE("the spreads of constants are what the held-out errors ask for, within a hundredth") {
  std::ifstream file(source_path("presets/measured/cross_validation.json"));
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const CrossValidation found = value_of(read_cross_validation(text));
  CHECK(found.spreads.size() == 23);
  for (const FittedSpread& spread : found.spreads) {
    CAPTURE(spread.name);
    CHECK(std::abs(spread.shipped_shorter - spread.shorter) < 0.01);
    // Of Blackwell in 16 bits, which mostly mixtures of experts held out tell, the fit goes as far as it may.
    if (spread.name == "products in 16 bits, Blackwell") continue;
    CHECK(std::abs(spread.shipped_longer - spread.longer) < 0.01);
  }
  const auto shipped = [&](const char* name) {
    for (const FittedSpread& spread : found.spreads)
      if (spread.name == name) return spread.shipped_shorter;
    return 0.0;
  };
  const auto spreads_on = [](const char* gpu) {
    Cluster cluster;
    cluster.gpu = *tests::real_presets().gpu(gpu);
    return constant_spreads(cluster, true);
  };
  const ConstantSpreads hopper = spreads_on("h100-sxm");
  CHECK(hopper.of_kind[index_of(ConstantKind::products)].shorter == shipped("products in 16 bits, Hopper"));
  CHECK(hopper.of_kind[index_of(ConstantKind::network)].shorter == shipped("network"));
  CHECK(hopper.software.shorter == shipped("software, mixtures of experts"));
  const ConstantSpreads strange = spreads_on("mi300x");
  CHECK(strange.of_kind[index_of(ConstantKind::network)].shorter == shipped("family unknown: network"));
  CHECK(strange.software.shorter == shipped("family unknown: software, mixtures of experts"));
}

TEST_CASE("errors and ranges on runs held out keep the bounds reached") {
  std::ifstream file(source_path("presets/measured/cross_validation.json"));
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const CrossValidation found = value_of(read_cross_validation(text));
  struct Bound {
    const char* group;
    double median, p90;
  };
  const auto check = [](const std::vector<GroupErrors>& groups, const Bound& bound) {
    CAPTURE(bound.group);
    const GroupErrors* errors = errors_of(groups, tests::run_group(bound.group));
    REQUIRE(errors != nullptr);
    CHECK(errors->median_absolute_error <= bound.median);
    CHECK(errors->p90_absolute_error <= bound.p90);
  };
  for (const Bound& bound :
       {Bound{"all but low", 0.043, 0.144}, {"kind:dense but low", 0.041, 0.123}, {"kind:moe", 0.074, 0.204}})
    check(found.configuration_left_out, bound);
  for (const Bound& bound :
       {Bound{"all but low", 0.065, 0.230}, {"kind:dense but low", 0.057, 0.180}, {"kind:moe", 0.126, 0.355}})
    check(found.source_left_out, bound);
  for (const RangeCoverage& group : found.coverage)
    if (group.group.by <= GroupBy::kind) {
      CAPTURE(group_name(group.group));
      CHECK(group.in_range > 0.7);
      CHECK(group.in_range < 0.88);
    }
}
