#include "core/python/python_scope.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("a dotted name is a part of the configuration by what it begins with") {
  PythonScope scope;
  scope.objects["model_cfg"] = "model";
  scope.configs.emplace("own");
  CHECK(scope.path_of("cfg.model.seq_length") == "model.seq_length");
  CHECK(scope.path_of("own.train") == "train");
  CHECK(scope.path_of("model_cfg.seq_length") == "model.seq_length");
  CHECK(scope.path_of("cfg") == "");
  CHECK_FALSE(scope.path_of("torch.bfloat16"));
}

TEST_CASE("a value is a literal of what is known, or the last part of an imported name") {
  PythonScope scope;
  scope.variables["TP"] = 8;
  scope.add("model.vocab_size", 32000, 3);
  CHECK(scope.literal("TP * 2") == Value(16));
  CHECK(scope.literal("cfg.model.vocab_size") == Value(32000));
  CHECK(scope.literal("torch.bfloat16") == Value("bfloat16"));
  CHECK(scope.literal("[1,\n 2]") == Value(Value::List{1, 2}));
  for (const char* code : {"DEFAULT_SIZE", "cfg.model.other", "args.tp + 1", "f(x)", "3 +"}) {
    CAPTURE(code);
    CHECK_FALSE(scope.literal(code));
  }
}

TEST_CASE("the last that is said of a path counts, and what can't be told leaves nothing of it") {
  PythonScope scope;
  scope.add("a", 1, 1);
  scope.add("a", 2, 2);
  REQUIRE(scope.said.assignments.size() == 1);
  CHECK(scope.said.assignments[0].value == Value(2));
  scope.leave("a", "f(x)", "", 3);
  CHECK(scope.said.assignments.empty());
  CHECK_FALSE(scope.known("cfg.a"));
  scope.add("a", 3, 4);
  CHECK(scope.said.gaps.empty());
}

TEST_CASE("a table is what its names hold, of a value that only a run knows nothing") {
  PythonScope scope;
  scope.tables["base"] = {{"tp", Value(4)}, {"pp", std::nullopt}};
  const auto table = scope.table("{**base, 'tp': 2 * 4,\n \"cp\": make()}");
  REQUIRE(table);
  CHECK(table->at("tp") == Value(8));
  CHECK_FALSE(table->at("pp"));
  CHECK_FALSE(table->at("cp"));
  CHECK(scope.table("dict(a=1, **base)")->size() == 3);
  CHECK(scope.table("{}")->empty());
  for (const char* code : {"{1, 2}", "{**other}", "{name: 1}", "dict([1])", "f()", ""}) {
    CAPTURE(code);
    CHECK_FALSE(scope.table(code));
  }
}

TEST_CASE("an entry of a table is a value, and one that isn't there has what the code says instead") {
  PythonScope scope;
  scope.tables["kw"] = {{"tp", Value(4)}, {"open", std::nullopt}};
  CHECK(scope.literal("kw['tp']") == Value(4));
  CHECK(scope.literal("kw.get(\"tp\", 1)") == Value(4));
  CHECK(scope.literal("kw.get('pp', 2)") == Value(2));
  CHECK(scope.literal("kw.get('pp')") == Value());
  for (const char* code : {"kw['pp']", "kw['open']", "kw.get('open', 2)", "kw[name]", "kw"}) {
    CAPTURE(code);
    CHECK_FALSE(scope.literal(code));
  }
  scope.change_table("kw", "kw['tp'] = 8");
  scope.change_table("kw", "kw.update({'pp': 2})");
  CHECK(scope.literal("kw['tp']") == Value(8));
  CHECK(scope.literal("kw['pp']") == Value(2));
  scope.change_table("kw", "kw.update(more())");
  CHECK_FALSE(scope.tables.contains("kw"));
}
