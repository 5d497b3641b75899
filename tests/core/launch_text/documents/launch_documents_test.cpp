#include "core/launch_text/documents/launch_documents.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// "a.b=3@2": flag, value and line; or the problem.
std::string read(LaunchForm form, std::string_view text) {
  const Outcome<std::vector<GivenFlag>> flags = read_launch_document(form, text);
  if (!succeeded(flags)) return line_of(problems_of(flags)[0], "f");
  std::string all;
  for (const GivenFlag& flag : value_of(flags))
    all += flag.flag + "=" + (flag.json.empty() ? words_of(flag.value) : flag.json) + "@" + std::to_string(flag.line) +
           " ";
  return all;
}

}  // namespace

TEST_CASE("tables become dots, and values keep their types and lines") {
  CHECK(read(LaunchForm::toml, "[a]\nb = 3\nc = [1, \"x\"]\n[a.d]\ne = true\n") ==
        "a.b=3@2 a.c=[1, x]@3 a.d.e=True@5 ");
  CHECK(read(LaunchForm::yaml, "a:\n  b: 3\n  c: [1, x]\n  d:\n    e: true\n    f: null\n    g: '8'\n") ==
        "a.b=3@2 a.c=[1, x]@3 a.d.e=True@5 a.d.f=None@6 a.d.g=8@7 ");
  CHECK(read(LaunchForm::json, "// note\n{\"a\": {\"b\": 3, \"c\": [1, \"x\"]}, \"e\": true}") ==
        "a.b=3@0 a.c=[1, x]@0 e=True@0 ");
}

TEST_CASE("tables in lists, dates, empty tables and keys with dots are there; what is quoted is text") {
  CHECK(read(LaunchForm::toml,
             "[a]\nt = [{x = 1, y = [[2]]}, {}]\nd = 2024-05-27T07:32:00Z\ni = -inf\n\"k.l\" = 1\n"
             "[e]\n[[h]]\nn = \"z\"\n") ==
        "a.d={\"//as it stands\":\"2024-05-27T07:32:00Z\"}@3 a.i={\"//as it stands\":\"-inf\"}@4 a.\"k.l\"=1@5 "
        "a.t=[{\"x\":1,\"y\":[[2]]},{}]@2 e={}@6 h=[{\"n\":\"z\"}]@7 ");
  CHECK(read(LaunchForm::yaml, "s:\n- name: x\n  data: {seed: 42, n: null}\n- [1, [a]]\ne: {}\n") ==
        "s=[{\"name\":\"x\",\"data\":{\"seed\":42,\"n\":null}},[1,[\"a\"]]]@1 e={}@5 ");
  CHECK(read(LaunchForm::json, "{\"g\": [{\"s\": {\"b\": false}}], \"e\": {}}") ==
        "g=[{\"s\":{\"b\":false}}]@0 e={}@0 ");
  for (const char* word : {"2024-05-27", "yes", "Off", "1e5", "0x1f", "010", "+5", "12:30:45", ".inf", "1_000"}) {
    CAPTURE(word);
    const std::string plain = "k: " + std::string(word), quoted = "k: '" + std::string(word) + "'";
    CHECK(value_of(read_launch_document(LaunchForm::yaml, plain))[0].json ==
          "{\"//as it stands\":\"" + std::string(word) + "\"}");
    CHECK(value_of(read_launch_document(LaunchForm::yaml, quoted))[0] == GivenFlag{"k", word, 1});
  }
  CHECK(value_of(read_launch_document(LaunchForm::yaml, "k: !!str 8"))[0].value == Value("8"));
  CHECK(value_of(read_launch_document(LaunchForm::yaml, "k: nan"))[0].value == Value("nan"));
  CHECK(value_of(read_launch_document(LaunchForm::yaml, "k: 1.0e-05"))[0].value == Value(1e-5));
}

TEST_CASE("flags of Megatron's own test files keep their names") {
  CHECK(read(LaunchForm::yaml, "MODEL_ARGS:\n  --bf16: true\n") == "--bf16=True@2 ");
}

TEST_CASE("what can't be read is one line with its place") {
  CHECK(says(read(LaunchForm::toml, "[a]\nb = \n"), "f: line 2: it isn't TOML"));
  CHECK(says(read(LaunchForm::toml, "[a]\nb = 1\nb = 2\n"), "it isn't TOML"));
  CHECK(says(read(LaunchForm::yaml, "a:\n  - b\n c: [\n"), "it isn't YAML"));
  CHECK(says(read(LaunchForm::yaml, "just words"), "it isn't a YAML file with sections"));
  CHECK(says(read(LaunchForm::json, "{\n\"a\": }"), "f: line 2: it isn't JSON"));
  CHECK(says(read(LaunchForm::json, "{\n\"a\": 1, \"b\": CONFIG_B}"),
             "f: line 2: it is a template: CONFIG_B stands for what a script writes there"));
  CHECK(says(read(LaunchForm::json, "{\"a\": 2e999}"), "it isn't JSON"));
  CHECK(says(read(LaunchForm::json, "[1]"), "it isn't a JSON object"));
  CHECK(says(read(LaunchForm::json, std::string(200, '[')), "it nests too deeply"));
}

TEST_CASE("anchors and merged tables of YAML are what they refer to, and a text that grows without end is refused") {
  CHECK(read(LaunchForm::yaml, "a: &x\n  b: 1\n  c: 2\nd:\n  <<: *x\n  c: 3\ne: *x\n") ==
        "a.b=1@2 a.c=2@3 d.b=1@2 d.c=3@6 e.b=1@2 e.c=2@3 ");
  std::string bomb = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last;
    for (int j = 0; j < 8; ++j) bomb += ", " + last;
    bomb += "]\n";
  }
  CHECK(says(read(LaunchForm::yaml, bomb), "it holds more"));
}

TEST_CASE("what a command line says stands behind what a configuration says, and fills what hangs on it") {
  const std::vector<std::string> arguments = {"model.b=4", "--training.seq_len", "8192", "--flag", "loose"};
  const std::vector<GivenFlag> added = flags_of_arguments(arguments);
  REQUIRE(added.size() == 3);
  CHECK(added[0] == GivenFlag{"model.b", 4, 0});
  CHECK(added[1] == GivenFlag{"training.seq_len", 8192, 0});
  CHECK(added[2].value == Value("loose"));
  const auto flags = read_launch_document(LaunchForm::yaml, "model:\n  a: ${.b}\n  b: 2\n", added);
  REQUIRE(succeeded(flags));
  CHECK(value_of(flags)[0].value == Value(4));
  CHECK(value_of(flags).size() == 5);
}

TEST_CASE("a YAML file that is a list of tables has the keys of each") {
  CHECK(read(LaunchForm::yaml, "- serve_id: a\n  engine: vllm\n- b: {c: 1}\n") ==
        "serve_id=a@1 engine=vllm@2 b.c=1@3 ");
  CHECK(says(read(LaunchForm::yaml, "- 1\n- 2\n"), "it isn't a YAML file with sections"));
}
