#include "core/shell/shell_words.h"

#include "tests/core/shell/shell_cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("words are joined with a blank between them, and keep where each part stands") {
  const ShellWord all = joined({{"a", 1, ""}, {"", 2, "$B"}, {"c", 3, ""}});
  CHECK(all.text == "a  c");
  CHECK(all.line == 1);
  CHECK(all.unknown == "$B");
  REQUIRE(all.marks.size() == 3);
  CHECK(all.marks[2].at == 3);
  CHECK(all.marks[2].line == 3);
  CHECK(joined(ShellWords{}).line == 0);
}

TEST_CASE("a word's parts have their own lines and unknowns") {
  ShellWord word;
  put_text(word, "--a 1\n", 4);
  put_text(word, "--b ", 5);
  word.marks.push_back({word.text.size(), 5, "$B", "$B"});
  word.unknown = "$B";
  const ShellWords parts = split_words(word);
  CHECK(bracketed(parts) == "[--a][1][--b][?$B]");
  CHECK(parts[0].line == 4);
  CHECK(parts[3].line == 5);
}

TEST_CASE("a range in braces is its numbers, and anything else is itself") {
  const auto counted = [](const char* text) {
    ShellWords words;
    add_counted(words, {text, 3, ""});
    return joined(words).text;
  };
  CHECK(counted("{1..3}") == "1 2 3");
  for (const char* text : {"{3..1}", "{a..b}", "1..3", "{1..9999999}"}) CHECK(counted(text) == text);
}

TEST_CASE("eval reads words once more: quotes and backslashes go, what they hold together stays, lines too") {
  const auto again = [](ShellWords words) { return bracketed(read_again(std::move(words))); };
  CHECK(again({{"a", 1, ""}, {"'b", 1, ""}, {"c'", 2, ""}, {"\"d\"", 3, ""}}) == "[a][b c][d]");
  CHECK(again({{R"('Et\|\(tt\|\)*30L')", 1, ""}}) == R"([Et\|\(tt\|\)*30L])");
  CHECK(again({{R"(Et\|\(tt\|\)*30L)", 1, ""}}) == "[Et|(tt|)*30L]");
  CHECK(again({{R"("a\"b" '')", 1, ""}}) == R"([a"b][])");
  CHECK(again({{"plain", 1, ""}, {"", 1, "$B"}}) == "[plain][?$B]");
  CHECK(again({{"isn't", 1, ""}, {"closed", 1, ""}}) == "[isn't][closed]");
  const ShellWords lines = read_again({{"'a'", 4, ""}, {"\"b\"", 7, "", "$TP"}});
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].line == 4);
  CHECK(lines[1].line == 7);
  CHECK(lines[1].assumed == "$TP");
}

TEST_CASE("what a quoted text has no value for keeps its place when eval reads it once more") {
  ShellWord word;
  put_text(word, "'--b ", 5);
  word.marks.push_back({word.text.size(), 5, "$B", "$B"});
  word.unknown = "$B";
  put_text(word, "x'", 5);
  CHECK(bracketed(read_again({word})) == "[--b x?$B]");
}

TEST_CASE("within quotes a line that ends in a backslash glued to a word goes on in the next") {
  const ShellScript script = read_shell("bash -c 'run --bf16\\\n  --tp 8 \\\n  --pp 2'");
  CHECK(bracketed(split_words(script.commands.back()[2])) == "[run][--bf16][--tp][8][\\][--pp][2]");
}
