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
