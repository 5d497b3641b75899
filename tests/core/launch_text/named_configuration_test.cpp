#include "core/launch_text/named_configuration.h"

#include "core/launch_text/command/flag_words.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string named_in(std::string_view command) {
  const auto file = configuration_named(flattened(read_shell(command).commands.front()), real_presets().frameworks);
  return file ? file->path + (file->recipe.empty() ? "" : " " + file->recipe) : std::string();
}

}  // namespace

TEST_CASE("a command names its configuration as a file, as Hydra does or as a function") {
  CHECK(named_in("torchrun -m torchtitan.train --job.config_file a.toml") == "a.toml");
  CHECK(named_in("accelerate launch --config-file acc.yaml x.py --deepspeed ds.json") == "ds.json");
  CHECK(named_in("python x.py --config-path conf --config-name llama") == "conf/llama.yaml");
  CHECK(named_in("python x.py --recipe my.recipes.llama_8b") == "my/recipes.py llama_8b");
  CHECK(named_in("python x.py --recipe my.recipes.llama_8b --config a.yaml") == "a.yaml");
  CHECK(named_in("python x.py --recipe plain").empty());
  CHECK(is_option("--config-file", "--config_file"));
}

TEST_CASE("of a program that reads several files all are told") {
  const ShellWords words =
      flattened(read_shell("accelerate launch --config_file acc.yaml x.py --deepspeed ds.json").commands.front());
  CHECK(files_named(words, real_presets().frameworks).size() == 2);
}

TEST_CASE("a runner beside the script reads a variable") {
  const ShellScript script = read_shell("export EXP=conf/llama.yaml\nbash run.sh");
  REQUIRE(configuration_in_variable(script, real_presets().frameworks));
  CHECK(configuration_in_variable(script, real_presets().frameworks)->in_variable);
}
