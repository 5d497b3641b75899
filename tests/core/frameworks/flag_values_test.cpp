#include "core/frameworks/flag_values.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

FlagSpec text_flag() {
  FlagSpec spec;
  spec.flag = "--normalization";
  spec.type = FlagType::text;
  spec.fallback = "LayerNorm";
  spec.values = {"LayerNorm", "RMSNorm"};
  spec.stands_for = {{"rms", "RMSNorm"}};
  return spec;
}

FlagSpec flag_of(FlagType type) {
  FlagSpec spec;
  spec.flag = "--flag";
  spec.type = type;
  return spec;
}

}  // namespace

TEST_CASE("a text is one of those that a flag takes: in other capitals, by another word, the nearest or the default") {
  CHECK(typed_value(text_flag(), "RMSNorm").value == Value("RMSNorm"));
  CHECK(typed_value(text_flag(), "rmsnorm").value == Value("RMSNorm"));
  CHECK(typed_value(text_flag(), "RMS").value == Value("RMSNorm"));
  CHECK(typed_value(text_flag(), "RMS").notice == "\"RMS\" counts as RMSNorm");
  CHECK(typed_value(text_flag(), "RMSNrom").notice.ends_with("RMSNorm, the nearest, is taken"));
  CHECK(typed_value(text_flag(), "other").notice.ends_with("the default LayerNorm is taken"));
}

TEST_CASE("a number, a switch and a list are what their words spell") {
  CHECK(typed_value(flag_of(FlagType::whole), "1_000").value == Value(1000));
  CHECK(typed_value(flag_of(FlagType::whole), "x").problem == "\"x\" isn't a whole number");
  CHECK(typed_value(flag_of(FlagType::toggle), "True").value == Value(true));
  CHECK(typed_value(flag_of(FlagType::list), "layers.2, layers.4").value ==
        Value(Value::List{Value("layers.2"), Value("layers.4")}));
  CHECK(typed_value(flag_of(FlagType::toggle), 0).value == Value(false));
  CHECK(typed_value(flag_of(FlagType::toggle), 2).problem == "\"2\" is neither true nor false");
  CHECK(typed_value(flag_of(FlagType::list), "8").value == Value(Value::List{8}));
}

TEST_CASE("a list of words that none is near to is none, with a word") {
  FlagSpec spec = text_flag();
  spec.type = FlagType::list;
  spec.fallback = {};
  const TypedValue typed = typed_value(spec, "other");
  CHECK(typed.value.none());
  CHECK(typed.notice.ends_with("it is passed over"));
}

TEST_CASE("a flag says its key, and all that is read of it") {
  FlagSpec spec = text_flag();
  spec.key = "model.norm";
  spec.read.emplace_back("model.norm_given", Expression{});
  CHECK(says(spec, "model.norm"));
  CHECK(says(spec, "model.norm_given"));
  CHECK_FALSE(says(spec, "model.hidden_size"));
}

TEST_CASE("names in one pair of quotes are a list, with a word; a list's own values stay") {
  const FlagSpec list = flag_of(FlagType::list);
  const Value::List two = {"core_attn", "mlp"};
  CHECK(typed_value(list, Value::List{"core_attn mlp"}).value == Value(two));
  CHECK(typed_value(list, "core_attn, mlp").value == Value(two));
  CHECK(typed_value(list, "core_attn mlp").notice ==
        "\"core_attn mlp\" is one word in its quotes; it is read as a list");
  CHECK(typed_value(list, "[core_attn mlp]").value == Value(two));
  CHECK(typed_value(list, "[mlp]").value == Value(Value::List{"mlp"}));
  CHECK(typed_value(list, Value(two)).notice.empty());
  CHECK(typed_value(list, Value::List{"([0]*3+[1]*24)"}).value == Value(Value::List{"([0]*3+[1]*24)"}));
}

TEST_CASE(
    "a switch of a command line is one that nothing else says, and what is read of a flag may hang on its value") {
  FlagSpec spec;
  spec.flag = "--sequence-parallel";
  spec.type = FlagType::toggle;
  CHECK(is_switch_alone(spec));
  CHECK_FALSE(depends_on_value(spec));
  spec.fallback = true;
  CHECK_FALSE(is_switch_alone(spec));
  spec.fallback = {};
  spec.flag = "model.sequence_parallel";
  CHECK_FALSE(is_switch_alone(spec));
  spec.read.emplace_back("plan.sequence_parallel", std::get<0>(parse_expression("value")));
  CHECK(depends_on_value(spec));
}

TEST_CASE("a list of numbers may be one word") {
  FlagSpec spec;
  spec.type = FlagType::list;
  const Value both = Value::List{Value(127), Value(0)};
  CHECK(typed_value(spec, Value("127,0")).value == both);
  CHECK(typed_value(spec, Value("(127, 0)")).value == both);
  CHECK(typed_value(spec, Value(Value::List{Value("127,0")})).value == both);
  CHECK(typed_value(spec, Value(Value::List{Value("(127,0)")})).value == both);
  CHECK(typed_value(spec, Value(Value::List{Value("127"), Value("0")})).value == both);
}

TEST_CASE("commas part the words of a list of a configuration, as torchtitan's parser of a command line has it") {
  FlagSpec spec;
  spec.type = FlagType::list;
  const Value one = Value::List{Value("float8,mx")}, both = Value::List{Value("float8"), Value("mx")};
  spec.flag = "model.converters";
  CHECK(typed_value(spec, one).value == both);
  spec.flag = "--recompute-modules";  // which argparse parts at blanks alone
  CHECK(typed_value(spec, one).value == one);
}
