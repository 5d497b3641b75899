#include <algorithm>

#include "tests/core/shell/shell_cases.h"
#include "tests/shortest.h"

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
  CHECK(last("A=(1 2 3)\nunset 'A[1]' 'A[9]' B\nrun ${A[@]}") == "[run][1][3]");
  CHECK(last("read A\nrun $A") == "[run][?$(read)]");
}

TEST_CASE("Slurm's variables are what its lines ask for") {
  CHECK(last("#SBATCH --nodes=16\n#SBATCH --gres=gpu:h100:8\nrun ${SLURM_NNODES:-1} $SLURM_GPUS_ON_NODE") ==
        "[run][16][8]");
  CHECK(last("#SBATCH -N4 --gpus-per-task=2\n#SBATCH --ntasks-per-node=4\nrun $SLURM_NNODES $SLURM_GPUS_ON_NODE") ==
        "[run][4][8]");
  CHECK(last("#SBATCH --tasks-per-node=4\nrun $SLURM_NTASKS_PER_NODE") == "[run][4]");
  CHECK(last("#SBATCH -N 2\nrun $SLURM_JOB_NUM_NODES $SLURM_NODEID") == "[run][2][?$(SLURM_NODEID)]");
}

TEST_CASE("a value of Slurm's may stand in its next line; many lines take as long at once as a few at a time") {
  const auto after_lines = [](int lines) {
    std::string text;
    for (int i = 0; i < lines; ++i) text += "#SBATCH --nodes=16 -n 4\n";
    return last(text + "#SBATCH -N\n#SBATCH 8\nrun $SLURM_NNODES $SLURM_NTASKS");
  };
  const auto few_at_a_time = [&] {
    for (int i = 0; i < 100; ++i) (void)after_lines(500);
  };
  CHECK(after_lines(50'000) == "[run][8][4]");
  CHECK(times_as_long([&] { return after_lines(50'000); }, few_at_a_time, 3) < 10);  // were each line to ask all: 100
}

TEST_CASE("what is assigned before a command holds for what it runs, not for its words nor after it") {
  CHECK(last("TP=4\nTP=8 run $TP") == "[run][4]");
  CHECK(last("TP=8 run $TP") == "[run][?$TP]");
  CHECK(last("TP=4\nTP=8 ls\nrun $TP") == "[run][4]");
  CHECK(last("TP=4 PP=2\nrun $TP $PP") == "[run][4][2]");
  CHECK(last("go() { run $TP; }\nTP=4\nTP=8 go") == "[run][8]");
  CHECK(last("go() { run $TP; }\nTP=4\nTP=8 go\nrun $TP") == "[run][4]");
  CHECK(last("NONE=\nTP=8 $NONE\nrun $TP") == "[run][8]");
  CHECK(last("A=1 A=2 time A=3 run $A\nrun $A") == "[run][?$A]");
  CHECK(bracketed(read_shell("A=1 A=2 run").environment.at("A")) == "[2]");
}

TEST_CASE("a file that is sourced is listed") {
  const ShellScript script = read_shell("source ./env.sh\nrun");
  REQUIRE(script.notices.size() == 1);
  CHECK(where_words(script.notices[0]) == "line 1");
  CHECK(script.notices[0].message.starts_with("./env.sh isn't read"));
  CHECK(read_shell("A=b\n. $CONF/$A/model.sh").sourced == std::vector<std::string>{"$CONF/b/model.sh"});
  CHECK(read_shell("source $FILE").sourced == std::vector<std::string>{"$FILE"});
}

TEST_CASE("getopts gives the options of the arguments one by one, as POSIX has it") {
  const std::string text =
      "while getopts 't:p:vn' O; do case $O in t) TP=$OPTARG;; p) PP=$OPTARG;; v) V=1;; n) N=1;; esac; done\n"
      "shift $((OPTIND-1))\nrun $TP $PP v$V n$N $1\n";
  const auto with = [&](std::vector<std::string> arguments) {
    return bracketed(read_shell(text, {{}, std::move(arguments), {}}).commands.back());
  };
  CHECK(with({"-t", "8", "-p4", "-vn", "rest"}) == "[run][8][4][v1][n1][rest]");
  CHECK(with({"-vt8", "--", "-p"}) == "[run][8][?$PP][v1][n?$N][-p]");
  CHECK(with({"-x", "-t", "2"}).starts_with("[run][2]"));
  const ShellScript without = read_shell(text);
  CHECK(std::find(without.asked.begin(), without.asked.end(), "1") != without.asked.end());
}

TEST_CASE("what is given and the script sets without asking is kept with its line") {
  const ShellOutside outside{{{"TP", "8"}, {"PP", "2"}}, {}, {}};
  const ShellScript script = read_shell("TP=4\nPP=${PP:-1}\nrun $TP $PP\n", outside);
  CHECK(script.overwritten == std::vector<std::pair<std::string, int>>{{"TP", 1}});
  CHECK(script.used == std::vector<std::string>{"PP"});
}

TEST_CASE("what a command prints is taken from outside by its variable's name, and what a script sets isn't") {
  ShellOutside outside;
  outside.environment["N"] = "16";
  const ShellScript printed = read_shell("N=$(ds_ssh hostname | wc -l)\nrun $N", outside);
  CHECK(printed.commands.back().back().text == "16");
  CHECK(printed.used == std::vector<std::string>{"N"});
  CHECK(read_shell("N=4\nrun $N", outside).commands.back().back().text == "4");
}

TEST_CASE("a name that comes from a variable is set too, and one that isn't known is said") {
  CHECK(last("K=TP V='8 9'\nexport \"$K\"=\"$V\"\nrun $TP") == "[run][8][9]");
  CHECK(last("A=TP=4\ndeclare $A\nlocal PP=2\nrun $TP $PP") == "[run][4][2]");
  CHECK(last("K=TP\neval \"$K=8\"\neval \"export PP='2'\"\nrun $TP $PP") == "[run][8][2]");
  const ShellScript script = read_shell("export \"$(name)\"=8\nrun --tp 4");
  REQUIRE(script.notices.size() == 1);
  CHECK(where_words(script.notices[0]) == "line 1");
}

TEST_CASE("arguments of names and values are taken apart as the script does it") {
  const std::string loop =
      "for A in \"$@\"; do\n  K=$(echo $A | cut -f1 -d=)\n  N=${#K}\n  V=\"${A:$N+1}\"\n  export \"$K\"=\"$V\"\n"
      "done\nrun --tp ${TP:-8} --pp ${PP:-1}";
  CHECK(bracketed(read_shell(loop, {{}, {"TP=2", "PP=4"}, {}}).commands.back()) == "[run][--tp][2][--pp][4]");
}

TEST_CASE("that arguments were taken and came to nothing is said") {
  const auto said = [](const std::string& text) {
    const ShellScript read = read_shell(text, {{}, {"TP=2"}, {}});
    return std::any_of(read.notices.begin(), read.notices.end(), [](const Problem& each) {
      return each.message.find("nothing that is read") != std::string::npos;
    });
  };
  CHECK(said("for A in \"$@\"; do export $(strange \"$A\")=1; done\nrun --tp ${TP:-8}"));
  CHECK_FALSE(said("export \"$1\"\nrun --tp ${TP:-8}"));
  CHECK_FALSE(said("run --tp 8"));
}
