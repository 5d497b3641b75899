#include "core/report_json/operations_json.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("a rank's passes are listed once each, with what each lane's traffic adds to them") {
  const Report report = evaluate(*all_presets().scenario("gpt4-25k-a100"));
  const std::int32_t rank = report.time->critical_rank;
  const auto json = operations_json(report, rank);
  CHECK(json["rank"] == rank);
  REQUIRE(json["passes"].size() >= 2);
  double passes = 0, tensor = 0;
  for (const auto& pass : json["passes"]) {
    const auto runs = pass["runs"].get<double>();
    passes += runs * pass["seconds"].get<double>();
    tensor += runs * pass["exposed_seconds"]["tensor"].get<double>();
  }
  CHECK(passes == doctest::Approx(report.timeline->busy[static_cast<std::size_t>(rank)].value));
  CHECK(tensor == doctest::Approx(report.time->breakdown.tp_comm.value));
}

TEST_CASE("each operation has its lane, its shape in letters and numbers, its moments and what it waits for") {
  const Report report = evaluate(*all_presets().scenario("llama3-8b-1024-h100"));
  const auto json = operations_json(report, 0);
  bool has_shape = false;
  for (const auto& pass : json["passes"])
    for (const auto& layer : pass["layers"]) {
      std::size_t place = 0;
      for (const auto& operation : layer["operations"]) {
        CHECK(operation["end_seconds"].get<double>() <= layer["seconds"].get<double>() * (1 + 1e-9));
        has_shape |= operation["name"] == "q k v projection" && operation["numbers"].size() == 3;
        if (!operation["waits_for"].is_null()) CHECK(operation["waits_for"].get<std::size_t>() < place);
        ++place;
      }
    }
  CHECK(has_shape);
}

TEST_CASE("a rank that isn't there has none") {
  CHECK(operations_json(evaluate(gpt3_on(8, 2, 1)), 2).is_null());
}
