#include "core/shell/syntax/shell_lines.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("keywords are words of their own") {
  CHECK(ShellLines("then x").keyword() == "then");
  CHECK(ShellLines("{x").keyword() == "{");
  CHECK(ShellLines("[[ a").keyword() == "[[");
  CHECK(ShellLines("fi-x").keyword().empty());
  CHECK(ShellLines("done").at_list_end());
  CHECK(ShellLines(";; *)").at_list_end());
  CHECK_FALSE(ShellLines("; x").at_list_end());
}

TEST_CASE("separators, comments and Slurm's lines are passed, to the next command") {
  ShellLines lines(" ;\n# no\n#SBATCH -N 2\n & run");
  lines.skip_separators();
  CHECK(lines.cursor.here_is("run"));
  CHECK(lines.cursor.line == 4);
  CHECK(lines.slurm.size() == 1);
}

TEST_CASE("a comment for a scheduler is a step of the script, and another isn't") {
  ShellLines lines("#PBS -l select=32:ngpus=8\n# -l rt_AF=32\n#$ -l rt_AF=32\n#$ -j y\n#PBS -l walltime=1:00:00");
  lines.skip_separators();
  REQUIRE(lines.slurm.size() == 2);
  CHECK(std::get<shell_tree::SlurmLine>(lines.slurm[0].pipeline[0].what).text == " --nodes=32 --gpus-per-node=8");
  CHECK(lines.slurm[1].pipeline[0].line == 3);
}

TEST_CASE("a here-document is read at the end of the line that announces it") {
  ShellLines lines("<<A 2>&1\nx\n\tA\nrun");
  while (lines.at_redirection()) lines.redirection(), lines.cursor.skip_blanks();
  CHECK(lines.given.size() == 1);
  lines.end_line();
  REQUIRE(lines.documents.size() == 1);
  CHECK(lines.documents[0]->text == "x\n");
  CHECK(lines.cursor.here_is("run"));
}

TEST_CASE("what is wanted and isn't there is a problem where it was opened") {
  ShellLines lines("\nrun");
  CHECK_FALSE(lines.expect("fi", 1, "if"));
  REQUIRE(lines.cursor.problem);
  CHECK(lines.cursor.problem->message == "the if that begins here isn't closed; fi is wanted");
}
