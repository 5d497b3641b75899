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

TEST_CASE("backslashes of echo -e and of printf's format stand for signs, and printf takes all its words") {
  CHECK(words_of_last("run \"$(echo -e 'a\\tb\\x41')\" $(printf '%s,' a b)") == "[run][a\tbA][a,b,]");
  CHECK(words_of_last("printf -v A '%s\\n' a b\nrun \"$A\"") == "[run][a\nb\n]");
}

TEST_CASE("what stands in a file that is given, or that the script makes, is read out of it") {
  const ShellOutside outside{
      {}, {}, {{"plan.json", R"({"plan": {"tp": 8}})"}, {"hosts", "a 8\nb 8\n"}, {"s.yaml", "pp: 2\n"}}};
  const auto last = [&](const std::string& text) {
    std::string all;
    const ShellScript script = read_shell(text, outside);
    for (const ShellWord& word : script.commands.back())
      all += "[" + (word.unknown.empty() ? word.text : "?" + word.unknown) + "]";
    return all;
  };
  CHECK(last("run $(jq -r .plan.tp conf/plan.json) $(cat s.yaml | yq .pp) $(yq '.cp // 1' < s.yaml)") ==
        "[run][8][2][1]");
  CHECK(last("run $(wc -l < hosts) $(head -n1 hosts | awk '{print $2}') $(grep -c a hosts)") == "[run][2][8][?$(…)]");
  CHECK(last("cat <<EOF > made.json\n{\"tp\": 4}\nEOF\nrun $(jq .tp made.json)") == "[run][4]");
  const ShellScript open = read_shell("TP=$(yq .plan.tp conf/plan.yaml)\nrun $TP");
  CHECK(open.commands.back().back().unknown == "$(…)");
  CHECK(open.texts_wanted == std::vector<std::string>{"conf/plan.yaml"});
}

TEST_CASE("a function of the script's prints for it, what goes to the errors or a file doesn't") {
  const std::string functions =
      "log() { echo \"log $*\" >&2; }\nsizes() {\n  local size=$1\n  log $size\n  echo kept > notes.txt\n"
      "  case $size in\n    7b) echo \"--layers 32\" ;;\n    *) echo \"--layers 80\" ;;\n  esac\n}\n";
  CHECK(words_of_last(functions + "run $(sizes 7b) $(sizes 70b)") == "[run][--layers][32][--layers][80]");
}

