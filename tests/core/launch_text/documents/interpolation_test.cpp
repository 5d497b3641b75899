#include "core/launch_text/documents/interpolation.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

/// What `text` becomes as model.x, beside model.size = 8, top = 3 and model.deep.y = "${..size}".
Value filled(const char* text) {
  std::vector<GivenFlag> flags = {
      {"model.x", text, 1}, {"model.size", 8, 2}, {"top", 3, 3}, {"model.deep.y", "${..size}", 4}};
  fill_in(flags);
  return flags[0].value;
}

}  // namespace

TEST_CASE("another key stands for its value, from the top or beside the key that asks") {
  CHECK(filled("${top}") == Value(3));
  CHECK(filled("${.size}") == Value(8));
  CHECK(filled("${model.deep.y}") == Value(8));
  CHECK(filled("a${top}b${.size}") == Value("a3b8"));
}

TEST_CASE("products, quotients and sums of NeMo's launcher are worked out") {
  CHECK(filled("${multiply:4, ${.size}}") == Value(32));
  CHECK(filled("${divide_ceil:${.size}, ${top}}") == Value(3));
  CHECK(filled("${divide:${.size}, ${top}}") == Value(2));
  CHECK(filled("${sum:${.size}, ${top}}") == Value(11));
  CHECK(filled("${sum:${.size},-1}") == Value(7));
}

TEST_CASE("a variable of the environment has its default") {
  CHECK(filled("${TEAM:amd}") == Value("amd"));
  CHECK(filled("${oc.env:SIZE, 4}") == Value(4));
  CHECK(filled("${VPP:null}") == Value());
}

TEST_CASE("what isn't known, asks for itself or isn't closed stays as it stands") {
  for (const char* text : {"${nowhere}", "${model.x}", "${top", "${path:??}", "${divide:1,0}", "${oc.env:HOME}"})
    CHECK(filled(text) == Value(text));
}

TEST_CASE("what is filled in keeps the text that stood there, for an export") {
  std::vector<GivenFlag> flags = {{"a", "${b}", 1}, {"b", 2, 2}};
  fill_in(flags);
  CHECK(flags[0].said == Value("${b}"));
  CHECK(flags[1].said == Value());
}

TEST_CASE("a variable that is given stands in the place of its default, and one that isn't is asked for") {
  const FilledText filled = with_environment(
      "a: ${TP:8}\nb: ${oc.env:PP,2}/${oc.env:PP}\nc: ${.a}\nd: ${multiply:2, ${.a}}\ne: ${CP:${TP:1}}\nf: ${",
      {{"TP", "4"}, {"CP", "2"}});
  CHECK(filled.text == "a: 4\nb: ${oc.env:PP,2}/${oc.env:PP}\nc: ${.a}\nd: ${multiply:2, ${.a}}\ne: 2\nf: ${");
  CHECK(filled.used == std::vector<std::string>{"TP", "CP"});
  CHECK(filled.asked == std::vector<std::string>{"PP"});
}

TEST_CASE("arithmetic within arithmetic is worked out, by the names that programs give it") {
  CHECK(filled("${add:1,${mult:2,3}}") == Value(7));
  CHECK(filled("${int_div:${mul:${.size},${top}},2}") == Value(12));
  CHECK(filled("${sub:${max:4,9},${min:2,5}}") == Value(7));
  CHECK(filled("${odd:1,${mult:2,3}}") == Value("${odd:1,${mult:2,3}}"));
}

TEST_CASE("what decodes, compares and chooses is worked out") {
  CHECK(filled("${oc.decode:${oc.env:TP,4}}") == Value(4));
  CHECK(filled("${oc.decode:${oc.env:ON,True}}") == Value(true));
  CHECK(filled("${oc.decode:${oc.env:KIND,null}}") == Value());
  CHECK(filled("${oc.decode:${oc.env:TP}}") == Value("${oc.decode:${oc.env:TP}}"));
  CHECK(filled("${if:${neq:${top},3},1,${ceil_div:${.size},${top}}}") == Value(3));
  CHECK(filled("${if:${lt:${top},4},${.size},2}") == Value(8));
  CHECK(filled("${if:${top},1,2}") == Value("${if:${top},1,2}"));
}
