#include "core/shell/shell_texts.h"

#include "tests/core/shell/shell_cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// The path of the script that the last command names.
std::string script_in(std::string_view text) {
  const ShellScript script = read_shell(text);
  return script.commands.empty() ? "no command" : path_of_script(script.commands.back());
}

}  // namespace

TEST_CASE("a script is named by what reads it in or calls it") {
  CHECK(script_in("source conf/env.sh") == "conf/env.sh");
  CHECK(script_in("bash -x train.sh 8") == "train.sh");
  CHECK(script_in("srun --nodes=4 bash train.sh 8") == "train.sh");
  CHECK(script_in("srun -N 4 ./train.sh") == "./train.sh");
  CHECK(script_in("./train.sh") == "./train.sh");
  CHECK(script_in("accelerate launch --no_python train.sh") == "train.sh");
  CHECK(script_in("bash -c 'run train.sh'").empty());
  CHECK(script_in("python train.py run.sh").empty());
}

TEST_CASE("the folder that a script lies in is the only part of a path that a run may know") {
  CHECK(script_in("source $(dirname \"$0\")/env.sh") == "env.sh");
  CHECK(script_in("source ${HERE}/conf/env.sh") == "conf/env.sh");
  CHECK(script_in("source conf/${NAME}.sh").empty());
}

TEST_CASE("what a script makes is found by its name, of two the last, with its variables") {
  const ShellScript script = read_shell(
      "STAGE=1\ncat > conf/ds.json <<EOF\n{\"stage\": $STAGE, \"x\": \"$OPEN \\$y\"}\nEOF\n"
      "echo '{\"stage\": 2}' > ds.json\nrun ds.json");
  REQUIRE(script.documents.size() == 2);
  CHECK(script.documents[0].text == "{\"stage\": 1, \"x\": \"$OPEN $y\"}\n");
  CHECK(script.documents[0].unknown == "$OPEN");
  CHECK(script.documents[0].line == 3);
  CHECK(script.documents[0].file == "conf/ds.json");
  const ShellDocument* made = document_called(script, "other/ds.json");
  REQUIRE(made != nullptr);
  CHECK(made->text == "{\"stage\": 2}\n");
  CHECK(document_called(script, "no.json") == nullptr);
}

TEST_CASE("a here-document whose end is quoted stays as it is, and an error's stream is no file of what is printed") {
  const ShellScript script = read_shell("A=1\ncat 2>err <<'EOF'\n$A\nEOF\n");
  REQUIRE(script.documents.size() == 1);
  CHECK(script.documents[0].text == "$A\n");
  CHECK(script.documents[0].file.empty());
}

TEST_CASE("of files with one name a path means the one that lies in most of its folders") {
  CHECK(same_parts("a/b/c.sh", "x/b/c.sh") == 2);
  CHECK(same_parts("c.sh", "a/c.sh") == 1);
  CHECK(same_parts("a/b.sh", "a/c.sh") == 0);
  CHECK(same_parts("", "") == 0);
  const ShellFiles files = {{"p/model/moe.sh", "A=1"}, {"p/train/moe.sh", "A=2"}, {"env.sh", ""}};
  CHECK(file_meant(files, "configs/train/moe.sh")->first == "p/train/moe.sh");
  CHECK(file_meant(files, "$ROOT/model/moe.sh")->first == "p/model/moe.sh");
  CHECK(file_meant(files, "conf/env.sh")->first == "env.sh");
  CHECK(file_meant(files, "other.sh") == files.end());
  CHECK(file_meant(files, "data/moe.sh") == files.end());  // another folder's
  const ShellScript script = read_shell("source configs/train/moe.sh\nrun $A", {{}, {}, files});
  CHECK(script.commands.back().back().text == "2");
}