TEST_CASE("what another command prints, or hangs on what isn't known, is known by a run alone") {
  for (const char* command : {"date", "echo $UNSET | wc -w", "echo a | rev", "[ $1 = a ] && echo b || echo c",
                              "echo $(nproc)", "printf '%x' 8", "cat nowhere.txt", "sed s/a/b/ nowhere.txt | wc -l"}) {
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

TEST_CASE("what is piped through cut, awk or tr stands there too") {
  CHECK(words_of_last("A=TP=8=x\nrun $(echo $A | cut -f1 -d=) $(echo $A | cut -d '=' -f 2-)") == "[run][TP][8=x]");
  CHECK(words_of_last("run $(echo 7b | cut -d- -f2) $(echo a:b | cut -d: -f3)x") == "[run][7b][x]");
  CHECK(words_of_last("run $(echo llama-7b | awk -F- '{print $2}') $(echo ' a  b ' | awk '{ print $2 }')") ==
        "[run][7b][b]");
  CHECK(words_of_last("run $(echo 7B | tr A-Z a-z) $(echo a_b | tr '[:lower:]_' 'A-Z-')") ==
        words_of_last("run $(echo 7B | tr '[:upper:]' '[:lower:]') $(echo a_b | tr '[:lower:]_' 'A-Z-')"));
  CHECK(words_of_last("A='a\nb'\nrun $(echo \"$A\" | tr \"\\n\" \",\" | tr -s ,) $(echo a,b | tr -d ,)") ==
        "[run][a,b,][ab]");
  const auto translated = [](const std::string& sets) {
    return words_of_last("A='r:7B-x a\r'\nrun \"$(echo \"$A\" | tr " + sets + ")\"");
  };
  CHECK(translated("-d '\\r'") == "[run][r:7B-x a]");
  CHECK(translated("-d '\\015' | tr '\\072' '_'") == "[run][r_7B-x a]");
  CHECK(translated("-d '\\000-\\040'") == "[run][r:7B-xa]");
  CHECK(translated("-d '[:space:][:punct:]'") == "[run][r7Bxa]");
  CHECK(translated("'[:alnum:]\\r' '_'") == "[run][_:__-_ __]");
  CHECK(translated("-d '[:alpha:][:blank:]\\r'") == "[run][:7-]");
  for (const char* open : {"-d '\\q'", "'[:words:]' x", "'[=a=]' x", "'\\777' x", "z-ab x", "ab '[x*2]'", "a"})
    CHECK(translated(open) == "[run][?$(…)]");
  CHECK(words_of_last("run $(echo \"it's\" | xargs)") == "[run][?$(…)]");
}

namespace {

/// The notices, a line each.
std::string notices_of(const std::string& text) {
  std::string all;
  for (const Problem& notice : read_shell(text).notices) all += where_words(notice) + ": " + words_of(notice) + "\n";
  return all;
}

}  // namespace

TEST_CASE("a text that the script itself makes is looked into by grep as a run would") {
  const auto found = [](const std::string& condition) {
    const std::string text = "A=\" --tp 8 \"\nif " + condition + "; then T=1; else T=0; fi\nrun $T";
    CHECK(notices_of(text).empty());
    return words_of_last(text) == "[run][1]";
  };
  CHECK(found("echo \"$A\" | grep -q -- --tp"));
  CHECK_FALSE(found("echo \"$A\" | grep -q -- '--simulated'"));
  CHECK(found("! echo $A | grep -qE '^--(pp|cp) [0-9]+$'"));
  CHECK(found("echo $A | grep -qE '^--(pp|tp) [0-9]+$'"));
  CHECK(found("echo $A | grep -iq 'TP\\|PP'"));
  CHECK(found("grep -Fq '[x' <<< 'a[x'"));
  CHECK_FALSE(found("echo $A | grep -v tp > /dev/null"));
  CHECK(words_of_last("run $(if echo a7b | grep -q 7b; then echo 32; else echo 80; fi)") == "[run][32]");
}

TEST_CASE("an expression that is tried at too many places of many lines leaves it open") {
  std::string condition = "b";
  for (int level = 0; level < 14; ++level)
    condition = "(" + (level == 0 ? std::string("a*") : condition.substr(0, condition.size() - 1)) + ")*b";
  std::string lines;
  for (int line = 0; line < 300; ++line) lines += std::string(200, 'a') + "\n";
  const std::string text =
      "A='" + lines + "'\nif echo \"$A\" | grep -qE '" + condition + "'; then T=1; else T=0; fi\nrun --tp $T";
  CHECK(notices_of(text).find("what grep answers") != std::string::npos);
  CHECK(words_of_last("A='" + lines + "7b'\nif echo \"$A\" | grep -qE '^[0-9]b$'; then T=8; fi\nrun $T") == "[run][8]");
}

TEST_CASE("what grep doesn't find for want of a value is taken not to hold, with a word") {
  const std::string text = "if echo \"$MODE -x\" | grep -q scaling; then T=1; else T=8; fi\nrun $T";
  CHECK(words_of_last(text) == "[run][8]");
  CHECK(notices_of(text).find("$MODE") != std::string::npos);
  CHECK(notices_of(text).find("taken not to hold") != std::string::npos);
}

TEST_CASE("what filters do within $( ) is work of the script's, which has an end") {
  const std::string table = "a: " + std::string(60'000, 'x') + "\n";
  const ShellScript script =
      read_shell("for i in {1..900}; do A=$(yq .a t.yaml); done\nrun $A", {{}, {}, {{"t.yaml", table}}});
  REQUIRE(script.problems.size() == 1);
  CHECK(script.problems[0].message.find("longer than any launch") != std::string::npos);
}

TEST_CASE("what a filter makes of a word without a value has none either") {
  CHECK(words_of_last("echo \"stage $ST\" | grep -o '[0-9][0-9]*' > s\nN=$(cat s)\nrun $N") == "[run][?$(…)]");
  CHECK(words_of_last("echo \"$HOSTS\" | tr ',' '\\n' > h\nN=$(wc -l < h)\nrun $N") == "[run][?$(…)]");
  CHECK(words_of_last("echo \"tp 4 $ST\" | cut -d' ' -f2 > s\nN=$(cat s)\nrun $N") == "[run][4]");
  CHECK(words_of_last("run $(printf %d 010)") == "[run][?$(…)]");
}

TEST_CASE("texts that double at each filter end, and soon") {
  std::string doubled = "N=$(echo x";
  for (int i = 0; i < 40; ++i) doubled += " | sed p";
  CHECK(words_of_last(doubled + " | wc -l)\nrun $N") == "[run][?$(…)]");
}
