#include "core/fields/reader.h"

#include <nlohmann/json.hpp>

#include "core/base/limits.h"
#include "tests/core/scenario/cases.h"

using namespace shardscope;
using namespace shardscope::tests;
using GivenJson = nlohmann::json;

TEST_CASE("whole numbers are taken in any of JSON's spellings, and no other numbers") {
  CHECK(whole_number(GivenJson(8)) == 8);
  CHECK(whole_number(GivenJson(-8)) == -8);
  CHECK(whole_number(GivenJson::parse("8.0")) == 8);
  CHECK(whole_number(GivenJson::parse("25e3")) == 25000);
  for (const char* text : {"8.5", "1e300", "9007199254740993", "18446744073709551615", "\"8\"", "true", "null", "[8]"})
    CHECK_FALSE(whole_number(GivenJson::parse(text)).has_value());
}

TEST_CASE("what a field takes is said in words") {
  CHECK(wanted(*find_field("plan.tp")) == "a whole number from 1 to 1048576");
  CHECK(wanted(*find_field("cluster.pue")) == "a number from 1 to 10");
  CHECK(wanted(*find_field("plan.flash_attention")) == "true or false");
  CHECK(wanted(*find_field("plan.gradient_dtype")) == "one of fp32, bf16, fp16, fp8");
  CHECK(wanted(*find_field("cluster.gpu.family")).starts_with("one of Volta, Ampere, "));  // an unsaid one has no name
  CHECK(wanted(*find_field("name")) == "text");
  CHECK(wanted(*find_field("plan.stage_layers")) == "a list of whole numbers from 0 to 10000");
}

TEST_CASE("every field reads what it writes, and says path, value and range where it can't") {
  for (const Field& field : fields()) {
    CAPTURE(field.path);
    Reader reader{real_presets(), {}, {}};
    Scenario scenario;
    const GivenJson wrong = holds_object(field) || !field.parts.empty() ? GivenJson(8) : GivenJson{{"an", "object"}};
    read_field(reader, field, wrong, scenario);
    REQUIRE(reader.problems.size() == 1);
    CHECK(reader.problems[0].path == field.path);
    CHECK(says(reader.problems[0].message, words_of(wrong) + " isn't " + wanted(field)));
    CHECK(scenario == Scenario{});
  }
}

TEST_CASE("a long value is cut in what is said of it") {
  CHECK(words_of(GivenJson(std::string(1000, 'x'))).size() < 90);
  CHECK(words_of(GivenJson(std::vector<int>(1000, 1))).size() < 90);
  CHECK(words_of(GivenJson("\n\x1b[31m")) == "\"??[31m\"");
}

TEST_CASE("an unknown key is answered with the key that was meant") {
  const auto answer = [](const char* key, const std::string& prefix) {
    Reader reader{real_presets(), {}, {}};
    Scenario scenario;
    read_object(reader, GivenJson{{key, 1}}, prefix, {}, scenario);
    REQUIRE(reader.problems.size() == 1);
    CHECK(reader.problems[0].rule == "unknown-key");
    return line_of(reader.problems[0], "");
  };
  CHECK(answer("micro_bach", "plan.") == "plan.micro_bach: there is no such key; did you mean \"micro_batch\"?");
  CHECK(answer("hiden_size", "model.") == "model.hiden_size: there is no such key; did you mean \"hidden_size\"?");
  CHECK(answer("gpus", "plan.") == "plan.gpus: there is no such key; did you mean \"cluster.gpus\"?");
  CHECK(answer("tp", "") == "tp: there is no such key; did you mean \"plan.tp\"?");
  CHECK(answer("xyzzyxyzzy", "plan.") == "plan.xyzzyxyzzy: there is no such key; the nearest is \"zero\"");
}

TEST_CASE("problems are collected up to a limit") {
  Reader reader{real_presets(), {}, {}};
  for (std::size_t i = 0; i < 10 * limits::problems_collected_max; ++i)
    reader.fail("a", "b", "c"), reader.note("a", "b", "c");
  CHECK(reader.problems.size() == limits::problems_collected_max);
  CHECK(reader.notices.size() == limits::problems_collected_max);
}

TEST_CASE("an object is read no further than problems are collected") {
  Reader reader{real_presets(), {}, {}};
  GivenJson object = GivenJson::object();
  for (std::size_t i = 0; i <= limits::problems_collected_max; ++i) object["a" + std::to_string(i)] = 1;
  object["tp"] = 4;  // after the others: keys are read in alphabetical order
  Scenario scenario;
  read_object(reader, object, "plan.", {}, scenario);
  CHECK(reader.problems.size() == limits::problems_collected_max);
  CHECK(scenario.plan.tp == 1);
}

TEST_CASE("a missing key says what it takes") {
  Reader reader{real_presets(), {}, {}};
  fail_missing(reader, "plan.micro_batch");
  fail_missing(reader, "model", name_or_object);
  CHECK(reader.problems[0].message == "is missing; it takes a whole number from 1 to 16777216");
  CHECK(reader.problems[1].message == "is missing; it takes a preset's name or an object");
}
