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

TEST_CASE("sed counts places as it does: nothing behind a fit is none, numbers have several digits") {
  CHECK(after_sed({"sed", "s/[^0-9]*/4/g"}, "1a2\n") == "41424\n");
  CHECK(after_sed({"sed", "s/a/b/12"}, std::string(12, 'a')) == std::string(11, 'a') + "b");
  CHECK(after_sed({"sed", "s/a/b/10"}, "aaa\n") == "aaa\n");
  CHECK(after_sed({"sed", "s/a/b/0"}, "a\n") == "not followed");
  CHECK(after_sed({"sed", "s/\\S*/77/I"}, "ab12\n") == "77\n");
  CHECK(after_sed({"sed", "s/(*//"}, "(16\n") == "16\n");
  CHECK(after_sed({"sed", "s/[/]/ /"}, "a/b\n") == "a b\n");
}

TEST_CASE("-i stands behind other letters, and behind it what a copy is called") {
  CHECK(sed_call({"sed", "-ri", "s/a/b/", "f"}).value().in_place);
  CHECK(sed_call({"sed", "-ri", "s/a/b/", "f"}).value().extended);
  CHECK(sed_call({"sed", "-ie", "s/a/b/", "f"}).value().files == std::vector<std::string>{"f"});
  CHECK_FALSE(sed_call({"sed", "-n", "p"}).value().in_place);
}

TEST_CASE("what grows, or takes too long, isn't followed") {
  CHECK(after_sed({"sed", "p"}, std::string(200'000, 'x')) == "not followed");
  CHECK(after_sed({"sed", "s/x/" + std::string(10, 'y') + "/g"}, std::string(10'000, 'x')) == "not followed");
  std::string many;
  for (int i = 0; i < 1'000; ++i) many += "y/a/b/;";
  CHECK(after_sed({"sed", many}, std::string(1'000, 'a')) == "not followed");
}
