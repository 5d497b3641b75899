// Text from outside comes in through the window: pasted, dropped, opened; the Launch view says what it was.
#include "app/launch/launch_view.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

#include "app/session/documents.h"
#include "tests/gui/drawn_words.h"
#include "tests/gui/window_driver.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

constexpr const char* script =
    "#!/bin/bash\n"
    "torchrun --nproc_per_node 8 --nnodes 4 pretrain_gpt.py \\\n"
    "  --tensor-model-parallel-size 8 --pipeline-model-parallel-size 2 --sequence-parallel \\\n"
    "  --num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336 --num-attention-heads 32 \\\n"
    "  --group-query-attention --num-query-groups 8 --seq-length 4096 --max-position-embeddings 4096 \\\n"
    "  --vocab-size 128256 --normalization RMSNorm --swiglu --disable-bias-linear --bf16 \\\n"
    "  --position-embedding-type rope --untie-embeddings-and-output-weights \\\n"
    "  --micro-batch-size 1 --global-batch-size 64 --use-distributed-optimizer --my-own-flag 3\n";

void paste(WindowDriver& window, const char* text) {
  ImGui::SetClipboardText(text);
  window.key(ImGuiMod_Ctrl | ImGuiKey_V);
}

}  // namespace

TEST_CASE(
    "a launch script that is pasted becomes the scenario, with what wasn't understood listed, and undo leads back") {
  WindowDriver window;
  const Scenario before = window.scenario();
  paste(window, script);
  CHECK(window.plan().tp == 8);
  CHECK(window.plan().pp == 2);
  CHECK(window.scenario().cluster.gpus == 32);
  CHECK(window.explorer.grown == "launch");
  CHECK(window.explorer.session.taken.kind == "a launch of Megatron-LM");
  bool listed = false;
  for (const Problem& notice : window.explorer.session.taken.notices)
    listed |= notice.message.find("--my-own-flag") != std::string::npos;
  CHECK(listed);
  CHECK(window.explorer.of<LaunchState>().detail->exported.text.find("--my-own-flag 3") != std::string::npos);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.scenario() == before);
}

TEST_CASE("a script with a slip is refused with its line, and the scenario stays") {
  WindowDriver window;
  const Scenario before = window.scenario();
  std::string slip(script);
  slip.replace(slip.find("--swiglu"), 8, "--swigluu");
  paste(window, slip.c_str());
  CHECK(window.scenario() == before);
  CHECK(window.explorer.grown == "launch");
  REQUIRE_FALSE(window.explorer.session.taken.problems.empty());
  CHECK(window.explorer.session.taken.problems.front().message.find("--swiglu") != std::string::npos);
  CHECK(window.explorer.session.notice.bad);
  // Beside what is wrong nothing good is said of a scenario that isn't the script's.
  window.frames(3);
  for (const DrawnRun& run : drawn_runs()) {
    CAPTURE(run.words);
    CHECK(run.words.find("Nothing has to change") == std::string::npos);
    CHECK_FALSE(run.words.starts_with("Fits"));
  }
}

TEST_CASE("in a field that is typed in, Ctrl+V pastes into the field") {
  WindowDriver window;
  const Scenario before = window.scenario();
  ImGui::SetClipboardText("2");
  window.click("plan.micro_batch.value");
  window.frames(3);  // the field takes the keys
  window.key(ImGuiMod_Ctrl | ImGuiKey_V);
  window.key(ImGuiKey_Enter);
  CHECK(window.plan().micro_batch == 2);
  CHECK(window.scenario().model == before.model);
}

TEST_CASE("files that are dropped: the first replaces, the others get tabs, a broken one is said") {
  const TemporaryFolder folder;
  const std::string launch = folder.path("run.sh"), config = folder.path("config.json"), broken = folder.path("x.json");
  std::ofstream(launch) << script;
  std::ofstream(config) << R"({"model_type": "llama", "num_hidden_layers": 40, "hidden_size": 5120,
    "num_attention_heads": 40, "intermediate_size": 13824, "vocab_size": 32000})";
  std::ofstream(broken) << "{";
  WindowDriver window("llama3-70b-4096-h100");
  drop_files(window.explorer.session, {launch, config});
  window.frames(2);
  CHECK(document_count(window.explorer.session) == 2);
  CHECK(window.scenario().model.num_hidden_layers == 40);
  CHECK(window.scenario().cluster.gpus == 32);
  CHECK(window.shows("document.1"));
  CHECK(window.explorer.session.taken.kind == "a model's configuration");
  window.click("document.0");
  CHECK(window.scenario().model.num_hidden_layers == 32);
  CHECK(window.explorer.session.taken.kind == "a launch of Megatron-LM");
  drop_files(window.explorer.session, {launch, broken});
  window.frames(2);
  CHECK(document_count(window.explorer.session) == 2);
  CHECK(window.explorer.session.notice.bad);
  CHECK_FALSE(window.explorer.session.taken.problems.empty());
}

TEST_CASE("the Launch view opens and closes by its tab, its mark and Esc") {
  WindowDriver window;
  window.click("tab.launch");
  CHECK(window.explorer.grown == "launch");
  CHECK(window.shows("launch.text"));
  window.key(ImGuiKey_Escape);
  CHECK(window.explorer.grown.empty());
  window.click("tab.launch");
  window.click("grow.launch");
  CHECK(window.explorer.grown.empty());
  window.click("tab.launch");
  window.click("tab.explorer");
  CHECK(window.explorer.grown.empty());
}

TEST_CASE("a launch that leaves its GPUs out follows the number that is set in the window") {
  WindowDriver window;
  paste(window,
        "[model]\nname = \"llama3\"\nflavor = \"405B\"\n[training]\nlocal_batch_size = 2\nseq_len = 8192\n"
        "[parallelism]\ntensor_parallel_degree = 8\n[activation_checkpoint]\nmode = \"full\"\n");
  REQUIRE(window.explorer.session.taken.kind == "a launch of torchtitan");
  CHECK(window.scenario().cluster.gpus == 128);  // the fewest by doubling that hold it
  CHECK(window.plan().zero == 3);
  const auto assumes_gpus = [&] {
    return std::any_of(window.explorer.session.taken.notices.begin(), window.explorer.session.taken.notices.end(),
                       [](const Problem& notice) { return notice.path == "cluster.gpus"; });
  };
  CHECK(assumes_gpus());
  window.set_value("cluster.gpus", "256");
  CHECK(window.scenario().cluster.gpus == 256);
  CHECK(with_defaults(window.scenario()).plan.shard_group == 32);
  CHECK(window.plan().global_batch == 64);
  CHECK_FALSE(assumes_gpus());
}
