#include "core/frameworks/framework.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/core/frameworks/cases.h"
#include "tests/source_path.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string complaint(const std::string& text) {
  const Outcome<LaunchFramework> parsed = parse_framework(text);
  return succeeded(parsed) ? "" : line_of(problems_of(parsed)[0], "x.json");
}

const std::string head =
    R"("title": "X", "repository": "a/b", "commit": "c", "date": "d", "form": "flags", "rules": [])";

}  // namespace

TEST_CASE("every framework that export promises is there, by name and by alias, and each flag and rule has a source") {
  for (const char* name :
       {"megatron", "megatron-lm", "torchtitan", "deepspeed", "nanotron", "megatron-bridge", "fsdp2"})
    CHECK(find_framework(real_presets().frameworks, name) != nullptr);
  CHECK(find_framework(real_presets().frameworks, usual_framework) != nullptr);
  CHECK(find_framework(real_presets().frameworks, "megatrom") == nullptr);
  for (const LaunchFramework& framework : real_presets().frameworks) {
    CAPTURE(framework.preset);
    CHECK_FALSE(framework.commit.empty());
    for (const FlagSpec& spec : framework.flags) CHECK_MESSAGE(!spec.source.empty(), spec.flag);
    for (const FrameworkRule& rule : framework.rules) CHECK_MESSAGE(!rule.source.empty(), rule.id);
  }
}

TEST_CASE("an export's script runs each framework's program, and a launch of that finds its configuration") {
  for (const LaunchFramework& framework : real_presets().frameworks) {
    if (!framework.extends.empty()) continue;
    CAPTURE(framework.preset);
    CHECK_FALSE(framework.program.empty());
    const std::size_t file = framework.program.find(" {}");
    if (file == std::string::npos) continue;
    const std::string before = framework.program.substr(0, file);
    const std::string option = before.substr(before.rfind(' ') + 1);
    CHECK_MESSAGE(std::any_of(framework.configuration.begin(), framework.configuration.end(),
                              [&](const auto& named) { return named.option == option; }),
                  option);
  }
}

TEST_CASE("the program's README names every framework that texts are read and written for") {
  std::ifstream file(source_path("app/README.md"));
  std::ostringstream readme;
  readme << file.rdbuf();
  for (const LaunchFramework& framework : real_presets().frameworks) {
    if (!framework.extends.empty()) continue;
    const std::string title = framework.title.substr(0, framework.title.find(" ("));
    CHECK_MESSAGE(readme.str().find(title) != std::string::npos, title);
  }
}

TEST_CASE("over 140 rules can be computed") {
  std::ptrdiff_t computed = 0;
  for (const LaunchFramework& framework : real_presets().frameworks)
    for (const FrameworkRule& rule : framework.rules) computed += rule.holds.has_value();
  CHECK(computed >= 143);
}

TEST_CASE("no flag stands twice in a framework's table, nor among those that it ignores") {
  for (const LaunchFramework& framework : real_presets().frameworks)
    for (const FlagSpec& spec : framework.flags) {
      CAPTURE(framework.preset);
      CAPTURE(spec.flag);
      CHECK(framework.flag(spec.flag) == &spec);
      CHECK_FALSE(std::binary_search(framework.ignored.begin(), framework.ignored.end(), spec.flag));
    }
}

TEST_CASE("what sets a name is found under its own name, and a dialect leaves the model where its base does") {
  const LaunchFramework& megatron = framework_named("megatron");
  REQUIRE(megatron.flag_for("model.vocab_size") != nullptr);
  CHECK(megatron.flag_for("model.vocab_size")->flag == "--vocab-size");
  CHECK(megatron.flag_for("model.vocab") == nullptr);
  CHECK(megatron.key_of("--vocab-size") == "model.vocab_size");
  CHECK(megatron.key_of("--vocab").empty());
  CHECK(framework_named("primus").flag_for("model.vocab_size")->flag == "--vocab-size");
  CHECK(framework_named("pai-megatron-patch").model_in_checkpoint == megatron.model_in_checkpoint);
  CHECK(framework_named("torchtitan").model_in_checkpoint.empty());
}

TEST_CASE("how a launch names its configuration is each file's own") {
  REQUIRE(framework_named("torchtitan").configuration.size() == 2);
  CHECK(framework_named("torchtitan").configuration.front().option == "--job.config_file");
  CHECK(framework_named("torchtitan-2025").configuration.empty());
}

