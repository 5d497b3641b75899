#include "core/launch_text/python_recipe.h"

#include <doctest/doctest.h>

#include "core/launch/export_launch.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

const PythonFrame& bridge() {
  return framework_named("megatron-bridge").python;
}

std::string kept(std::string_view text) {
  std::string words;
  const ScriptParts parts = recipe_parts(text, bridge());
  for (const std::string_view kind : {script_part::recipe_import, script_part::recipe, script_part::left})
    for (const std::string& code : parts_of_kind(parts, kind)) words += (words.empty() ? "" : " | ") + code;
  return words;
}

constexpr const char* llama = R"(from megatron.bridge.recipes.llama import llama3_70b_pretrain_config
cfg = llama3_70b_pretrain_config()
cfg.model.tensor_model_parallel_size = 4
cfg.model.pipeline_model_parallel_size = 4
cfg.model.seq_length = 8192
cfg.train.global_batch_size = 512
cfg.train.micro_batch_size = 1
)";

}  // namespace

TEST_CASE("a recipe is the call that makes the configuration, with the import of what it calls") {
  struct Row {
    const char *text, *kept;
  };
  const std::string own = [] {
    std::string text;
    for (const std::string& line : bridge().before) text += line + "\n";
    return text;
  }();
  for (const Row& row :
       {Row{llama,
            "from megatron.bridge.recipes.llama import llama3_70b_pretrain_config | llama3_70b_pretrain_config()"},
        {"from a import one, two  # both\ncfg = two(dir='/x')\n", "from a import one, two | two(dir='/x')"},
        {"from a import recipes\nconfig = recipes.two()\n", "from a import recipes | recipes.two()"},
        {"from a import second\ncfg = two()\n", "cfg = two()"},
        {"def two():\n  pass\ncfg = two()\n", "cfg = two()"},
        {"cfg.model.num_layers = 2\n", ""},
        {"cfg = 3\n", ""},
        {own.c_str(), ""}}) {
    CAPTURE(row.text);
    CHECK(kept(row.text) == row.kept);
  }
}

TEST_CASE("a script that leaves its model to a recipe is written with that recipe, and reads back") {
  const LaunchedScenario said = imported(llama, {"model=llama3-70b"}).parsed.said;
  for (const Launcher launcher : {Launcher::none, Launcher::slurm}) {
    const std::string text = export_launch(said, framework_named("megatron-bridge"), launcher, real_presets()).text;
    CAPTURE(text);
    CHECK(says(text, "from megatron.bridge.recipes.llama import llama3_70b_pretrain_config\n"));
    CHECK(says(text, "cfg = llama3_70b_pretrain_config()\n"));
    CHECK_FALSE(says(text, "vanilla_gpt"));
    const LaunchedScenario back = imported(text).parsed.said;
    CHECK(with_defaults(back).scenario.plan == with_defaults(said).scenario.plan);
    CHECK(back.scenario.model == said.scenario.model);
    CHECK(parts_of_kind(back.launch.script, script_part::recipe) ==
          parts_of_kind(said.launch.script, script_part::recipe));
  }
}

TEST_CASE("sizes that a script says beside its recipe are written after it; without a script the plain recipe stands") {
  const LaunchedScenario own = imported(std::string(llama) +
                                        "cfg.model.hidden_size = 4096\ncfg.model.num_layers = 32\n"
                                        "cfg.model.num_attention_heads = 32\ncfg.model.vocab_size = 32000\n")
                                   .parsed.said;
  const LaunchFramework& framework = framework_named("megatron-bridge");
  const std::string text = export_launch(own, framework, Launcher::none, real_presets()).text;
  CAPTURE(text);
  CHECK(text.find("cfg = llama3_70b_pretrain_config()\n") < text.find("cfg.model.hidden_size = 4096\n"));
  const LaunchedScenario& preset = *real_presets().launched("llama3-70b-4096-h100");
  CHECK(says(export_launch(preset, framework, Launcher::none, real_presets()).text, "vanilla_gpt"));
}

TEST_CASE("for another framework the recipe is named above, not written") {
  const LaunchedScenario scenario = imported(llama, {"model=llama3-70b"}).parsed.said;
  const std::string text = export_launch(scenario, framework_named("megatron"), Launcher::none, real_presets()).text;
  CAPTURE(text);
  CHECK(says(text, "not written here: cfg = llama3_70b_pretrain_config()\n"));
}

TEST_CASE("a recipe is told by its module where that has one of each kind, whatever it is called here") {
  CHECK(recipe_imported("from a.b.qwen3_14b import pretrain_config\n", "pretrain_config") ==
        "qwen3_14b.pretrain_config");
  CHECK(recipe_imported("import x\nfrom b import other, pretrain_config as made  # here\n", "made") ==
        "b.pretrain_config");
  CHECK(recipe_imported("from b import other, pretrain_config as made\n", "pretrain_config").empty());
  CHECK(recipe_imported("from b import (\n  made,\n)\n", "made").empty());
  for (const char* import : {"from megatron.bridge.recipes.qwen.qwen3_14b import pretrain_config\n",
                             "from my.recipes import qwen3_14b_pretrain_config as pretrain_config\n"}) {
    CAPTURE(import);
    const ImportedLaunch launch =
        imported(std::string(import) + "cfg = pretrain_config()\ncfg.train.global_batch_size = 64\n", {}, "a.py");
    CHECK(launch.parsed.said.scenario.model.num_hidden_layers == 40);
    CHECK(launch.parsed.said.scenario.plan.global_batch == 64);
  }
}

TEST_CASE("a multiple of the vocabulary is no size that Megatron Bridge doesn't know") {
  const ImportedLaunch launch = imported(
      "from my.recipes import qwen3_14b_pretrain_config\ncfg = qwen3_14b_pretrain_config()\n"
      "cfg.model.make_vocab_size_divisible_by = 1187\n",
      {}, "a.py");
  CHECK(says(said_beside(launch), "model.make_vocab_size_divisible_by (line 3)"));
}
