#include "core/launch_text/elsewhere/configuration_elsewhere.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

constexpr std::string_view given =
    R"({"train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 4, "zero_optimization": {"stage": 1}})";

constexpr std::string_view launched = "\ndeepspeed --num_gpus 8 train.py --deepspeed ds.json --model_max_length 2048\n";

Outcome<ImportedLaunch> read_behind(const std::string& commands, bool is_given) {
  ShellOutside outside;
  if (is_given) outside.files["ds.json"] = given;
  const std::vector<Setting> settings = {"model=llama2-7b"};
  return import_launch(commands + std::string(launched), "launch.sh", real_presets(), settings, nullptr, outside);
}

std::string said(const Outcome<ImportedLaunch>& launch) {
  if (succeeded(launch)) return said_beside(std::get<0>(launch));
  std::string lines;
  for (const Problem& problem : problems_of(launch)) lines += line_of(problem, "launch.sh") + "\n";
  return lines;
}

}  // namespace

TEST_CASE("a configuration that the script changes in a way that isn't followed is never read without a word") {
  const char* changes[] = {
      "jq '.zero_optimization.stage |= . + 2' ds.json > tmp.json && mv tmp.json ds.json",
      "jq '.zero_optimization |= with_entries(.)' ds.json | sponge ds.json",
      "yq -i '.zero_optimization.stage = 3' ds.json",
      "perl -pi -e 's/1/3/' ds.json",
      "sed -i 's/stage/\\U&/' ds.json",
      "python -c \"import json; d=json.load(open('ds.json')); json.dump(d, open('ds.json','w'))\"",
      "python - <<EOF\nimport json\nwith open('ds.json', mode='w') as file:\n  json.dump({}, file)\nEOF",
      "cat > edit.py <<EOF\njson.dump({}, open('ds.json', 'w'))\nEOF\npython edit.py",
      "python make.py --stage 3 --output ds.json",
      "make_config --stage 3 > ds.json",
  };
  for (const char* change : changes) {
    CAPTURE(change);
    const Outcome<ImportedLaunch> here = read_behind(change, true);
    CHECK(succeeded(here));
    CHECK(said(here).find("changes ds.json before, in a way that isn't followed; it is read as it stands here") !=
          std::string::npos);
    const Outcome<ImportedLaunch> elsewhere = read_behind(change, false);
    CHECK_FALSE(succeeded(elsewhere));
    CHECK(said(elsewhere).find("name that file as it is then behind the script") != std::string::npos);
  }
}

TEST_CASE("what only reads a configuration, or writes another, changes nothing") {
  for (const char* command : {"cat ds.json", "python check.py --config ds.json", "jq . ds.json > /dev/null",
                              "python -c \"d = open('ds.json').read(); open('log.json', 'w').write(d)\"",
                              "python make.py --output other.json"}) {
    CAPTURE(command);
    CHECK(said(read_behind(command, true)).find("isn't followed") == std::string::npos);
  }
}

TEST_CASE("a text that the script makes itself and then changes so isn't read as it was") {
  const std::string made = "cat > ds.json <<EOF\n" + std::string(given) + "\nEOF\n";
  CHECK(succeeded(read_behind(made, false)));
  const Outcome<ImportedLaunch> launch = read_behind(made + "sed -i 's/\\(stage\\)/\\U\\1/' ds.json", false);
  CHECK(said(launch).find("name that file as it is then behind the script") != std::string::npos);
}

TEST_CASE("values that jq puts into a configuration are followed") {
  for (const char* change :
       {"jq '.zero_optimization.stage = 3' ds.json > tmp.json && mv tmp.json ds.json",
        "STAGE=3; jq --argjson s $STAGE '.zero_optimization.stage = $s | .a.b = \"x\"' ds.json > new.json; cp new.json "
        "ds.json"}) {
    CAPTURE(change);
    const Outcome<ImportedLaunch> launch = read_behind(change, true);
    REQUIRE(succeeded(launch));
    CHECK(value_of(launch).parsed.said.scenario.plan.zero == 3);
  }
}
