#include "core/launch_text/command/other_trainings.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

constexpr std::string_view of_preferences =
    "torchrun --nproc_per_node 8 train_dpo.py --per_device_train_batch_size 1\n";
constexpr std::string_view of_text = "torchrun --nproc_per_node 8 train_sft.py --per_device_train_batch_size 2\n";

}  // namespace

TEST_CASE("a training of preferences is taken out beside one that is read, and its place stays") {
  ShellScript script = read_shell(std::string(of_preferences) + std::string(of_text));
  const auto said = take_out_other_trainings(script, real_presets().other_tools);
  REQUIRE(said.has_value());
  CHECK(said->severity == Severity::warning);
  CHECK(says(said->message, "another training too, which isn't read: train_dpo.py (line 1)"));
  REQUIRE(script.commands.size() == 2);
  CHECK(script.commands[0].front().text == "true");
  CHECK(script.commands[1].front().text == "torchrun");
}

TEST_CASE("where all launches are such trainings, or none is, nothing is taken out") {
  for (const std::string& text : {std::string(of_preferences), std::string(of_text) + std::string(of_text),
                                  std::string(of_preferences) + "python prepare.py --rows 3\n",
                                  std::string(of_text) + "echo train_dpo.py --per_device_train_batch_size 1\n"}) {
    CAPTURE(text);
    ShellScript script = read_shell(text);
    CHECK_FALSE(take_out_other_trainings(script, real_presets().other_tools).has_value());
  }
}
