#include "core/presets/user_presets.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "tests/core/scenario/cases.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;
namespace fs = std::filesystem;

namespace {

struct Folder {
  TemporaryFolder own;
  const fs::path path = own.root();

  void put(const std::string& name, std::string_view text) const {
    fs::create_directories((path / name).parent_path());
    std::ofstream(path / name) << text;
  }
};

}  // namespace

TEST_CASE("a person's presets come after the program's, and may rest on each other and on those") {
  const Folder folder;
  folder.put("models/ours.json", R"({"preset": "llama3-8b", "title": "Ours", "num_hidden_layers": 40})");
  folder.put("clusters/lab.json", R"({"gpu": "h100-sxm", "gpus": 32, "gpus_per_node": 8})");
  folder.put("scenarios/first.json", R"({"model": "ours", "cluster": "lab", "plan": {"tp": 4, "dp": 8,
    "sequence_length": 4096, "micro_batch": 1, "global_batch": 64}})");
  Presets presets = real_presets();
  CHECK(add_user_presets(presets, folder.path).empty());
  CHECK(presets.models.back().preset == "ours");
  REQUIRE(presets.scenario("first") != nullptr);
  CHECK(presets.scenario("first")->model.num_hidden_layers == 40);
  CHECK(presets.scenario("first")->cluster.gpus == 32);
  CHECK(presets.scenarios.size() == real_presets().scenarios.size() + 1);
}

TEST_CASE("a preset of the same name goes before the program's, in its place") {
  const Folder folder;
  folder.put("gpus/h100-sxm.json", R"({"preset": "h100-sxm", "price_usd": 1000})");
  Presets presets = real_presets();
  CHECK(add_user_presets(presets, folder.path).empty());
  CHECK(presets.gpu("h100-sxm")->price_usd == 1000);
  CHECK(preset_names(presets, PresetKind::gpus) == preset_names(real_presets(), PresetKind::gpus));
}

TEST_CASE("a file that is wrong is left out and said with its name; the others are there") {
  const Folder folder;
  folder.put("models/broken.json", "{\"hidden_size\": ");
  folder.put("models/typo.json", R"({"preset": "llama3-8b", "num_hiden_layers": 40})");
  folder.put("models/good.json", R"({"preset": "llama3-8b", "num_hidden_layers": 40})");
  folder.put("models/notes.txt", "not a preset");
  Presets presets = real_presets();
  const std::vector<Problem> problems = add_user_presets(presets, folder.path);
  REQUIRE(problems.size() == 2);
  CHECK(problems[0].path.find("broken.json") != std::string::npos);
  CHECK(problems[1].path.find("typo.json: model.num_hiden_layers") != std::string::npos);
  CHECK(presets.model("good") != nullptr);
  CHECK(presets.models.size() == real_presets().models.size() + 1);
}

TEST_CASE("a framework of a person's own borrows from its family, and is lent from") {
  const Folder folder;
  folder.put("frameworks/our-fork.json", R"({"title": "Our fork", "extends": "megatron", "told_by": ["--our-split"],
    "repository": "ours/fork", "commit": "1", "date": "2026-01-01",
    "flags": [{"flag": "--our-split", "key": "plan.tp", "type": "int", "source": "ours"}]})");
  Presets presets = real_presets();
  const std::vector<Problem> problems = add_user_presets(presets, folder.path);
  for (const Problem& problem : problems) FAIL_CHECK(problem.message);
  const LaunchFramework* megatron = find_framework(presets.frameworks, "megatron");
  REQUIRE(megatron != nullptr);
  const FlagSpec* lent = megatron->flag("--our-split");
  REQUIRE(lent != nullptr);
  CHECK(lent->borrowed_from == "Our fork");
}

TEST_CASE("without a folder nothing changes") {
  Presets presets = real_presets();
  CHECK(add_user_presets(presets, "no such folder").empty());
  CHECK(presets == real_presets());
}

TEST_CASE("a title becomes a file's name") {
  CHECK(preset_file_name("GPT-4 on 25k A100s") == "gpt-4-on-25k-a100s");
  CHECK(preset_file_name("../../etc/passwd") == "etc-passwd");
  CHECK(preset_file_name("  Llama 3.1 (ours)! ") == "llama-3.1-ours");
  CHECK(preset_file_name("名前") == "scenario");
  CHECK(preset_file_name("") == "scenario");
}
