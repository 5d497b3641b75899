// What a command in $( ) prints, where the script's own words make it.
#include <doctest/doctest.h>

#include "core/shell/shell.h"

using namespace shardscope;

namespace {

/// The last command's words, "[word]", what has no value as "[?$(…)]".
std::string words_of_last(const std::string& text) {
  const ShellScript script = read_shell(text);
  if (!script.problems.empty()) return script.problems.front().message;
  std::string all;
  for (const ShellWord& word : script.commands.back())
    all += "[" + (word.unknown.empty() ? word.text : "?" + word.unknown) + "]";
  return all;
}

}  // namespace

TEST_CASE("what echo and printf print of known words stands there, parted or whole") {
  CHECK(words_of_last("A=4\nrun $(echo --tp $A) \"$(echo a  b)\" `echo c`") == "[run][--tp][4][a b][c]");
  CHECK(words_of_last("run $(printf -- '--tp %d --pp %s\\n' 8 2)") == "[run][--tp][8][--pp][2]");
  CHECK(words_of_last("TP=8\nPP=$([ $TP -gt 4 ] && echo 2 || echo 1)\nrun $PP") == "[run][2]");
  CHECK(words_of_last("run $(echo -n a; echo b)x") == "[run][abx]");
  CHECK(words_of_last("A='a\n  b'\nrun \"$(echo \"$A\" | tr '\\n' ' ' | tr -s ' ')\"") == "[run][a b ]");
  CHECK(words_of_last("run \"$(echo 'a   b' | sed 's/  \\+/ /g')\" \"$(printf ' a\\nb' | xargs)\"") ==
        "[run][a b][a b]");
}

TEST_CASE("a function of the script's prints for it, what goes to the errors or a file doesn't") {
  const std::string functions =
      "log() { echo \"log $*\" >&2; }\nsizes() {\n  local size=$1\n  log $size\n  echo kept > notes.txt\n"
      "  case $size in\n    7b) echo \"--layers 32\" ;;\n    *) echo \"--layers 80\" ;;\n  esac\n}\n";
  CHECK(words_of_last(functions + "run $(sizes 7b) $(sizes 70b)") == "[run][--layers][32][--layers][80]");
}

TEST_CASE("what another command prints, or hangs on what isn't known, is known by a run alone") {
  for (const char* command : {"date", "echo $UNSET | wc -w", "echo a | tr a b", "[ $1 = a ] && echo b || echo c",
                              "echo $(nproc)", "printf '%s,' a b", "echo -e 'a\\tb'"}) {
    CAPTURE(command);
    CHECK(words_of_last(std::string("run $(") + command + ")") == "[run][?$(…)]");
  }
  CHECK(words_of_last("loops() { echo $(loops); }\nrun $(loops)") == "[run][?$(…)]");
}

TEST_CASE("a branch within that hangs on a default is said") {
  const ShellScript script =
      read_shell("size() { if [ ${KIND:-big} = big ]; then echo 8; else echo 4; fi; }\nrun $(size)");
  CHECK(script.commands.back().back().text == "8");
  REQUIRE(script.notices.size() == 1);
  CHECK(script.notices[0].message.find("KIND") != std::string::npos);
}
