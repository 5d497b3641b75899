#include "core/frameworks/framework.h"
#include "core/frameworks/read_flags.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

const std::string base_text = R"({"title": "Base", "repository": "a/b", "commit": "c", "date": "d", "form": "flags",
  "defaults": [["plan.micro_batch", "2"], ["plan.global_batch", "plan.micro_batch * 8"]],
  "ignored": ["--lr"],
  "flags": [
    {"flag": "--tensor-size", "key": "plan.tp", "type": "int", "write": "plan.tp"},
    {"flag": "--optimizer", "key": "plan.optimizer", "type": "str", "values": ["adam", "sgd"], "default": "adam"}],
  "rules": [{"id": "r", "message": "m", "severity": "error", "source": "s", "check": ["True", "plan.tp < 9"]}]})";

LaunchFramework base() {
  LaunchFramework framework = std::get<0>(parse_framework(base_text));
  framework.preset = "base";
  return framework;
}

/// The dialect of `base()` with these keys.
Outcome<LaunchFramework> dialect(const std::string& keys) {
  const std::vector<LaunchFramework> known = {base()};
  return parse_framework(
      R"({"extends": "base", "title": "Fork", "repository": "f/g", "commit": "c", "date": "d", )" + keys + "}", known);
}

FlagReading reading(const LaunchFramework& framework, const std::vector<GivenFlag>& flags) {
  return read_flags(framework, flags, {}, real_presets());
}

std::string complaint(const Outcome<LaunchFramework>& parsed) {
  return succeeded(parsed) ? "" : line_of(problems_of(parsed)[0], "x.json");
}

}  // namespace

TEST_CASE("a dialect has what it extends, and its own names, values and flags without effect beside it") {
  const LaunchFramework fork = value_of(dialect(
      R"("also": {"--model-parallel": "--tensor-size"}, "values": {"--optimizer": {"fused": "adam"}}, "ignored": ["--x"])"));
  CHECK(fork.extends == "base");
  CHECK(fork.form == LaunchForm::flags);
  CHECK(fork.ignores("--lr"));
  CHECK(fork.ignores("--x"));
  CHECK(fork.plain_name("--model-parallel") == "--tensor-size");
  const FlagReading read = reading(fork, {{"--model-parallel", 4, 1}, {"--optimizer", "Fused", 2}});
  CHECK(read.problems.empty());
  REQUIRE(read.notices.size() == 1);
  CHECK(words_of(read.notices[0]).find("\"Fused\" counts as adam") != std::string::npos);
  CHECK(value_at(read.names, "plan.tp") == Value(4));
  CHECK(value_at(read.names, "plan.optimizer") == Value("adam"));
}

TEST_CASE("another name of a flag is the same flag: of both the last counts, and rules find either") {
  const LaunchFramework fork = value_of(dialect(R"("also": {"--model-parallel": "--tensor-size"})"));
  const FlagReading read = reading(fork, {{"--tensor-size", 2, 1}, {"--model-parallel", 4, 2}});
  CHECK(value_at(read.names, "plan.tp") == Value(4));
  REQUIRE(read.notices.size() == 1);
  CHECK(read.notices[0].message == "it is 4 here and 2 in line 1; the last counts");
  const Value::List* given = value_at(read.names, "given").list();
  REQUIRE(given != nullptr);
  CHECK(std::find(given->begin(), given->end(), Value("--tensor-size")) != given->end());
}