TEST_CASE("a file that is wrong is refused in a line: keys, types, expressions") {
  CHECK(complaint("{" + head + R"(, "flags": []})").empty());
  CHECK(says(complaint("{" + head + "}"), "x.json: flags: a list is wanted"));
  CHECK(says(complaint("{" + head + R"(, "flags": [], "flag": 1})"), "flag: there is no such key"));
  CHECK(says(complaint("{" + head + R"(, "flags": [{"flag": "--a", "key": "plan.tp", "type": "whole"}]})"),
             "flags[0].type: \"whole\" isn't one of int, float, str, switch, list"));
  CHECK(says(complaint("{" + head + R"(, "flags": [{"flag": "--a", "key": "k", "type": "int", "write": "1 +"}]})"),
             "flags[0].write: something is missing"));
  CHECK(says(complaint("[]"), "isn't an object"));
  CHECK(says(complaint("{"), "it isn't JSON"));
}

TEST_CASE("a pattern of ignored flags covers what begins so") {
  const LaunchFramework& torchtitan = framework_named("torchtitan");
  CHECK(torchtitan.ignores("checkpoint.interval"));
  CHECK_FALSE(torchtitan.ignores("parallelism.tensor_parallel_degree"));
}

TEST_CASE("a name is ignored where a pattern fits it, whatever stands around that pattern in their order") {
  std::set<std::string> names;  // those with a star, too
  for (const LaunchFramework& framework : real_presets().frameworks) {
    names.insert(framework.ignored.begin(), framework.ignored.end());
    for (const FlagSpec& spec : framework.flags) names.insert(spec.flag);
  }
  for (const LaunchFramework& framework : real_presets().frameworks) {
    std::vector<std::string> open;  // patterns; the others fit themselves alone
    for (const std::string& ignored : framework.ignored)
      if (ignored.find('*') != std::string::npos) open.push_back(ignored);
    const std::set<std::string> plain(framework.ignored.begin(), framework.ignored.end());
    for (const std::string& name : names) {
      const bool fitting = plain.contains(name) || std::any_of(open.begin(), open.end(), [&](const auto& pattern) {
                             return fits(name, pattern);
                           });
      const bool as_it_stands = framework.names_below.empty() && name.find('_') == std::string::npos;
      if (framework.ignores(name) != fitting && (fitting || as_it_stands)) {
        CAPTURE(framework.preset);
        CHECK_MESSAGE(framework.ignores(name) == fitting, name);
      }
    }
  }
  LaunchFramework few;
  few.ignored = {"*.lr", "a*", "a*c", "ab", "b.*", "b.x"};
  for (const char* name : {"x.lr", "a", "ac", "abc", "ab", "b.", "b.y"}) CHECK_MESSAGE(few.ignores(name), name);
  for (const char* name : {"", "lr", "b", "c", "xlr"}) CHECK_FALSE_MESSAGE(few.ignores(name), name);
}

TEST_CASE("a form is told by a file's ending where that can't be anything else") {
  CHECK(form_of_file("a/launch.sbatch") == LaunchForm::flags);
  CHECK(form_of_file("x.yml") == LaunchForm::yaml);
  CHECK(form_of_file("recipe.py") == LaunchForm::python);
  CHECK_FALSE(form_of_file("scenario.json"));
  CHECK_FALSE(form_of_file("launch"));
  CHECK(entry_of(LaunchForm::toml).file == std::string("launch.toml"));
}

TEST_CASE("a flag's own name is the one that the form of the framework's texts has") {
  const LaunchFramework& nemo = framework_named("nemo-launcher");
  CHECK(nemo.own_name(*nemo.flag("--num-layers")) == "model.num_layers");
  const LaunchFramework& megatron = framework_named("megatron");
  CHECK(megatron.own_name(*megatron.flag("--num-layers")) == "--num-layers");
  CHECK(nemo.flag("model.num-layers") == nemo.flag("model.num_layers"));
}

TEST_CASE("a framework borrows what others of its family have and it neither knows nor ignores") {
  const LaunchFramework& megatron = framework_named("megatron");
  const FlagSpec* borrowed = megatron.flag("--checkpoint-activations");
  REQUIRE(borrowed != nullptr);
  CHECK(borrowed->borrowed_from == "Megatron-LM of 2021");  // its own release before forks
  CHECK_FALSE(borrowed->write);
  CHECK(megatron.flag("--num-layers")->borrowed_from.empty());
  CHECK(megatron.flag("model.num_layers") == nullptr);  // of another form
  for (const LaunchFramework& each : real_presets().frameworks)
    for (const FlagSpec& spec : each.borrowed) CHECK_FALSE_MESSAGE(each.ignores(spec.flag), each.preset, spec.flag);
}

TEST_CASE("a pattern's star stands for anything") {
  CHECK(fits("optimizer.lr", "optimizer.*"));
  CHECK(fits("--config = a/b.py", "--config = *.py"));
  CHECK_FALSE(fits("--config = .p", "--config = *.py"));
  CHECK_FALSE(fits("optimizer", "optimizer.*"));
  CHECK(fits("a", "a"));
  CHECK_FALSE(fits("a", "ab"));
  CHECK_FALSE(fits("ab", "a"));
  CHECK(fits("any", "*"));
}

