#include "core/launch_text/launch_words.h"

#include "core/base/characters.h"
#include "core/launch_text/command/flag_words.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

LaunchWords words_in(std::string_view text, const ShellOutside& outside = {}) {
  const ShellScript script = read_shell(text, outside);
  return launch_words(launch_command(script, real_presets().frameworks), script);
}

std::string flags_in(std::string_view text) {
  const LaunchWords words = words_in(text);
  std::string all;
  for (const Problem& problem : words.problems) all += line_of(problem, "f") + " ";
  for (const GivenFlag& flag : words.flags) all += flag.flag + "=" + words_of(flag.value) + " ";
  return all;
}

}  // namespace

TEST_CASE("flags take the words behind them: one, several for a list, none for a switch") {
  CHECK(flags_in("x --num-layers 4 --bf16 --recompute-modules mlp moe --lr=1e-3 --seq-length=8") ==
        "--num-layers=4 --bf16=True --recompute-modules=[mlp, moe] --lr=1e-3 --seq-length=8 ");
}

TEST_CASE("the launch is the last command that has the most of a framework's flags") {
  CHECK(flags_in("a --bf16\nb --bf16 --num-layers 2\nc --foo\n") == "--bf16=True --num-layers=2 ");
}

TEST_CASE("flags inside a quoted command, a variable or arrays alone are found") {
  CHECK(flags_in("srun bash -c \"python x.py --num-layers 2 --bf16\"") == "--num-layers=2 --bf16=True ");
  CHECK(flags_in("O=\"--num-layers 2\"\nO=\"$O --bf16\"\npython x.py $O") == "--num-layers=2 --bf16=True ");
  CHECK(flags_in("A=( --num-layers 2 )\nB=( --bf16 )") == "--num-layers=2 --bf16=True ");
}

TEST_CASE("an unknown value matters only where the flag does") {
  CHECK(flags_in("x --num-layers $L --bf16") ==
        "f: line 1, --num-layers: $L is never set in the script; --env L=VALUE says it --bf16=True ");
  CHECK(flags_in("x --num-layers 2 --save $DIR") == "--num-layers=2 --save=$DIR ");
}

namespace {

std::string notices_in(std::string_view text) {
  std::string all;
  for (const Problem& notice : words_in(text).notices) all += where_words(notice) + ": " + words_of(notice) + "\n";
  return all;
}

}  // namespace

TEST_CASE("a word that only a run knows is listed wherever it stands") {
  const char* const line = "line 1: $(…) has a value only when the script runs; flags in it aren't read\n";
  CHECK(notices_in("x --bf16 $(cat args.txt)") == line);
  CHECK(notices_in("x --num-layers 4 $(cat args.txt)") == line);
  CHECK(notices_in("x $(cat args.txt) --bf16") == line);
  CHECK(notices_in("x --bf16 --save dir $(cat args.txt)") == line);
  CHECK(notices_in("bash -c \"x --bf16 $EXTRA\"") ==
        "line 1: $EXTRA is never set in the script; flags in it aren't read\n");
  CHECK(notices_in("x --bf16 --save $DIR").empty());
}

TEST_CASE("an unknown word inside a variable belongs to the flag that it stands behind") {
  CHECK(flags_in("A=\"--save $DIR --num-layers 4\"\nx $A --bf16") == "--save=$DIR --num-layers=4 --bf16=True ");
}

TEST_CASE("the program's words that only a run knows are kept as code") {
  CHECK(flags_in("python x.py --bf16 --data-path 0.5 $A 0.5 \"$B\" --save=$D/$1") ==
        "--bf16=True --data-path=0.5 $A 0.5 \"$B\" --save=$D/$1 ");
  CHECK(flags_in("python x.py \"$@\" --bf16 $EXTRA") == "\"$@\"= --bf16=True $EXTRA= ");
  CHECK(flags_in("$RUN python x.py --bf16") == "--bf16=True ");
  CHECK(flags_in("python $PROGRAM --bf16") == "--bf16=True ");
  CHECK(notices_in("x --bf16 --save $(a\nb)").empty());
  CHECK(flags_in("x --bf16 --save $(a\nb)") == "--bf16=True --save=$(a\nb) ");
}

