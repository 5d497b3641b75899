#include "core/launch_text/launch_writer.h"

#include <algorithm>

#include "core/launch_text/documents/launch_documents.h"
#include "core/python/python_module.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

const std::vector<GivenFlag> flags = {{"a.b", 3, 0},    {"top", "x y", 0},  {"a.c.d", Value::List{"p", 0.5}, 0},
                                      {"a.e", true, 0}, {"a.f", "null", 0}, {"a.g", "8", 0}};

}  // namespace

TEST_CASE("what is written reads back: TOML, YAML, JSON") {
  for (const LaunchForm form : {LaunchForm::toml, LaunchForm::yaml, LaunchForm::json}) {
    const std::string text = launch_body(form, flags);
    CAPTURE(text);
    const Outcome<std::vector<GivenFlag>> back = read_launch_document(form, text);
    REQUIRE(succeeded(back));
    for (const GivenFlag& flag : flags) {
      CAPTURE(flag.flag);
      const auto found = std::find_if(value_of(back).begin(), value_of(back).end(),
                                      [&](const GivenFlag& each) { return each.flag == flag.flag; });
      REQUIRE(found != value_of(back).end());
      CHECK(words_of(found->value) == words_of(flag.value));
    }
  }
}

TEST_CASE("what is written in Python reads back") {
  const PythonModule back = read_python_module(launch_body(LaunchForm::python, flags), {});
  for (const GivenFlag& flag : flags) {
    if (flag.flag == "top") continue;  // an attribute of nothing
    CAPTURE(flag.flag);
    const auto found = std::find_if(back.assignments.begin(), back.assignments.end(),
                                    [&](const PythonAssignment& each) { return each.path == flag.flag; });
    REQUIRE(found != back.assignments.end());
    CHECK(words_of(found->value) == words_of(flag.value));
  }
}

TEST_CASE("what a configuration has besides is written as it stood") {
  const struct {
    LaunchForm form;
    const char* text;
  } cases[] = {{LaunchForm::yaml,
                "data_stages:\n- name: \"Stable Training Stage\"\n  start_training_step: 1\n  data:\n"
                "    dataset:\n      splits: train\n    seed: 42\n- name: b\n  data: null\n"},
               {LaunchForm::yaml,
                "a:\n  yes_said: \"yes\"\n  truth: \"True\"\n  plain: Off\n  number: \"8\"\n  date: 2024-05-27\n"
                "  inf: .inf\n  hex: 0x1f\n  rate: 1e5\n  big: 1_000\n  mixed: [[1, x], {a: \"on\"}, []]\n"
                "  nothing: {}\n  8: eight\n"},
               {LaunchForm::toml,
                "hooks = [{every = [[1]], name = \"z\"}, {}]\n\"k.l\" = 1\n\n[a]\n"
                "date = 2024-05-27T07:32:00Z\nends = -inf\nreal = 1.0\nwords = \"2024-05-27\"\n\n[a.empty]\n"},
               {LaunchForm::json,
                "{\n  \"groups\": [\n    {\n      \"sp1\": {\n        \"bits\": [\n          8\n        ]\n"
                "      }\n    }\n  ],\n  \"k.l\": {\n    \"empty\": {}\n  },\n  \"none\": null\n}\n"}};
  for (const auto& [form, text] : cases) {
    const Outcome<std::vector<GivenFlag>> read = read_launch_document(form, text);
    REQUIRE(succeeded(read));
    CHECK(launch_body(form, value_of(read)) == text);
  }
}

TEST_CASE("an empty table leaves room for what a plan puts into it") {
  const std::vector<GivenFlag> in_either_order[] = {{{"a", {}, 0, false, "{}"}, {"a.b", 1, 0}},
                                                    {{"a.b", 1, 0}, {"a", {}, 0, false, "{}"}}};
  for (const std::vector<GivenFlag>& both : in_either_order) {
    CHECK(launch_body(LaunchForm::yaml, both) == "a:\n  b: 1\n");
    CHECK(launch_body(LaunchForm::toml, both) == "[a]\nb = 1\n");
  }
}

TEST_CASE("a command line has a flag a line, and code as it stands") {
  CHECK(launch_body(LaunchForm::flags, {{"--a", true, 0}, {"--b", Value::List{1, 2}, 0}}) == "  --a\n  --b 1 2\n");
  CHECK(launch_body(LaunchForm::flags, {{"--a", "$1/x", 0, true}, {"\"$@\"", "", 0, true}}) ==
        "  --a $1/x\n  \"$@\"\n");
}

TEST_CASE("YAML's numbers are numbers to readers of YAML 1.1 too") {
  CHECK(launch_body(LaunchForm::yaml, {{"a.eps", 1e-5, 0}}) == "a:\n  eps: 1.0e-05\n");
}

TEST_CASE("Python writes a class where the framework's table says so") {
  const std::string text =
      launch_body(LaunchForm::python, {{"activation_checkpoint", "FullAC", 0}}, &framework_named("torchtitan-2026-08"));
  CHECK(text == "cfg.activation_checkpoint = FullAC.Config()\n");
}