TEST_CASE("a dialect's flag of the same name takes the base's place, and what it hasn't is gone") {
  const LaunchFramework fork = value_of(dialect(
      R"("flags": [{"flag": "--tensor-size", "key": "plan.tp", "type": "int", "read": [["plan.tp", "value * 2"]]}],
         "without_flags": ["--optimizer"], "without_rules": ["r"])"));
  CHECK(value_at(reading(fork, {{"--tensor-size", 4, 1}}).names, "plan.tp") == Value(8));
  CHECK(fork.flag("--optimizer") == nullptr);
  CHECK(fork.rules.empty());
}

TEST_CASE("a dialect's default stands before the base's of that name, so that those behind build on it") {
  const LaunchFramework fork = value_of(dialect(R"("defaults": [["plan.micro_batch", "3"]])"));
  CHECK(value_at(reading(fork, {}).names, "plan.global_batch") == Value(24));
  CHECK(value_at(reading(base(), {}).names, "plan.global_batch") == Value(16));
}

TEST_CASE("in another form a table's keys are the base's flags with underscores, and are what is written") {
  const LaunchFramework yaml =
      value_of(dialect(R"("form": "yaml", "told_by": ["system.*"], "also": {"system.*": "--*"})"));
  CHECK_FALSE(yaml.flag("--tensor-size")->write.has_value());
  REQUIRE(yaml.flag("system.tensor_size") != nullptr);
  CHECK(yaml.flag("system.tensor_size")->write.has_value());
  CHECK(yaml.flag("system.deeper.tensor_size") == yaml.flag("system.tensor_size"));
  CHECK(yaml.ignores("system.training.lr"));
  CHECK_FALSE(yaml.ignores("system.training.tensor"));
  CHECK(value_at(reading(yaml, {{"system.deeper.tensor_size", 4, 1}}).names, "plan.tp") == Value(4));
}

TEST_CASE("a configuration is named by something, which programs train decoders by a pattern and by families") {
  CHECK(says(complaint(dialect(R"("configuration": [{"option": ""}])")),
             "x.json: configuration[0].option: it is empty; leave it out"));
  CHECK(says(complaint(dialect(R"("decoders": {"families": ["gpt"]})")), "decoders.among: text is wanted"));
  CHECK(value_of(dialect(R"("decoders": {"among": "train_*.py", "families": ["gpt"]})")).decoders ==
        DecoderPrograms{"train_*.py", {"gpt"}, {}, {}});
  CHECK(value_of(dialect(R"("python": {"registries": {"model": "made"}})")).python.registries.size() == 1);
}

TEST_CASE("what a dialect names and its base hasn't is said") {
  CHECK(complaint(dialect(R"("also": {"--a": "--b"})")) == "x.json: also.--a: there is no such flag");
  CHECK(complaint(dialect(R"("values": {"--b": {"x": "y"}})")) == "x.json: values.--b: there is no such flag");
  CHECK(complaint(parse_framework(
            R"({"extends": "nowhere", "title": "F", "repository": "a/b", "commit": "c", "date": "d"})")) ==
        "x.json: extends: there is no framework nowhere before it");
}

TEST_CASE("a text is of the framework that a name of its own tells, and of the first dialect that is told too") {
  const std::vector<LaunchFramework>& all = real_presets().frameworks;
  const auto whose = [&](std::vector<std::string> flags, LaunchForm form = LaunchForm::flags) {
    const LaunchFramework* found = framework_of(flags, form, all);
    return found == nullptr ? std::string() : found->preset;
  };
  CHECK(whose({"--tensor-model-parallel-size", "--num-layers"}) == "megatron");
  CHECK(whose({"--tensor-model-parallel-size", "--num-layers", "--zero-stage", "--deepspeed_config"}) ==
        "megatron-deepspeed");
  CHECK(whose({"--tensor-model-parallel-size", "--use-mpi", "--checkpoint-activations",
               "--distribute-checkpointed-activations"}) == "megatron-2021");  // which borrows fewest
  CHECK(whose({"--tensor-model-parallel-size", "--use-mpi", "--num-layers"}) == "llm-jp-megatron");
  CHECK(whose({"--tensor_model_parallel_size", "--num_layers", "--micro_batch_size"}) == "epfllm-megatron");
  CHECK(whose({"--tensor-model-parallel-size", "--num-layers", "--micro_batch_size"}) == "megatron");  // a slip
  CHECK(whose({"--zero-stage", "--bf16"}).empty());  // some trainer's own
  CHECK(whose({"bf16", "gradient_accumulation_steps"}, LaunchForm::yaml).empty());
  CHECK(whose({"train_micro_batch_size_per_gpu", "zero_optimization.stage"}, LaunchForm::json) == "deepspeed");
  CHECK(whose({"training.batch_size", "training.data_parallel_shard_degree"}, LaunchForm::toml) == "torchtitan-2024");
  CHECK(whose({"--parallelism.tensor_parallel_degree"}) == "torchtitan");
  CHECK(whose({"model.tensor_model_parallel_size", "ddp.overlap_grad_reduce"}, LaunchForm::python) ==
        "megatron-bridge");
}

TEST_CASE("every dialect that is shipped extends a framework that is there, and has a name of its own to tell it by") {
  for (const LaunchFramework& each : real_presets().frameworks) {
    CAPTURE(each.preset);
    CHECK_FALSE((each.told_by.empty() && each.form != LaunchForm::snippet));
    if (!each.extends.empty()) CHECK(find_framework(real_presets().frameworks, each.extends) != nullptr);
  }
}
