#include "core/launch/flag_places.h"

#include <doctest/doctest.h>

#include <string>

#include "core/base/trimmed.h"

using namespace shardscope;

namespace {

/// What the place has of the text.
std::string found(std::string_view text, const char* flag, int line, FlagType type = FlagType::whole) {
  FlagSpec spec;
  spec.type = type;
  GivenFlag given;
  given.flag = flag, given.line = line;
  const std::vector<std::string_view> lines = lines_of(text);
  const TextSpan place = place_of_flag(lines, given, &spec);
  if (place.line == 0) return "nowhere";
  const std::string_view in = lines[static_cast<std::size_t>(place.line) - 1];
  return std::to_string(place.line) + ": " + std::string(in.substr(place.begin, place.end - place.begin));
}

}  // namespace

TEST_CASE("a flag of a command line is found with its values, whatever stands around it") {
  const char* text =
      "ARGS=\"--num-layers 80 --swiglu\"\n"
      "  --hidden-size $((64 * 128)) \\\n"
      "  --tensor_model_parallel_size=\"8\" --split 9 1 0 --bf16\n"
      "# --num-layers 12\n";
  CHECK(found(text, "--num-layers", 1) == "1: --num-layers 80");
  CHECK(found(text, "--swiglu", 1, FlagType::toggle) == "1: --swiglu");
  CHECK(found(text, "--hidden-size", 2) == "2: --hidden-size $((64 * 128))");
  CHECK(found(text, "--tensor-model-parallel-size", 3) == "3: --tensor_model_parallel_size=\"8\"");
  CHECK(found(text, "--split", 3, FlagType::list) == "3: --split 9 1 0");
  CHECK(found(text, "--bf16", 3, FlagType::toggle) == "3: --bf16");
  CHECK(found(text, "--bf16", 0, FlagType::toggle) == "3: --bf16");
  CHECK(found(text, "--layers", 0) == "nowhere");
  CHECK(found(text, "--num-layers", 4) == "4: --num-layers 12");  // its own line goes first
}

TEST_CASE("a key of a configuration is found with its value, by its line or by its tables") {
  const char* toml = "[other]\nname = \"a\"\n[model]\nname = \"llama3\"  # the model\nflavor = \"8B\"\n";
  CHECK(found(toml, "model.name", 4) == "4: name = \"llama3\"");
  CHECK(found(toml, "model.name", 0) == "4: name = \"llama3\"");
  CHECK(found("{\"fp16\": {\"enabled\": false}, \"bf16\": {\n \"enabled\": true}}", "bf16.enabled", 0) ==
        "2: \"enabled\": true");
  CHECK(found("parallelism:\n  dp: 8\n  tp: 2 # two\n", "parallelism.tp", 3) == "3: tp: 2");
  CHECK(found("names: a, b # two\n", "names", 1) == "1: names: a, b");
  CHECK(found("{\"a\": 1, \"b\": 2}\n", "a", 1) == "1: \"a\": 1");
  CHECK(found("cfg.model.num_layers = 32\n", "model.num_layers", 1) == "1: cfg.model.num_layers = 32");
  CHECK(found("p = Provider(num_layers=32, hidden_size=64)\n", "num_layers", 1) == "1: num_layers=32");
  CHECK(found("p = f(num_layers=4 * 8, hidden_size=64)\n", "num_layers", 1) == "1: num_layers=4 * 8");
  CHECK(found("python x.py model.tp=4 model.list=[1,2] model.pp=2\n", "model.tp", 1) == "1: model.tp=4");
  CHECK(found("python x.py model.tp=4 model.list=[1,2] model.pp=2\n", "model.list", 1) == "1: model.list=[1,2]");
}

TEST_CASE("comments aren't read, but for Slurm's") {
  CHECK(is_comment_line("  # --tp 8"));
  CHECK(is_comment_line("// a"));
  CHECK_FALSE(is_comment_line("#SBATCH --nodes=4"));
  CHECK_FALSE(is_comment_line("run # it"));
}

TEST_CASE("a shell's word ends at a blank, a quote that closes, or a bracket of what it stands in") {
  const auto word = [](std::string_view line, std::size_t at) {
    return std::string(line.substr(at, shell_word_end(line, at) - at));
  };
  CHECK(word("A=\"x y\" B", 0) == "A=\"x y\"");
  CHECK(word("8\"", 0) == "8");
  CHECK(word("8)", 0) == "8");
  CHECK(word("${A:-4 5} 6", 0) == "${A:-4 5}");
  CHECK(word("a\\ b c", 0) == "a\\ b");
  CHECK(find_flag_word("a --tp-size 4 --tp 2", "--tp") == 14);
}
