#include "core/logs/log_plan.h"

#include <algorithm>

#include "tests/core/logs/cases.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the scenario of a dump of arguments is the launch's") {
  const LogPlan plan = plan_of_log(log_of(log_text("megatron-ranks.log")), real_presets());
  for (const Problem& problem : plan.problems) MESSAGE(line_of(problem, ""));
  REQUIRE(plan.parsed);
  const Scenario scenario = with_defaults(Scenario(plan.parsed->said.scenario));
  CHECK(scenario.plan.tp == 2);
  CHECK(scenario.plan.pp == 2);
  CHECK(scenario.plan.dp == 2);
  CHECK(scenario.cluster.gpus == 8);
  CHECK(scenario.plan.global_batch == 32);
  CHECK(scenario.model.num_hidden_layers == 24);
  CHECK(scenario.model.num_key_value_heads == 4);
  CHECK(scenario.model.vocab_size == 50257);
  CHECK_FALSE(scenario.model.num_experts);
  CHECK(scenario.model.kv_lora_rank.value_or(0) == 0);  // MLA's defaults stand in every dump
  CHECK(scenario.plan.precision == Precision::bf16);
}

TEST_CASE("settings change the plan, and a wrong one is said") {
  const MeasuredLog log = log_of(log_text("megatron-ranks.log"));
  const Setting tp[] = {"plan.tp=4"}, gpu[] = {"cluster.gpu=none-such"};
  CHECK(with_defaults(Scenario(plan_of_log(log, real_presets(), tp).parsed->said.scenario)).plan.tp == 4);
  const LogPlan wrong = plan_of_log(log, real_presets(), gpu);
  CHECK_FALSE(wrong.parsed);
  CHECK_FALSE(wrong.problems.empty());
}

TEST_CASE("a vocabulary that neither dump nor lines say is said to be taken for granted") {
  MeasuredLog log = log_of(log_text("megatron-ranks.log"));
  const auto of_vocabulary = [&] {
    const std::vector<Problem> assumed = assumptions_of(plan_of_log(log, real_presets()));
    return std::any_of(assumed.begin(), assumed.end(),
                       [](const Problem& each) { return each.path == "model.vocab_size"; });
  };
  CHECK_FALSE(of_vocabulary());
  log.arguments.erase("vocab_size"), log.arguments.erase("padded_vocab_size");
  log.plan.vocabulary.reset(), log.plan.padded_vocabulary.reset();
  CHECK(of_vocabulary());
}

TEST_CASE("a dump that is cut makes no plan by defaults, but for the tensor degree that follows") {
  MeasuredLog log = log_of(log_text("megatron-ranks.log"));
  log.arguments.erase("tensor_model_parallel_size");
  const LogPlan derived = plan_of_log(log, real_presets());
  REQUIRE(derived.parsed);
  CHECK(with_defaults(Scenario(derived.parsed->said.scenario)).plan.tp == 2);
  log.arguments.erase("hidden_size");
  const LogPlan cut = plan_of_log(log, real_presets());
  CHECK_FALSE(cut.parsed);
  REQUIRE(cut.problems.size() == 1);
  CHECK(cut.problems[0].message.find("model.hidden_size") != std::string::npos);
  CHECK_FALSE(cut.said.empty());
}

TEST_CASE("nothing of an argument can be more than a word of the launch") {
  std::map<std::string, std::string> arguments = log_of(log_text("megatron-ranks.log")).arguments;
  arguments["transformer_impl"] = "local'; rm -rf x; echo '";
  const std::string text = launch_of_arguments(arguments, real_presets().frameworks);
  CHECK(text.find("rm -rf") == std::string::npos);
  CHECK(text.find("--tensor-model-parallel-size '2'") != std::string::npos);
}

TEST_CASE("tokens per second follow from step, batch and GPUs where the log prints none") {
  MeasuredLog log = log_of(log_text("megatron-ranks.log"));
  const LogPlan plan = plan_of_log(log, real_presets());
  log = with_rates(std::move(log), plan, nullptr);
  CHECK(log.tokens_rate_per_gpu == doctest::Approx(32 * 4096 / 8 / 1.5005));
}

TEST_CASE("rates that the log doesn't print are the same whether its lines or the scenario say the counts") {
  MeasuredLog log;
  log.step_seconds = TypicalFigure{};
  log.step_seconds->median = 3;
  MeasuredLog of_lines = log;
  SaidPlan counts;
  counts.global_batch = 7;
  fill_rates(of_lines, counts);
  CHECK(of_lines.samples_rate == doctest::Approx(7.0 / 3));
  CHECK_FALSE(of_lines.tokens_rate_per_gpu);
  counts.sequence_length = 1001, counts.gpus = 11;
  fill_rates(of_lines, counts);
  Scenario scenario;
  scenario.plan.global_batch = 7, scenario.plan.sequence_length = 1001, scenario.cluster.gpus = 11;
  const MeasuredLog of_scenario = with_rates(log, {}, &scenario);
  CHECK(of_scenario.samples_rate == of_lines.samples_rate);
  CHECK(of_scenario.tokens_rate_per_gpu == of_lines.tokens_rate_per_gpu);
  log.tokens_rate_per_gpu = 5;  // printed
  CHECK(with_rates(log, {}, &scenario).tokens_rate_per_gpu == 5);
}

TEST_CASE("what the log says otherwise than the scenario it is set beside is told") {
  const LogPlan plan = plan_of_log(log_of(log_text("megatron-ranks.log")), real_presets());
  REQUIRE(plan.parsed);
  CHECK(differing_counts(plan, plan.parsed->said.scenario).empty());
  Scenario other = plan.parsed->said.scenario;
  other.plan.global_batch = 64;
  const std::vector<DifferingCount> differing = differing_counts(plan, other);
  REQUIRE(differing.size() == 1);
  CHECK(differing[0].path == "plan.global_batch");
  CHECK(differing[0].log == 32);
  CHECK(differing[0].scenario == 64);
}
