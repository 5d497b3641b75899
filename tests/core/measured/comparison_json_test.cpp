#include "core/measured/comparison_json.h"

#include <nlohmann/json.hpp>

#include "tests/core/measured/cases.h"

using namespace shardscope;
using namespace shardscope::tests;
using Json = nlohmann::ordered_json;

namespace {

Json json_of_few() {
  const std::vector<MeasuredRun> runs = runs_of(few_runs);
  return comparison_json(runs, compare_runs(runs));
}

}  // namespace

TEST_CASE("every run has a row with what was measured, predicted, the error and the range") {
  const Json json = json_of_few();
  REQUIRE(json["runs"].size() == 4);
  const Json& one = json["runs"][0];
  CHECK(one["id"] == "one");
  CHECK(one["valid"] == true);
  CHECK(one["measured"]["step_seconds"] == 3.0);
  CHECK(one["measured"]["memory_kind"] == "reserved");
  CHECK(one["predicted"].size() == measured_field_count);
  CHECK(one["error"].size() == 3);
  CHECK(one["error"]["step_seconds"].get<double>() ==
        doctest::Approx(one["predicted"]["step_seconds"].get<double>() / 3 - 1));
  REQUIRE(one["range"]["step_seconds"].size() == 2);
  CHECK(one["range"]["step_seconds"][0] < one["predicted"]["step_seconds"]);
  CHECK(one["predicted"]["step_seconds"] < one["range"]["step_seconds"][1]);
  CHECK_FALSE(json["runs"][1]["measured"].contains("memory_kind"));
}

TEST_CASE("what can't be compared is null, and an invalid run says why") {
  const Json json = json_of_few();
  CHECK(json["runs"][2]["error"]["mfu"].is_null());
  const Json& four = json["runs"][3];
  CHECK(four["valid"] == false);
  CHECK_FALSE(four["problems"].empty());
  CHECK(four["predicted"]["step_seconds"].is_null());
  CHECK(four["error"]["step_seconds"].is_null());
  CHECK(json["counts"]["runs"] == 4);
  CHECK(json["counts"]["invalid"] == 1);
}

TEST_CASE("another program's figures stand beside the run's, and both errors are summed up") {
  const Json json = json_of_few();
  const Json& rival = json["runs"][0]["rival"];
  CHECK(rival["name"] == "Other 1.0");
  CHECK(rival["predicted"]["step_seconds"] == 3.3);
  CHECK(rival["error"]["step_seconds"].get<double>() == doctest::Approx(0.1));
  CHECK(json["runs"][1]["rival"].is_null());
  CHECK(json["runs"][0]["notes"] == "words");
  CHECK(json["runs"][0]["scale_out"] == "8 x 200 Gb/s");
  const Json& both = json["rivals"]["Other 1.0"]["step_seconds"];
  CHECK(both["theirs"]["median_absolute_error"].get<double>() == doctest::Approx(0.1));
  CHECK(both["ours"]["count"] == 1);
  CHECK(json["headline"] == "all but low");
  CHECK(json["cross_validated"].is_null());
}

TEST_CASE("the summary is by field, then by group") {
  const Json summary = json_of_few()["summary"];
  for (const std::string_view field : measured_field_names) CHECK(summary.contains(std::string(field)));
  const Json& all = summary["step_seconds"]["all"];
  CHECK(all["count"] == 3);
  for (const char* key : {"median_absolute_error", "p90_absolute_error", "max_absolute_error", "mean_error"})
    CHECK(all[key].is_number());
  CHECK(all["in_range"].is_number());
  CHECK(summary["peak_memory_bytes"]["all"]["in_range"].is_number());
  CHECK(summary["mfu"]["all"]["in_range"].is_number());
  CHECK(summary["step_seconds"].contains("kind:moe"));
  CHECK(summary["step_seconds"].contains("source:Lab/repo table 2"));
  CHECK_FALSE(summary["hfu"].contains("all"));
}
