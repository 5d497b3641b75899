#include "tests/core/frameworks/shell_cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("let, expr and := set what a shell's would") {
  CHECK(last("let TP=2*2\nrun $TP") == "[run][4]");
  CHECK(last("TP=2\nlet TP++\nlet \"TP += 3\"\nrun $TP") == "[run][6]");
  CHECK(last("run $(expr 2 \\* 2)") == "[run][4]");
  CHECK(last(": ${PP:=2}\nrun $PP ${2:-3}") == "[run][2][3]");
  CHECK(last("A=(1 2 3)\nrun ${#A[@]}") == "[run][3]");
}

TEST_CASE("what read and unset leave has no value") {
  CHECK(last("A=1\nunset A\nrun $A") == "[run][?$A]");
  CHECK(last("read A\nrun $A") == "[run][?$(read)]");
}

TEST_CASE("Slurm's variables are what its lines ask for") {
  CHECK(last("#SBATCH --nodes=16\n#SBATCH --gres=gpu:h100:8\nrun ${SLURM_NNODES:-1} $SLURM_GPUS_ON_NODE") ==
        "[run][16][8]");
  CHECK(last("#SBATCH -N 2\nrun $SLURM_JOB_NUM_NODES $SLURM_NODEID") == "[run][2][?$(SLURM_NODEID)]");
}

TEST_CASE("a file that is sourced is listed") {
  const ShellScript script = read_shell("source ./env.sh\nrun");
  REQUIRE(script.notices.size() == 1);
  CHECK(script.notices[0].path == "line 1");
  CHECK(script.notices[0].message.starts_with("./env.sh isn't read"));
}
