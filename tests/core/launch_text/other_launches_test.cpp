#include "core/launch_text/other_launches.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// What is said of the launches of a script, of which the last is chosen.
std::string said_of(std::string_view text) {
  const ShellScript script = read_shell(text);
  std::vector<LaunchCandidate> all;
  for (const ShellWords& words : script.commands) all.push_back({&words, &framework_named("megatron"), 2});
  const std::optional<Problem> said = other_launches(all, all.back());
  return said ? said->message : std::string();
}

}  // namespace

TEST_CASE("of launches in a loop the one that is read is told by all flags of the plan in which the others differ") {
  CHECK(said_of("for T in 1 2; do for P in 1 4; do x --tensor-model-parallel-size $T --pipeline-model-parallel-size $P "
                "--save $T$P; done; done") ==
        "this line launches 4 times; the one with --tensor-model-parallel-size 2 (others 1), "
        "--pipeline-model-parallel-size 4 (others 1) is read, the others aren't");
}

TEST_CASE("a flag that the others haven't tells too, and where none is of the plan, what there is") {
  CHECK(said_of("for F in '' --bf16; do x --num-layers 2 $F; done") ==
        "this line launches 2 times; the one with --bf16 (others without) is read, the others aren't");
  CHECK(said_of("for S in 1 2; do x --num-layers 2 --save $S; done") ==
        "this line launches 2 times; the one with --save 2 (others 1) is read, the others aren't");
}

TEST_CASE("launches that say the same are one, and those on other lines are told by their lines") {
  CHECK(said_of("x --num-layers 2\nx --num-layers 2").empty());
  CHECK(said_of("x --num-layers 2\nx --num-layers 4") ==
        "the script launches 2 times; the launch here, the one with --num-layers 4 (others 2), is read, the others "
        "aren't "
        "(line 1)");
  CHECK(said_of("python a.py --num-layers 2\npython b.py --num-layers 2") ==
        "the script launches 2 times; the launch here is read, the others aren't (line 1: a.py)");
}

TEST_CASE("how many nodes a launch has counts as its plan, however its value stands") {
  CHECK(said_of("for N in 1 2; do for S in 64 128; do srun torchrun --nnodes=$N --nproc_per_node 8 x --seq-length $S; "
                "done; done") ==
        "this line launches 4 times; the one with --nnodes 2 (others 1), --seq-length 128 (others 64) is read, the "
        "others aren't");
}
