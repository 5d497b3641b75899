// The script's card in every form that is read.
#include <doctest/doctest.h>

#include "tests/app/launch/script_window.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("configurations are lit as scripts are, and ask for nothing from outside") {
  WindowDriver window("llama3-70b-4096-h100");
  paste_script(window,
               "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nlocal_batch_size = 1\nseq_len = 8192\n"
               "steps = 1000\n[parallelism]\ntensor_parallel_degree = 8\n");
  CHECK(window.shows("launch.script"));
  CHECK(window.shows("launch.legend"));
  CHECK_FALSE(window.shows("launch.outside"));
  CHECK(window.shows("launch.field.model"));
  CHECK(window.shows(flag_place(window, "parallelism.tensor_parallel_degree")));
}

TEST_CASE("the script for another framework stands in place of the check, and back") {
  WindowDriver window("gpt4-25k-a100", {1280, 720, 1});
  paste_script(window, window_script);
  CHECK(window.shows("view.launch"));
  CHECK_FALSE(window.shows("launch.text"));
  window.click("launch.write");
  window.frames(2);
  CHECK(window.shows("launch.text"));
  window.click("launch.write");
  window.frames(2);
  CHECK_FALSE(window.shows("launch.text"));
}

TEST_CASE("where there is room the text for another framework stands below the check") {
  WindowDriver window;
  paste_script(window, window_script);
  CHECK(window.shows("launch.text"));
  CHECK(window.shows("view.launch"));
  CHECK_FALSE(window.shows("launch.write"));
}

TEST_CASE("every part has its place in small, large and dense windows") {
  for (const WindowSize size : {WindowSize{1280, 720, 1}, WindowSize{1760, 1080, 1}, WindowSize{2560, 1440, 2}}) {
    CAPTURE(size.width);
    WindowDriver window("gpt4-25k-a100", size);
    paste_script(window, window_script);
    for (const char* name : {"launch.script", "launch.outside", "launch.legend", "launch.verdict",
                             "launch.field.plan.tp", "view.launch", "launch.figures"}) {
      CAPTURE(name);
      REQUIRE(window.shows(name));
      CHECK(window.place(name).max.x <= static_cast<float>(size.width) + 1);
      CHECK(window.place(name).max.y <= static_cast<float>(size.height) + 1);
    }
  }
}

TEST_CASE("a rule that is broken by what no flag says stands beside the script") {
  WindowDriver window;
  paste_script(window, window_script);
  CHECK_FALSE(window.shows("launch.beside.0"));
  Scenario scenario = window.scenario();
  scenario.plan.offload = Offload::optimizer;
  scenario.plan.optimizer = Optimizer::muon;
  edit_as_step(window.explorer.session, scenario, "plan.optimizer");
  window.frames(2);
  CHECK(window.shows("launch.beside.0"));
  CHECK(window.place("launch.beside.0").max.y < window.place("launch.legend").min.y);
}

TEST_CASE("a file that the script reads is shown with what its flags set, and a field leads there") {
  WindowDriver window;
  std::string text(window_script);
  const std::size_t from = text.find("MODEL_ARGS=\""), to = text.find("\"\n", from + 13) + 2;
  const std::string model = text.substr(from, to - from);
  text.replace(from, to - from, "source conf/model.sh\n");
  ShellOutside outside;
  outside.files["model.sh"] = model;
  REQUIRE(open_text(window.explorer.session, text, "train.sh", {}, outside));
  window.frames(3);
  const LaunchState& state = window.explorer.of<LaunchState>();
  REQUIRE(window.shows("launch.file.model.sh"));
  CHECK_FALSE(window.shows(flag_place(window, "--num-layers")));
  window.click("launch.field.model.num_hidden_layers");
  window.frames(3);
  CHECK(state.file == "model.sh");
  CHECK(window.shows(flag_place(window, "--num-layers")));
  window.click("launch.file.");
  window.frames(3);
  CHECK(state.file.empty());
  CHECK(window.shows(flag_place(window, "--tensor-model-parallel-size")));
  CHECK(state.marked->lit.count(LitPart::model) > 5);
}

TEST_CASE("of a Python file with several recipes the one that is clicked is read") {
  WindowDriver window("llama3-70b-4096-h100");
  paste_script(window,
               "from megatron.bridge.training.config import ConfigContainer\n"
               "def small_config():\n  cfg = _pretrain_common()\n"
               "  cfg.model = AutoBridge.from_hf_pretrained('meta-llama/Llama-3.1-8B').to_megatron_provider()\n"
               "  cfg.model.tensor_model_parallel_size = 2\n  cfg.model.seq_length = 4096\n"
               "  cfg.train.global_batch_size = 128\n  cfg.train.micro_batch_size = 1\n  return cfg\n"
               "def large_config():\n  cfg = small_config()\n  cfg.model.tensor_model_parallel_size = 4\n"
               "  return cfg\n");
  CHECK(window.plan().tp == 2);
  REQUIRE(window.shows("launch.recipe.large_config"));
  window.click("launch.recipe.large_config");
  window.frames(3);
  CHECK(window.plan().tp == 4);
  window.click("launch.recipe.small_config");
  window.frames(3);
  CHECK(window.plan().tp == 2);
}
