#include "core/report_json/operations_json.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "core/evaluate/evaluate.h"
#include "core/inspect/memory/ledger.h"
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

TEST_CASE("what a layer's operations save is what it keeps of a micro-batch, and the peak names what begins then") {
  const Report report = evaluate(*all_presets().scenario("llama3-8b-1024-h100"));
  const auto json = operations_json(report, 0);
  const Scenario& filled = report.scenario;
  double kept = 0, saved = 0;
  for (const LayerTensor& tensor : layer_tensors(filled, BlockKind::dense_layer, false))
    if (tensor.kept && tensor.tensor) kept += tensor.bytes.value;
  for (const auto& pass : json["passes"])
    for (const auto& layer : pass["layers"])
      if (pass["pass"] == "forward" && layer["block"] == "dense")
        for (const auto& operation : layer["operations"])
          for (const auto& tensor : operation.value("saved", nlohmann::json::array()))
            saved += tensor["bytes"].get<double>();
  CHECK(saved == doctest::Approx(kept));
  CHECK(json["memory"]["peak_bytes"].get<double>() == doctest::Approx(report.memory.peak.value));
  CHECK(json["memory"]["span"] == "head and loss");
  CHECK(json["memory"]["operation"] == "cross entropy");
  CHECK(json["memory"]["micro_batches_held"] == 1);
}

TEST_CASE("an operation that traffic cuts in two lists what it saves once") {
  Scenario scenario = *all_presets().scenario("nemotron4-340b-6144-h100");
  scenario.plan.overlap.tp = true;
  const auto json = operations_json(evaluate(scenario), 0);
  for (const auto& pass : json["passes"])
    for (const auto& layer : pass["layers"]) {
      std::set<std::string> listed;
      for (const auto& operation : layer["operations"])
        if (operation.contains("saved")) CHECK(listed.insert(operation["name"].get<std::string>()).second);
    }
}

TEST_CASE("every pass has operations without slack, and what a rank's link could do later has some") {
  const auto json = operations_json(evaluate(*all_presets().scenario("llama3-8b-1024-h100")), 0);
  double most = 0;
  for (const auto& pass : json["passes"]) {
    double least = 1;
    for (const auto& span : pass["spans"]) least = std::min(least, span["slack_seconds"].get<double>());
    CHECK(least == 0);
    for (const auto& unit : pass["traffic"]) most = std::max(most, unit["slack_seconds"].get<double>());
  }
  CHECK(most > 1e-3);
}

TEST_CASE("a rank that isn't there has none") {
  CHECK(operations_json(evaluate(gpt3_on(8, 2, 1)), 2).is_null());
}
