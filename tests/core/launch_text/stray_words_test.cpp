#include "core/launch_text/stray_words.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// A line a problem.
std::string strays(std::string_view text) {
  const ShellScript script = read_shell(text);
  const LaunchWords words = launch_words(launch_command(script, real_presets().frameworks), script);
  std::string all;
  for (const Problem& problem : stray_words(script, text, words))
    all += where_words(problem) + ": " + words_of(problem) + "\n";
  return all;
}

}  // namespace

TEST_CASE("a line that is cut off from its command is said, with what cuts it off") {
  const char* const own = "line 3: --bf16 begins a command of its own: ";
  const auto after = [&](const std::string& line) {
    return strays("torchrun a.py --num-layers 2 \\\n" + line + "\n--bf16\n");
  };
  CHECK(after("--lr 1 \\ ") == std::string(own) + "line 2 ends with a blank behind its \\\n");
  CHECK(after("# --lr 1 \\") == std::string(own) + "the comment in line 2 ends the command\n");
  CHECK(after("--lr 1 # high \\") == std::string(own) + "the comment in line 2 ends the command\n");
  CHECK(after("") == std::string(own) + "line 2 is empty, which ends the command\n");
  CHECK(after("--lr 1") == std::string(own) + "line 2 has no \\ at its end\n");
  CHECK(after("--lr 1 \\").empty());
  CHECK(after("--lr 1 \\\r").empty());
}

TEST_CASE("of flags alone, a line that ends without a backslash is as it was pasted") {
  CHECK(strays("--num-layers 2\n--bf16\n").empty());
  CHECK(strays("--num-layers 2 \\ \n--bf16\n") ==
        "line 2: --bf16 begins a command of its own: line 1 ends with a blank behind its \\\n");
}

TEST_CASE("a word that belongs to no flag is said") {
  struct Case {
    const char* words;
    const char* line;
  };
  for (const Case& each : {
           Case{"--bf16 —num-layers 2", "line 1: —num-layers is no flag: its — isn't a -\n"},
           Case{"--bf16 –num-layers 2", "line 1: –num-layers is no flag: its – isn't a -\n"},
           Case{"--bf16 --num–layers 2", "line 1: --num–layers is no flag: its – isn't a -\n"},
           Case{"--bf16 -num-layers 2", "line 1: -num-layers is no flag; --num-layers is\n"},
           Case{"--bf16 num-layers 2", "line 1: num-layers is no flag; --num-layers is\n"},
           Case{"--lr 1e-3 num-layers 2", "line 1: num-layers is no flag; --num-layers is\n"},
           Case{"--bf16 2", "line 1: 2 belongs to no flag: --bf16 takes no value\n"},
           Case{"--num-layers 2 4", "line 1: 4 belongs to no flag: --num-layers takes one value\n"},
           Case{"--num-layers=2 4", "line 1: 4 belongs to no flag: --num-layers takes one value\n"},
           Case{"--bf16 \\ \n", "line 1: a blank behind the \\ at this line's end is a word of its own\n"},
           Case{"$(echo) --bf16\u00a0--fp16",
                "line 1: --bf16\u00a0--fp16 has a blank in it that isn't a space, so it is "
                "one word\n"},
       }) {
    CAPTURE(each.words);
    CHECK(strays(std::string("torchrun a.py --seq-length 8 ") + each.words) == each.line);
  }
  CHECK(strays("O=\"--seq-length 8 # --num-layers 2 \"\ntorchrun a.py $O") ==
        "line 1: the # stands in quotes, where it begins no comment: the program gets it as a word\n");
}

TEST_CASE("what may be right isn't said") {
  for (const char* text : {
           "torchrun a.py --recompute-modules mlp moe --bf16",
           "torchrun a.py --bf16 --data-path 0.5 a 0.5 -b",
           "torchrun a.py --bf16 $EXTRA more",
           "torchrun a.py --bf16 \"\"",
           "bash -c 'cd there && torchrun a.py --bf16 2>&1 | tee log'",
           "C=\"torchrun a.py --num-layers 2 &> log/a.txt\"\neval $C",
           "deepspeed --num_gpus 8 train.py config --bf16",
           "torchrun a.py --bf16 True --num-layers 2 > log 2>&1 &",
           "ls\n# --num-layers 2\ntorchrun a.py --bf16",
           "T=\"your tokenizer path\"\ntorchrun a.py --tokenizer-model $T --bf16",
       }) {
    CAPTURE(text);
    CHECK(strays(text).empty());
  }
}
