// What holds of every launch that is read, tried on a small file of each kind in tests/data/launches: a number of its
// plan that is changed changes what is read, or a line says why not; and what is exported of it reads back the same.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "core/base/characters.h"
#include "core/fields/fields.h"
#include "core/frameworks/rules/rules.h"
#include "core/launch/export_launch.h"
#include "core/scenario_json/write.h"
#include "tests/core/frameworks/cases.h"
#include "tests/source_path.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

struct LaunchFile {
  std::string name, text;
  std::vector<Setting> settings;  // what the file leaves to others
};

std::vector<LaunchFile> launch_files() {
  std::vector<LaunchFile> files;
  for (const auto& entry : std::filesystem::directory_iterator(source_path("tests/data/launches"))) {
    std::ifstream stream(entry.path(), std::ios::binary);
    LaunchFile file{entry.path().filename().string(), {std::istreambuf_iterator<char>(stream), {}}, {}};
    if (file.name == "deepspeed.json") file.settings = {"model=llama2-7b", "plan.sequence_length=2048"};
    files.push_back(std::move(file));
  }
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return files;
}

LaunchFile launch_file(std::string_view name) {
  const std::vector<LaunchFile> all = launch_files();
  const auto found = std::find_if(all.begin(), all.end(), [&](const LaunchFile& file) { return file.name == name; });
  REQUIRE(found != all.end());
  return *found;
}

Outcome<ImportedLaunch> read_as(const LaunchFile& file, std::string_view text) {
  return import_launch(text, file.name, real_presets(), file.settings);
}

/// A number in the text that may be some flag's.
struct Number {
  std::size_t at = 0, size = 0;
  int line = 0;
};

bool may_stand_beside(char c) {
  return !is_letter_or_digit(c) && c != '_' && c != '.' && c != '%' && c != '$';
}

/// Whole numbers that stand alone, but for comments and what no plan has: ports, paths, names.
std::vector<Number> numbers_in(const std::string& text) {
  std::vector<Number> numbers;
  int line = 1;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n') ++line;
    const bool comment = text[at] == '#' && (at == 0 || text[at - 1] == '\n') && text.compare(at, 7, "#SBATCH") != 0;
    if (comment) at = text.find('\n', at) - 1;
    if (!is_digit(text[at]) || (at > 0 && !may_stand_beside(text[at - 1]))) continue;
    std::size_t end = at;
    while (end < text.size() && is_digit(text[end])) ++end;
    const bool alone = end == text.size() || (may_stand_beside(text[end]) && text[end] != '/');
    if (alone && end - at < 10) numbers.push_back({at, end - at, line});
    at = end - 1;
  }
  return numbers;
}

/// The flags that carry the plan, by their names.
std::map<std::string, std::string> plan_flags(const ImportedLaunch& launch) {
  const LaunchFramework& framework = framework_named(launch.framework);
  std::map<std::string, std::string> flags;
  for (const GivenFlag& given : launch.flags)
    if (const FlagSpec* spec = framework.flag(given.flag); spec != nullptr && carries_plan(*spec))
      flags[given.flag] = words_of(given.value);
  return flags;
}

/// What import prints beside the scenario.
std::string lines_of_import(const ImportedLaunch& launch) {
  const RulesReport rules = check_rules(launch.parsed.said, framework_named(launch.framework), real_presets());
  std::vector<Problem> problems = at_given_flags(rule_problems(rules), rules, launch.parsed.places);
  problems.insert(problems.end(), launch.parsed.notices.begin(), launch.parsed.notices.end());
  std::string lines;
  for (const Problem& problem : problems) lines += line_of(problem, "f") + "\n";
  return lines;
}

bool same_scenario(const Scenario& a, const Scenario& b) {
  return with_defaults(a) == with_defaults(b);
}

/// Why the change went unnoticed; empty where it didn't, or where it was none of the plan's.
std::string unnoticed(const ImportedLaunch& before, const Outcome<ImportedLaunch>& outcome, const Number& number,
                      const std::string& said) {
  if (!succeeded(outcome)) {
    for (const Problem& problem : problems_of(outcome)) {
      const std::string line = line_of(problem, "f");
      if (says(line, said) || says(line, "line " + std::to_string(number.line))) return {};
    }
    return "refused without a word on it: " + line_of(problems_of(outcome).front(), "f");
  }
  const ImportedLaunch& after = value_of(outcome);
  const auto flags = plan_flags(after);
  const std::string lines = lines_of_import(after);
  for (const auto& [flag, value] : plan_flags(before)) {
    const auto now = flags.find(flag);
    if (now != flags.end() && now->second == value) continue;
    const FlagSpec* spec = framework_named(before.framework).flag(flag);
    const Field* field = find_field(spec->key);
    const Scenario old = with_defaults(before.parsed.said.scenario), is = with_defaults(after.parsed.said.scenario);
    const bool read = field != nullptr ? field->get(old) != field->get(is) : !(old == is);
    if (!read && !says(lines, flag)) return flag + " changes nothing, and no line says why";
  }
  return {};
}

}  // namespace

TEST_CASE("every framework has a small file of its own or of a dialect, but the one that is only code") {
  std::set<std::string> met;
  for (const LaunchFile& file : launch_files()) {
    const Outcome<ImportedLaunch> read = read_as(file, file.text);
    if (!succeeded(read)) continue;
    const LaunchFramework& framework = framework_named(value_of(read).framework);
    met.insert(framework.extends.empty() ? framework.preset : framework.extends);
  }
  for (const LaunchFramework& framework : real_presets().frameworks)
    if (framework.extends.empty() && framework.form != LaunchForm::snippet)
      CHECK_MESSAGE(met.contains(framework.preset), framework.preset);
}

