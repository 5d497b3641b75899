#include "core/compare/plan_comparison_json.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "core/evaluate/evaluate.h"
#include "tests/real_presets.h"

using namespace shardscope;
using Json = nlohmann::ordered_json;

namespace {

double sum_of(const Json& parts, const char* which) {
  double sum = 0;
  for (const auto& [name, part] : parts.items()) sum += part[which].get<double>();
  return sum;
}

}  // namespace

TEST_CASE("a comparison's JSON has parts that sum, of both plans and of what lies between them") {
  const Scenario a = *tests::real_presets().scenario("gpt4-25k-a100");
  Scenario b = a;
  b.plan.tp = 16, b.plan.dp = 104, b.plan.micro_batch = 2;
  const std::vector<FieldDifference> differences = field_differences(a, b);
  const Json json = plan_comparison_json(evaluate(a), evaluate(b), differences, plan_path(a, b));
  for (const char* which : {"a", "b", "difference"}) {
    CAPTURE(which);
    const double step = json["step_seconds"][which].get<double>();
    CHECK(sum_of(json["breakdown_seconds"], which) == doctest::Approx(step).epsilon(1e-9));
    CHECK(sum_of(json["time_lost_seconds"], which) == doctest::Approx(step).epsilon(1e-9));
    CHECK(sum_of(json["memory_bytes"], which) == json["peak_memory_bytes"][which].get<double>());
  }
  double seconds = 0, bytes = 0;
  for (const Json& step : json["path"])
    seconds += step["step_seconds_difference"].get<double>(),
        bytes += step["peak_memory_bytes_difference"].get<double>();
  CHECK(seconds == doctest::Approx(json["step_seconds"]["difference"].get<double>()).epsilon(1e-9));
  CHECK(bytes == json["peak_memory_bytes"]["difference"].get<double>());
  CHECK(json["path"][0]["settings"]["plan.tp"] == 16);
  CHECK(json["path"][0]["settings"]["plan.dp"] == 104);
  CHECK(json["path"][0]["replicas_follow"] == true);
  CHECK(json["differences"][0] == Json{{"path", "plan.tp"}, {"a", 8}, {"b", 16}, {"said", true}});
  CHECK(json["a"]["step_seconds"] == json["step_seconds"]["a"]);
}

TEST_CASE("what isn't known of a comparison is null") {
  const Scenario a = *tests::real_presets().scenario("llama3-70b-4096-h100");
  Scenario untimed = a;
  untimed.cluster.gpu.peak_flops = {};
  const Json json = plan_comparison_json(evaluate(a), evaluate(untimed), {}, {});
  CHECK(json["step_seconds"]["b"].is_null());
  CHECK(json["step_seconds"]["difference"].is_null());
  CHECK(json["breakdown_seconds"].is_null());
  CHECK(json["peak_memory_bytes"]["difference"].is_number());
}
