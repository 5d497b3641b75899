#include "core/shell/filters/filters.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

std::string made(const FilterWords& words, std::string text) {
  std::size_t work_left = 100'000;
  return filtered(words, std::move(text), work_left).value_or("not followed");
}

}  // namespace

TEST_CASE("lines are taken, counted and found") {
  CHECK(made({"head", "-1"}, "a\nb\n") == "a\n");
  CHECK(made({"head", "-n", "2"}, "a\nb\nc\n") == "a\nb\n");
  CHECK(made({"tail", "-n1"}, "a\nb\n") == "b\n");
  CHECK(made({"tail", "-n", "+2"}, "a\nb\nc\n") == "b\nc\n");
  CHECK(made({"wc", "-l"}, "a\nb\n") == "2\n");
  CHECK(made({"wc", "-w"}, " a b\n") == "2\n");
  CHECK(made({"grep", "-v", "a"}, "a\nb\n") == "b\n");
  CHECK(made({"grep", "-oE", "[[:digit:]]+"}, "tp 8 pp 16\nnone\n") == "8\n16\n");
  CHECK(made({"grep", "-i", "TP"}, "tp\n") == "tp\n");
}

TEST_CASE("parts and signs of lines are taken") {
  CHECK(made({"cut", "-d=", "-f2"}, "tp=8\n") == "8\n");
  CHECK(made({"awk", "{print $2}"}, "tp  8\n") == "8\n");
  CHECK(made({"tr", "-d", "[:punct:]"}, "a,b\n") == "ab\n");
  CHECK(made({"xargs"}, " a \n b\n") == "a b\n");
  CHECK(made({"cat"}, "a") == "a");
}

TEST_CASE("other commands aren't followed") {
  for (const FilterWords& words :
       {FilterWords{"rev"}, FilterWords{"head", "-c", "3"}, FilterWords{"grep", "-P", "a"},
        FilterWords{"grep", "a", "file"}, FilterWords{"sed", "s/a/b/", "file"}, FilterWords{"sort"}})
    CHECK(made(words, "a\n") == "not followed");
  CHECK(lines_printed("").empty());
  CHECK(lines_printed("a\n\n").size() == 2);
}

TEST_CASE("grep's options are told, and that it finds some") {
  CHECK_FALSE(grep_of({"grep", "-c", "a"}));
  CHECK(grep_of({"grep", "-qe", "a"})->quiet);
  std::size_t work_left = 1'000;
  CHECK(finds(*grep_of({"grep", "-x", "ab"}), "abc\n", work_left) == false);
  CHECK(finds(*grep_of({"fgrep", "a*"}), "xa*\n", work_left) == true);
}

TEST_CASE("without capitals grep's expressions are the same") {
  CHECK(made({"grep", "-i", "^\\S"}, " x\n") == "");
  CHECK(made({"grep", "-iF", "A\\S"}, "a\\s\n") == "a\\s\n");
}