TEST_CASE("of several launches it is said which is read") {
  CHECK(flags_in("x --bf16 --num-layers 2\nx --bf16 --num-layers 4") == "--bf16=True --num-layers=4 ");
  CHECK(notices_in("x --bf16 --num-layers 2\nx --bf16 --num-layers 4") ==
        "line 2: the script launches 2 times; the launch here, the one with --num-layers 4 (others 2), is read, the "
        "others aren't (line 1)\n");
  CHECK(notices_in("C=\"x --bf16 --num-layers 4\"\necho $C\neval $C").empty());
}

TEST_CASE("a variable before the command that eval runs doesn't take its flags") {
  const std::string set = "C=\"torchrun x.py --bf16 --num-layers 4\"\n";
  const std::string flags = flags_in(set + "eval $C");
  for (const char* eval : {
           "eval \"CUDA_DEVICE_MAX_CONNECTIONS=1 $C\"",
           "eval \"NCCL_DEBUG='INFO' $C\"",
           "eval \"NCCL_DEBUG='INFO' torchrun x.py --bf16 --num-layers 4\"",
           "eval \"export NCCL_DEBUG=INFO; $C\"",
           "F=\"--bf16 --num-layers 4\"\neval \"NCCL_DEBUG='INFO' torchrun x.py $F\"",
       })
    CHECK_MESSAGE(flags_in(set + eval) == flags, eval);
}

TEST_CASE("flags that eval reads once more lose their quotes, as the shell has them") {
  CHECK(flags_in("C=\"x --num-layers '4' --save \\\"a b\\\"\"\neval $C --bf16") ==
        "--num-layers=4 --save=a b --bf16=True ");
}

TEST_CASE("all values that nothing gives are said, with all ways to give them") {
  std::string script = "x --bf16";
  for (const char* flag : {"num-layers", "hidden-size", "seq-length", "micro-batch-size", "global-batch-size"})
    script += std::string(" --") + flag + " $" + static_cast<char>('A' + script.size() % 26);
  const LaunchWords words = words_in(script);
  REQUIRE(words.problems.size() == 1);
  CHECK(line_of(words.problems[0], "").find("more") == std::string::npos);
  CHECK(words.problems[0].places.size() == 5);
}

TEST_CASE("a launcher's flags are its own") {
  CHECK(flags_in("deepspeed --num_gpus 8 --num_nodes 4 pretrain_gpt.py --bf16") == "--bf16=True ");
  CHECK(flags_in("srun --container-image x torchrun --nnodes 2 -m train --bf16") == "--bf16=True ");
}

TEST_CASE("launches of one line are told apart by what differs in them") {
  CHECK(notices_in("for T in 1 2 4; do x --bf16 --num-layers $T; done") ==
        "line 1: this line launches 3 times; the one with --num-layers 4 (others 1, 2) is read, the others aren't\n");
  CHECK(notices_in("for T in 1 2; do for P in 1 4; do x --tensor-model-parallel-size $T --pipeline-model-parallel-size "
                   "$P --save $T$P; done; done") ==
        "line 1: this line launches 4 times; the one with --tensor-model-parallel-size 2 (others 1), "
        "--pipeline-model-parallel-size 4 (others 1) is read, the others aren't\n");
}

TEST_CASE("launches of a file that the script calls have no line of its own") {
  const ShellOutside outside{{}, {}, {{"go.sh", "for N in 1 2; do x --bf16 --num-layers $N; done\n"}}};
  const LaunchWords words = words_in("bash go.sh", outside);
  REQUIRE(words.notices.size() == 1);
  CHECK(line_of(words.notices[0], "f").find("line 0") == std::string::npos);
}

TEST_CASE("flags alone, a line each, are one launch") {
  CHECK(flags_in("--num-layers 2\n--bf16\n") == "--num-layers=2 --bf16=True ");
  CHECK(flags_in("--bf16 \\\n--num-layers 2 \\\n") == "--bf16=True --num-layers=2 ");
}

