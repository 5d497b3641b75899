#include "core/shell/filters/sed.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

std::string after_sed(const std::vector<std::string>& words, std::string_view text) {
  const auto call = sed_call(words);
  std::size_t work_left = 100'000;
  return call ? edited_by(*call, text, work_left).value_or("not followed") : "not followed";
}

}  // namespace

TEST_CASE("sed replaces, in all places or in one, whatever sign parts it") {
  CHECK(after_sed({"sed", "s/A/1/"}, "A A\nA\n") == "1 A\n1\n");
  CHECK(after_sed({"sed", "s/A/1/g;s/B/2/"}, "A A B\n") == "1 1 2\n");
  CHECK(after_sed({"sed", "-e", "s/A/1/", "-e", "s|B|/x|"}, "A B") == "1 /x");
  CHECK(after_sed({"sed", "s/a/b/2"}, "aaa\n") == "aba\n");
  CHECK(after_sed({"sed", "s/STAGE/x/I"}, "stage\n") == "x\n");
  CHECK(after_sed({"sed", "s/a\\/b/c/"}, "a/b\n") == "c\n");
}

TEST_CASE("what is found may be put back") {
  CHECK(after_sed({"sed", "-E", "s/\"stage\": *[0-9]+/\"stage\": 2/"}, "\"stage\":  0,\n") == "\"stage\": 2,\n");
  CHECK(after_sed({"sed", "s/\\(tp\\)=[0-9]*/\\1=8/"}, "tp=4\n") == "tp=8\n");
  CHECK(after_sed({"sed", "s/[0-9]/<&>/g"}, "a1b2\n") == "a<1>b<2>\n");
  CHECK(after_sed({"sed", "s/,/\\n/"}, "a,b\n") == "a\nb\n");
  CHECK(after_sed({"sed", "s/x*/-/g"}, "ab\n") == "-a-b-\n");
  CHECK(after_sed({"sed", "s/${A}/1/"}, "${A}\n") == "1\n");
}

TEST_CASE("lines are chosen by their numbers and by what fits") {
  CHECK(after_sed({"sed", "1d"}, "a\nb\n") == "b\n");
  CHECK(after_sed({"sed", "-n", "2p"}, "a\nb\n") == "b\n");
  CHECK(after_sed({"sed", "$d"}, "a\nb\n") == "a\n");
  CHECK(after_sed({"sed", "/^#/d"}, "# x\nb\n") == "b\n");
  CHECK(after_sed({"sed", "/a/,/c/s/./x/"}, "a\nb\nc\nd\n") == "x\nx\nx\nd\n");
  CHECK(after_sed({"sed", "2!d"}, "a\nb\n") == "b\n");
  CHECK(after_sed({"sed", "y/ab/xy/"}, "ab\n") == "xy\n");
}

TEST_CASE("what isn't known of sed isn't followed") {
  for (const char* script :
       {"s/a/b", "a\\text", "s/a/\\U&/", "s/a/b/e", "{p;d}", "s/\\(a/b/", "/a/", "s//b/", "y/a/bc/"}) {
    CAPTURE(script);
    CHECK(after_sed({"sed", script}, "a\n") == "not followed");
  }
  CHECK_FALSE(sed_call({"sed", "-z", "s/a/b/"}));
  CHECK_FALSE(sed_call({"sed"}));
}

TEST_CASE("its files, and the words that it replaces, are told") {
  const auto call = sed_call({"sed", "-i.bak", "s/<ZERO_STAGE>/2/;s/a.c/3/;s/{GBS}/4/", "ds.json"});
  REQUIRE(call);
  CHECK(call->in_place);
  CHECK(call->files == std::vector<std::string>{"ds.json"});
  const auto put = replacements_of(*call);
  REQUIRE(put.size() == 2);
  CHECK(put[0].word + put[0].by + put[1].word + put[1].by == "ZERO_STAGE2GBS4");
}