TEST_CASE("words about all frameworks call each by its title") {
  const std::string titles = framework_titles(real_presets().frameworks);
  CHECK(says(titles, "Megatron-LM, torchtitan, "));
  CHECK_FALSE(says(titles, "2026"));
}

TEST_CASE("a text that writes underscores throughout is no release's of a tool that writes dashes") {
  const auto whose = [](std::vector<std::string> flags) {
    const LaunchFramework* found = framework_of(flags, LaunchForm::flags, real_presets().frameworks);
    return found == nullptr ? std::string() : found->preset;
  };
  const std::vector<std::string> old = {"--num_layers", "--micro_batch_size", "--activations_checkpoint_method"};
  CHECK(whose(old) == "epfllm-megatron");  // though the flag is Megatron-LM's of 2021
  CHECK(whose({"--num-layers", "--micro-batch-size", "--activations-checkpoint-method"}) == "megatron-2021");
}

TEST_CASE("two flags that a dialect alone has tell it without any of its family's, and one doesn't") {
  const auto whose = [](const std::vector<std::string>& flags) {
    const LaunchFramework* found = framework_of(flags, LaunchForm::flags, real_presets().frameworks);
    return found == nullptr ? std::string() : found->preset;
  };
  CHECK(whose({"--model_recipe_name", "--compute_dtype", "--num_gpus"}) == "megatron-bridge-performance");
  CHECK(whose({"--compute_dtype", "--num_gpus"}).empty());
}

TEST_CASE("a model of Hugging Face's is called so also in a folder of one's own") {
  CHECK(is_model_called("meta-llama/Llama-2-7b-hf", "meta-llama/Llama-2-7b-hf"));
  CHECK(is_model_called("meta-llama/Llama-2-7b-hf", "/data/models/llama-2-7b-hf/"));
  CHECK(is_model_called("meta-llama/Llama-2-7b-hf", "Llama-2-7b-hf"));
  CHECK(is_model_called("Qwen/Qwen2.5-1.5B", "/hub/qwen/Qwen2___5-1___5B"));
  CHECK_FALSE(is_model_called("meta-llama/Llama-2-7b-hf", "/data/Llama-2-7b-hf/ours"));
  CHECK_FALSE(is_model_called("llama3 8B", "x/llama3 8B"));
  CHECK(is_model_called("llama3 8B", "llama3 8B"));
}

TEST_CASE("a model is known by its name at the end of a path, taught or not") {
  CHECK(is_model_called("meta-llama/Meta-Llama-3.1-405B", "/models/Meta-Llama-3.1-405B-Instruct"));
  CHECK(is_model_called("Qwen/Qwen2.5-7B", "Qwen2.5-7B-Instruct"));
  CHECK_FALSE(is_model_called("Qwen/Qwen2.5-7B", "Qwen2.5-VL-7B-Instruct"));
  CHECK_FALSE(is_model_called("Qwen/Qwen2.5-7B", "Qwen2.5-7B-Reward"));
}

TEST_CASE("one key of a framework of TOML tells it in no YAML") {
  const std::vector<std::string> one = {"model.d_model", "training.warmup_steps"};
  CHECK(framework_of(one, LaunchForm::toml, real_presets().frameworks) != nullptr);
  CHECK(framework_of(one, LaunchForm::yaml, real_presets().frameworks) == nullptr);
}

TEST_CASE("a model's name on Hugging Face's hub means the same wherever a text names a model") {
  const auto preset = [](std::string_view text, const char* file) {
    return imported(text, {}, file).parsed.said.scenario.model.preset;
  };
  CHECK(preset("[model]\nname = \"llama3\"\nflavor = \"meta-llama/Meta-Llama-3-8B\"\n[training]\n"
               "local_batch_size = 1\nseq_len = 4096\n[parallelism]\ndata_parallel_shard_degree = 8\n",
               "t.toml") == "llama3-8b");
  const std::string bridge =
      "torchrun --nproc_per_node 8 pretrain_gpt.py --use-bridge --bridge-hf-model /data/Qwen3-8B "
      "--tensor-model-parallel-size 2 --seq-length 4096 --micro-batch-size 1 --global-batch-size 8 --bf16\n";
  CHECK(preset(bridge, "a.sh") == "qwen3-8b");
  const auto own = import_of(edited("Qwen3-8B", "mine", bridge));
  REQUIRE_FALSE(succeeded(own));
  CHECK(
      says(line_of(problems_of(own).front(), ""), "--bridge-hf-model: /data/mine isn't known here; --set model=NAME"));
}
