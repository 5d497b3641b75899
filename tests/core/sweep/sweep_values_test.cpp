#include "core/sweep/sweep_values.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "core/sweep/sweep_questions.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

const Scenario& llama() {
  return *real_presets().scenario("llama3-70b-4096-h100");
}

std::vector<std::string> values_by(const SweptAxis& axis, std::size_t count_max) {
  const Outcome<Varied> varied = varied_by(axis, llama(), SweepFollow::gpus, count_max);
  REQUIRE(succeeded(varied));
  return value_of(varied).values;
}

bool has(const std::vector<double>& values, double value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

}  // namespace

TEST_CASE("a degree takes what the panel offers, a figure of hardware shares and multiples of what it is") {
  CHECK(swept_values(llama(), "plan.tp", SweepFollow::gpus) == std::vector<double>{1, 2, 4, 8, 16});
  const double rate = llama().cluster.scale_out_bandwidth;
  const std::vector<double> rates = swept_values(llama(), "cluster.scale_out_bandwidth", SweepFollow::gpus, 4);
  CHECK(rates.size() == 9);
  CHECK(rates.front() == doctest::Approx(rate / 4));
  CHECK(rates.back() == doctest::Approx(rate * 4));
  CHECK(has(rates, rate));
  CHECK(is_scaled(llama(), "cluster.scale_out_bandwidth"));
  CHECK_FALSE(is_scaled(llama(), "plan.tp"));
  CHECK_FALSE(is_scaled(llama(), "cluster.gpus"));
}

TEST_CASE("sizes of the cluster that keep the batch share it evenly, those that keep its shares are doublings") {
  const double present = static_cast<double>(llama().cluster.gpus);
  for (const SweepFollow follow : {SweepFollow::batch, SweepFollow::share, SweepFollow::gpus}) {
    const std::vector<double> sizes = swept_values(llama(), "cluster.gpus", follow);
    CAPTURE(json_name(follow));
    REQUIRE(sizes.size() > 3);
    CHECK(has(sizes, present));
    CHECK(std::is_sorted(sizes.begin(), sizes.end()));
    for (const double gpus : sizes) {
      Scenario varied = llama();
      varied.cluster.gpus = static_cast<std::int64_t>(gpus);
      const Scenario followed = after_varying(llama(), varied, follow);
      if (follow == SweepFollow::batch) CHECK(followed.plan.global_batch == llama().plan.global_batch);
      CHECK(evaluate(followed).valid);
    }
  }
}

TEST_CASE("a share stays a share, a count stays whole, and of many values some are kept with their ends") {
  const Field& attention = *find_field("cluster.gpu.efficiency.attention");
  for (const double value : swept_values(llama(), attention.path, SweepFollow::gpus, 100))
    CHECK((value >= attention.min && value <= attention.max));
  const std::vector<std::string> stages = values_by({"plan.pp"}, 7);
  CHECK(stages.size() <= 7);
  CHECK(stages.front() == "1");
  CHECK(std::find(stages.begin(), stages.end(), std::to_string(llama().plan.pp)) != stages.end());
  CHECK(values_by({"plan.recompute"}, 6) == std::vector<std::string>{"none", "selective", "full"});
  CHECK(values_by({"plan.flash_attention"}, 6) == std::vector<std::string>{"false", "true"});
  CHECK_FALSE(succeeded(varied_by({"no.such_field"}, llama(), SweepFollow::gpus, 6)));
  CHECK(is_swept_along(*find_field("plan.tp")));
  CHECK_FALSE(is_swept_along(*find_field("plan.recompute")));
  CHECK(is_swept_by_lines(*find_field("plan.recompute")));
  CHECK_FALSE(is_swept_by_lines(*find_field("cluster.title")));
}

TEST_CASE("every question has values in every preset, the present one among them") {
  for (const LaunchedScenario& preset : real_presets().scenarios)
    for (const SweepQuestionEntry& question : table_of<SweepQuestion>) {
      CAPTURE(preset.scenario.preset);
      CAPTURE(std::string(question.name));
      const Field& field = *find_field(question.path);
      CHECK(is_swept_along(field));
      const std::vector<double> values = swept_values(preset.scenario, question.path, question.follow, question.span);
      CHECK(has(values, swept_number(field, preset.scenario).value_or(-1)));
    }
}

TEST_CASE("values are held within their bounds, and typed ones stand as the command line has them") {
  SweptAxis axis{"plan.tp"};
  axis.least = 2, axis.most = 8;
  CHECK(values_by(axis, 24) == std::vector<std::string>{"2", "4", "8"});
  axis.typed = "1,3,16";
  CHECK(values_by(axis, 2) == std::vector<std::string>{"1", "3", "16"});
  axis.typed = "1..4";
  CHECK(value_of(varied_by(axis, llama(), SweepFollow::gpus, 24)).range);
  axis.typed = "1,,2";
  CHECK_FALSE(succeeded(varied_by(axis, llama(), SweepFollow::gpus, 24)));
}
