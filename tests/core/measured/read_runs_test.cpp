#include "core/measured/read_runs.h"

#include "core/base/limits.h"
#include "core/measured/compare.h"
#include "tests/core/measured/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// The first problem with the whole file, as a line; empty where it is read.
std::string refusal_of(const std::string& text) {
  const Outcome<std::vector<MeasuredRun>> runs = read_runs(text, real_presets());
  if (succeeded(runs)) return "";
  CHECK_FALSE(problems_of(runs).empty());
  return line_of(problems_of(runs).front(), "");
}

std::string run_text(const std::string& run) {
  return R"({"shardscope_runs": 1, "runs": [)" + run + "]}";
}

}  // namespace

TEST_CASE("a run keeps its words, its scenario and what was measured") {
  const std::vector<MeasuredRun> runs = runs_of(few_runs);
  REQUIRE(runs.size() == 4);
  const MeasuredRun& one = runs[0];
  CHECK(one.id == "one");
  CHECK(one.source == "Lab/repo table 1");
  CHECK(one.kind == RunKind::dense);
  CHECK(one.quality == RunQuality::high);
  CHECK(one.notes == "words");
  CHECK(one.gpu == "a100-80");  // the preset's own name, however the file writes it
  CHECK(one.problems.empty());
  REQUIRE(one.scenario);
  CHECK(one.scenario->plan.tp == 8);
  CHECK(one.scenario->flops_convention == FlopsConvention::palm);
  CHECK(one.measured[index_of(MeasuredField::step_seconds)] == 3.0);
  CHECK(one.measured[index_of(MeasuredField::peak_memory_bytes)] == 20e9);
  CHECK_FALSE(one.measured[index_of(MeasuredField::hfu)]);
  CHECK(one.memory_kind == MemoryKind::reserved);
  CHECK(runs[1].memory_kind == MemoryKind::unstated);
  CHECK(one.scale_out == "8 x 200 Gb/s");
  REQUIRE(one.rival);
  CHECK(one.rival->name == "Other 1.0");
  CHECK(one.rival->figures[index_of(MeasuredField::step_seconds)] == 3.3);
  // Stated as an error in percent of what was measured.
  CHECK(*one.rival->figures[index_of(MeasuredField::peak_memory_bytes)] == doctest::Approx(18e9));
  CHECK_FALSE(runs[1].rival);
  CHECK_FALSE(runs_of(edited(R"("name": "Other 1.0", )", "", few_runs))[0].problems.empty());
}

TEST_CASE("a model is the file's own by name, with overrides, or a preset") {
  std::vector<MeasuredRun> runs = runs_of(few_runs);
  CHECK(runs[0].scenario->model.intermediate_size == 11008);
  CHECK(runs[1].scenario->model.num_experts == 8);
  runs = runs_of(edited("\"model\": \"own-7b\"", R"("model": {"preset": "own-7b", "num_hidden_layers": 4})", few_runs));
  REQUIRE(runs[0].scenario);
  CHECK(runs[0].scenario->model.num_hidden_layers == 4);
  CHECK(runs[0].scenario->model.hidden_size == 4096);
}

TEST_CASE("a name of the file goes before a preset's") {
  const std::string text = edited("\"own-7b\": {", "\"llama2-70b\": {",
                                  edited("\"model\": \"own-7b\"", "\"model\": \"llama2-70b\"", few_runs));
  CHECK(runs_of(text)[0].scenario->model.num_hidden_layers == 32);
}

TEST_CASE("what the file leaves unsaid of a preset's model is the preset's") {
  const std::string text = edited("\"own-7b\": {", "\"gpt-oss-20b\": {",
                                  edited("\"model\": \"own-7b\"", "\"model\": \"gpt-oss-20b\"", few_runs));
  CHECK(runs_of(text)[0].scenario->model.swiglu_limit == 7.0);
  CHECK_FALSE(runs_of(few_runs)[0].scenario->model.swiglu_limit.has_value());
}

TEST_CASE("a run on a rack of one scale-up domain ran over it, unless it says otherwise") {
  const auto domain = [](const char* cluster) {
    return runs_of(edited(R"({"gpu": "A100-80", "gpus": 8})", cluster, few_runs))[0].scenario->cluster.scale_up_domain;
  };
  CHECK(domain(R"({"gpu": "gb200", "gpus": 8, "gpus_per_node": 4})") == 72);
  CHECK(domain(R"({"gpu": "gb300", "gpus": 8, "gpus_per_node": 4, "scale_up_domain": 4})") == 4);
  CHECK_FALSE(domain(R"({"gpu": "b200", "gpus": 8})").has_value());
  CHECK_FALSE(domain(R"({"gpu": "v100-32", "gpus": 8, "gpus_per_node": 4})").has_value());
}

