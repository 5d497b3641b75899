#include "core/launch_text/command/flag_words.h"

#include "tests/core/frameworks/cases.h"
#include "tests/core/shell/shell_cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("what is quoted with flags in it is words of its own, marked as such") {
  const ShellWords words = flattened(read_shell("bash -c 'x --tp=8 y' --pp 'a b'").commands[0]);
  CHECK(bracketed(words) == "[bash][-c][x][--tp][8][y][--pp][a b]");
  CHECK(words[3].inner);
  CHECK(words[4].inner);
  CHECK_FALSE(words[6].inner);
}

TEST_CASE("a flag takes its values: a switch none, a list all, others one") {
  const LaunchFramework& megatron = framework_named("megatron");
  const ShellWords values = {{"4", 1, ""}, {"5", 1, ""}}, on = {{"true", 1, ""}, {"5", 1, ""}};
  CHECK(count_of_values(megatron.flag("--bf16"), values) == 0);
  CHECK(count_of_values(megatron.flag("--bf16"), on) == 1);
  const FlagSpec* of_words = framework_named("hf-trainer").flag("--bf16");
  const ShellWords yes = {{"yes", 1, ""}};
  CHECK(count_of_values(of_words, yes) == 1);
  CHECK(count_of_values(of_words, values) == 0);
  CHECK(count_of_values(megatron.flag("--bf16"), yes) == 0);
  CHECK(count_of_values(megatron.flag("--num-layers"), values) == 1);
  CHECK(count_of_values(megatron.flag("--recompute-modules"), values) == 2);
  CHECK(count_of_values(nullptr, values) == 1);
}

TEST_CASE("why there is no value is said as it is") {
  ShellScript script;
  CHECK(why_unknown("$TP", script) == "$TP is never set in the script");
  CHECK(why_unknown("$1", script) == "$1 has a value only when the script runs");
  CHECK(why_unknown("$(…)", script) == "$(…) has a value only when the script runs");
  CHECK(why_unknown("${TP/8/4}", script) == "${TP/8/4} is a form that isn't followed here");
  CHECK(why_unknown("$((i))", script) == "$((i)) can't be worked out here");
  CHECK(why_unknown("$(read)", script) == "what the shell's read takes in isn't followed here");
  script.sourced = {"./env.sh"};
  CHECK(why_unknown("$TP", script) == "$TP is never set in the script; ./env.sh isn't read here");
  script.sourced = {"./env.sh", "$CONF/model.sh"};
  CHECK(why_unknown("$TP", script) == "$TP is never set in the script; ./env.sh, $CONF/model.sh aren't read here");
  script.environment["TP"] = {};
  CHECK(why_unknown("$TP", script) == "$TP is set for what the command runs, which is too late for its own words");
}

TEST_CASE("what the script works out itself is given by the variable that it is put in, the first of several") {
  const ShellScript script = read_shell("N=$(($(nvidia-smi -L | wc -l)-2))\nEP=$N\nM=\"$(count) 8\"\nrun $EP");
  const std::string unknown = script.commands.back()[1].unknown;
  CHECK(how_to_give(unknown, script).words == "--env N=VALUE says it, or write the number");
  CHECK(how_to_give(unknown, script).names == std::vector<std::string>{"N"});
  CHECK(how_to_give(unknown).words == "write the number");
  CHECK(how_to_give("$TP", script).words == "--env TP=VALUE says it");
  const ShellScript held = read_shell("#SBATCH --array=0-3\nLR=${LRS[$SLURM_ARRAY_TASK_ID]}\n");
  CHECK(how_to_give("$(SLURM_ARRAY_TASK_ID)", held).words == "--env SLURM_ARRAY_TASK_ID=VALUE says it");
  CHECK(bracketed(
            read_shell("N=$(($(nvidia-smi -L | wc -l)-2))\nEP=$N\nrun $EP", {{{"N", "64"}}, {}, {}}).commands.back()) ==
        "[run][64]");
}

TEST_CASE("the program is a file of Python or a module") {
  CHECK(program_at(read_shell("srun python -u a.py --bf16").commands[0]) == 3);
  CHECK(program_at(read_shell("torchrun -m train").commands[0]) == 1);
  CHECK(program_at(read_shell("python -m torch.distributed.run -m train").commands[0]) == 3);
  CHECK(program_at(read_shell("python -m deepspeed a.py").commands[0]) == 3);
  CHECK(program_at(read_shell("x --bf16").commands[0]) == 0);
}

TEST_CASE("keys of a configuration and short names are flags where a program takes both") {
  const ShellScript script = read_shell("run.py --gpu h100 model.recompute_modules=mlp -tp 4 -x logger.log=True");
  const auto words = [&](const char* framework) {
    std::string all;
    for (const ShellWord& word : with_overrides(script.commands.front(), framework_named(framework)))
      all += (all.empty() ? "" : " ") + word.text;
    return all;
  };
  CHECK(words("megatron-bridge-performance") ==
        "run.py --gpu h100 --recompute-modules mlp --tp 4 -x --logger.log True");
  CHECK(words("megatron") == "run.py --gpu h100 model.recompute_modules=mlp -tp 4 -x logger.log=True");
  CHECK(key_of_override("++model.num_layers=24") == "model.num_layers");
  CHECK(key_of_override("num_layers=24").empty());
}

TEST_CASE("an option whose value is empty takes no program that makes the ranks for it") {
  const ShellWords words = {{"srun", 1, {}}, {"-w", 1, {}}, {"torchrun", 1, {}}, {"--nnodes", 1, {}}, {"2", 1, {}}};
  CHECK_FALSE(is_value_of_option(words, 2, Starter::slurm));
  CHECK(launchers_in(words)[3] == Starter::torchrun);
  const ShellWords named = {{"srun", 1, {}}, {"-w", 1, {}}, {"host1", 1, {}}, {"torchrun", 1, {}}};
  CHECK(is_value_of_option(named, 2, Starter::slurm));
}