TEST_CASE("a default counts whichever launcher's option holds it, where it stands before the program") {
  const auto names = [](const std::string& text) {
    return joined(defaults_in(flattened(read_shell(text).commands.back()), nullptr));
  };
  CHECK(names("torchrun --nnodes ${NODES:-2} --nproc-per-node ${GPUS:-8} x.py --nnodes ${MORE:-2}") == "NODES, GPUS");
  CHECK(names("accelerate launch --num_processes ${GPUS:-8} x.py") == "GPUS");
  CHECK(names("srun -N ${NODES:-2} --gres ${GRES:-gpu:8} --time ${LONG:-1} x.py") == "NODES, GRES");
  CHECK(names("mpirun -np ${RANKS:-16} x.py") == "RANKS");
  CHECK(names("srun -N4 ${X:-python} x.py").empty());
  CHECK(names("srun -N${NODES:-4} python x.py") == "NODES");
  CHECK(names("nice -n ${NICE:-16} x.py").empty());
}

TEST_CASE("a tool's own launcher tells whose the launch is where its flags don't") {
  const auto whose = [](const std::string& command) {
    const LaunchWords words = words_in(command);
    REQUIRE(words.framework != nullptr);
    return words.framework->preset;
  };
  const std::string flags = " pretrain_gpt.py --num-layers 2 --tensor-model-parallel-size 2 --micro-batch-size 1";
  CHECK(whose("deepspeed --num_gpus 4" + flags) == "megatron");  // any program is started so
  CHECK(whose("deepspeed --num_gpus 4 DeepSpeed-Domino/" + flags.substr(1)) == "deepspeed-domino");
  CHECK(whose("torchrun --nproc_per_node 4 DeepSpeed-Domino/" + flags.substr(1)) == "megatron");
  CHECK(whose("deepspeed --num_gpus 4" + flags + " --deepspeed") == "megatron-deepspeed");
  CHECK(whose("torchrun --nproc_per_node 4" + flags) == "megatron");
  CHECK(whose("torchrun --nproc_per_node 4" + flags + " --save deepspeed") == "megatron");
  CHECK(whose("torchrun --nproc-per-node 4 finetune.py --num_layers 2 --micro_batch_size 1") == "epfllm-megatron");
}

TEST_CASE("what a branch would set is asked for by what the branch hangs on, with the values it asks for") {
  const std::string script = "SIZE=$1\nTP=$2\nif [ $SIZE = 7B ]; then L=32\nelif [ $SIZE = 13B ]; then L=40; fi\n";
  CHECK(flags_in(script + "x --num-layers $L --tensor-model-parallel-size $TP") ==
        "f: line 5, --num-layers; line 5, --tensor-model-parallel-size: $1 (SIZE, 7B or 13B), $2 (TP) aren't given; "
        "the script's arguments behind -- say them ");
  CHECK(flags_in("if [ $SIZE = 7B ]; then L=32; fi\nx --num-layers $L --bf16") ==
        "f: line 2, --num-layers: $SIZE (as 7B) isn't given; --env SIZE=VALUE says it --bf16=True ");
}

TEST_CASE("values that commands print are given by the variables that hold them") {
  CHECK(flags_in("L=$(ask .layers)\nH=$(ask .hidden)\nB=$(basename $1)\nx --num-layers $L --hidden-size $H") ==
        "f: line 4, --num-layers; line 4, --hidden-size: $(…) has a value only when the script runs; --env L=VALUE, "
        "--env H=VALUE say them, or write the numbers ");
}

TEST_CASE("an open choice of kernels is the framework's own, with a word") {
  const char* text = "x --num-layers 2 --attention-backend $KERNELS";
  CHECK(flags_in(text).starts_with("--num-layers=2 "));
  CHECK(
      notices_in(text).find("--attention-backend: $KERNELS is never set in the script; Megatron-LM's default counts") !=
      std::string::npos);
}