TEST_CASE("a FLOP convention that isn't implemented is no error") {
  const std::vector<MeasuredRun> runs = runs_of(few_runs);
  CHECK(runs[0].convention_known);
  CHECK_FALSE(runs[2].convention_known);
  CHECK(runs[2].problems.empty());
}

TEST_CASE("what is wrong with one run stays with it, under its path") {
  const std::vector<MeasuredRun> runs = runs_of(edited("\"gpus\": 64", "\"gpus\": \"many\"", few_runs));
  REQUIRE(runs.size() == 4);
  CHECK_FALSE(runs[1].scenario);
  REQUIRE(runs[1].problems.size() == 1);
  CHECK(runs[1].problems[0].path == "runs[1].scenario.cluster.gpus");
  CHECK(runs[1].gpu == "h100-sxm");
  CHECK(runs[0].problems.empty());
}

TEST_CASE("a figure that no measurement gives is a problem of its run") {
  for (const char* wrong : {"\"fast\"", "-1", "0", "[1]"}) {
    CAPTURE(wrong);
    const std::vector<MeasuredRun> runs =
        runs_of(edited("\"step_seconds\": 3,", "\"step_seconds\": " + std::string(wrong) + ",", few_runs));
    REQUIRE(runs[0].problems.size() == 1);
    CHECK(runs[0].problems[0].path == "runs[0].measured.step_seconds");
    CHECK_FALSE(runs[0].measured[index_of(MeasuredField::step_seconds)]);
  }
  CHECK(runs_of(edited("\"reserved\"", "\"roughly\"", few_runs))[0].problems.size() == 1);
  CHECK(runs_of(edited("\"reserved\"", "\"unknown\"", few_runs))[0].memory_kind == MemoryKind::unstated);
}

TEST_CASE("a run of another kind or quality is compared all the same, with a word about it") {
  const std::vector<MeasuredRun> runs =
      runs_of(edited("\"kind\": \"dense\", \"quality\": \"high\"", R"("kind": "ssm", "quality": "fair")", few_runs));
  REQUIRE(runs[0].problems.size() == 2);
  CHECK(runs[0].problems[0].path == "runs[0].kind");
  CHECK(runs[0].problems[0].message == "\"ssm\" isn't one of dense, moe");
  CHECK(runs[0].problems[1].message == "\"fair\" isn't one of high, medium, low");
  CHECK(runs[0].kind == RunKind::unstated);
  CHECK(runs[0].quality == RunQuality::unstated);
  CHECK(compare_run(runs[0]).valid);
}

TEST_CASE("a run that is no object, or has no scenario or figures, is kept with its problems") {
  for (const char* run : {"7", "null", "{}", R"({"id": 3})", R"({"scenario": 5, "measured": []})"}) {
    CAPTURE(run);
    const std::vector<MeasuredRun> runs = runs_of(run_text(run));
    REQUIRE(runs.size() == 1);
    CHECK_FALSE(runs[0].problems.empty());
    CHECK_FALSE(runs[0].scenario);
  }
}

TEST_CASE("a file that isn't in the format is refused as a whole") {
  CHECK(says(refusal_of("[1]"), "isn't an object"));
  CHECK(says(refusal_of("{"), "line"));
  CHECK(says(refusal_of(R"({"runs": []})"), "shardscope_runs"));
  CHECK(says(refusal_of(R"({"shardscope_runs": 2, "runs": []})"), "shardscope_runs"));
  CHECK(says(refusal_of(R"({"shardscope_runs": 1})"), "runs"));
  CHECK(says(refusal_of(R"({"shardscope_runs": 1, "runs": [], "models": 3})"), "models"));
  CHECK(refusal_of(R"({"shardscope_runs": 1, "runs": []})").empty());
}

TEST_CASE("more runs or a longer model than the limits are refused, so that work stays bounded") {
  std::string many = "{}";
  for (std::size_t i = 0; i < limits::measured_runs_max; ++i) many += ",{}";
  CHECK(says(refusal_of(run_text(many)), "more than"));
  const std::string title(limits::measured_model_bytes_max, 'x');
  CHECK(says(refusal_of(R"({"shardscope_runs": 1, "runs": [], "models": {"m": {"title": ")" + title + "\"}}}"),
             "models.m"));
}
