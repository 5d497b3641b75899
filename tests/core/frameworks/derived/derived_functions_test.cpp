#include "core/frameworks/derived/derived_functions.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

Value worked_out(const char* text) {
  const Outcome<Expression> expression = parse_expression(text);
  REQUIRE_MESSAGE(succeeded(expression), text);
  return computed_or_none(value_of(expression), {}, derived_functions());
}

}  // namespace

TEST_CASE("an expression calls them with a list, whose parts may be unsaid") {
  CHECK(worked_out("least_gpus([6, [1, 2], None, None])") == Value(6));
  CHECK(worked_out("least_gpus([2, [], None, 8])") == Value(8));
  CHECK(worked_out("padded_split([7, 2, 1])") == Value(Value::List{4, 3}));
  CHECK(worked_out("split_without([6, 2, [5]])") == Value(Value::List{3, 2}));
  CHECK(worked_out("uneven_split([30, 4, 1, 6, None, 0, 0])") ==
        Value(Value::List{Value(6), Value(8), Value(8), Value(8)}));
  CHECK(worked_out("modelled_modules(['shared_experts', 'moe_act'])") == Value(Value::List{Value("moe_act")}));
  CHECK(worked_out("modelled_modules(['mhc'])").none());
  CHECK(worked_out("words(lower(' Full_shard  auto_wrap'))") == Value(Value::List{"full_shard", "auto_wrap"}));
  CHECK(worked_out("words('')") == Value(Value::List{}));
  CHECK(worked_out("every_nth(4)") == Value(4));
  CHECK(worked_out("every_nth([1, 1, 0, 1, 1, 0, 1])") == Value(3));
  CHECK(worked_out("every_nth([1, 0, 0])").none());
  CHECK(worked_out("every_nth([1, 1])").none());
  CHECK(worked_out("lower(False)") == Value("false"));
  CHECK(worked_out("layers_between([['layers.2'], 5])") == Value(Value::List{Value(2), Value(3)}));
}

TEST_CASE("what they can't work out is None") {
  for (const char* text : {"least_gpus([6, [], None])", "least_gpus(6)", "least_gpus([None, [], None, None])",
                           "uneven_split([30, 4])", "split_without([6, 2])", "split_without([6, 2, ['a']])",
                           "layers_between(3)", "split_points('layers')", "words(3)", "lower(None)"})
    CHECK_MESSAGE(worked_out(text).none(), text);
}