TEST_CASE("every kind of launch is read, and exported it reads back as the same scenario, bare and in a script") {
  for (const LaunchFile& file : launch_files()) {
    CAPTURE(file.name);
    const Outcome<ImportedLaunch> read = read_as(file, file.text);
    if (!succeeded(read)) FAIL(line_of(problems_of(read).front(), file.name));
    const LaunchedScenario& scenario = value_of(read).parsed.said;
    const LaunchFramework& framework = framework_named(value_of(read).framework);
    for (const Launcher launcher : {Launcher::none, Launcher::torchrun, Launcher::slurm}) {
      const std::string text = export_launch(scenario, framework, launcher, real_presets()).text;
      CAPTURE(text);
      const Outcome<ImportedLaunch> back = import_launch(text, {}, real_presets());
      if (!succeeded(back)) FAIL(line_of(problems_of(back).front(), file.name));
      CHECK(value_of(back).framework == framework.preset);
      const LaunchedScenario& again = value_of(back).parsed.said;
      CHECK(same_scenario(again.scenario, scenario.scenario));
      CHECK(write_scenario(with_defaults(again.scenario), real_presets()) ==
            write_scenario(with_defaults(scenario.scenario), real_presets()));
    }
  }
}

TEST_CASE("a number of the plan that is changed anywhere changes what is read, or a line says why not") {
  for (const LaunchFile& file : launch_files()) {
    CAPTURE(file.name);
    const Outcome<ImportedLaunch> before = read_as(file, file.text);
    REQUIRE(succeeded(before));
    int changed = 0;
    for (const Number& number : numbers_in(file.text)) {
      const std::int64_t old = std::stoll(file.text.substr(number.at, number.size));
      const std::int64_t others[] = {old * 2, old + 1};  // of which one may come to the same, as where it is rounded
      std::vector<std::string> reasons;
      for (const std::int64_t value : others) {
        const std::string said = std::to_string(value);
        std::string text = file.text;
        text.replace(number.at, number.size, said);
        const Outcome<ImportedLaunch> after = read_as(file, text);
        if (std::string why = unnoticed(value_of(before), after, number, said); !why.empty())
          reasons.push_back(said + " for " + std::to_string(old) + ": " + why);
        const bool other = !succeeded(after) ||
                           !same_scenario(value_of(after).parsed.said.scenario, value_of(before).parsed.said.scenario);
        changed += other ? 1 : 0;
      }
      CHECK_MESSAGE(reasons.size() < std::size(others), file.name, ", line ", number.line, ": ", joined(reasons));
    }
    CHECK(changed >= 8);
  }
}

TEST_CASE("forks' own names are read as what they mean") {
  const auto plan_of = [](std::string_view name) {
    const LaunchFile file = launch_file(name);
    return with_defaults(value_of(read_as(file, file.text)).parsed.said.scenario);
  };
  const Scenario nemo = plan_of("nemo-trainium.yaml");
  CHECK(nemo.model.num_key_value_heads == 8);
  CHECK_FALSE(nemo.model.mlp_bias);
  CHECK(nemo.plan.zero == 1);
  CHECK(plan_of("torchtitan-accumulating.toml").plan.global_batch == 2 * 8 * 6);
  CHECK(plan_of("zero-bubble-interleaved.sh").plan.virtual_stages == 7);  // of 28 layers on 4 ranks
}

TEST_CASE("what a fork does beside its plan is said") {
  const std::string flags =
      "torchrun --nproc_per_node 1 pretrain_gpt.py --num-layers 4 --hidden-size 1024 --num-attention-heads 8 "
      "--seq-length 1024 --max-position-embeddings 1024 --micro-batch-size 1 --global-batch-size 8 --vocab-size 32000 "
      "--bf16 --fake-world-size 256 --fake-tp 8 --fake-pp 16";
  CHECK(imported(flags).framework == "megatron-scaled");
  CHECK_FALSE(says(lines_of_import(imported(flags)), "--is-scaling-mode"));
  CHECK(says(lines_of_import(imported(flags + " --is-scaling-mode")),
             "--is-scaling-mode: this isn't modelled: one GPU runs single ranks"));
  const LaunchFile file = launch_file("nanotron.yaml");
  const auto memory = read_as(file, file.text + "infini_attention:\n  turn_on_memory: true\n");
  CHECK(says(lines_of_import(value_of(memory)), "infini_attention.turn_on_memory: this isn't modelled"));
}

TEST_CASE("NeMo 1 has Transformer Engine only where it is asked for") {
  const LaunchFile file = launch_file("nemo-launcher.yaml");
  const auto flash = [&](const std::string& more) {
    const auto read = read_as(file, file.text + more);
    return with_defaults(value_of(read).parsed.said.scenario).plan.flash_attention;
  };
  CHECK(flash("") == false);
  CHECK(flash("  transformer_engine: true\n") == true);
}

TEST_CASE("NeMo 1's trainer doesn't accumulate beside the model") {
  const LaunchFile file = launch_file("nemo-trainium.yaml");
  CHECK_FALSE(says(lines_of_import(value_of(read_as(file, file.text))), "must be 1"));
  std::string text = file.text;
  const std::string key = "accumulate_grad_batches: ";
  REQUIRE(text.find(key) != std::string::npos);
  text.replace(text.find(key) + key.size(), 1, "4");
  CHECK(says(lines_of_import(value_of(read_as(file, text))), "the trainer's own accumulation must be 1"));
}
