#include "core/frameworks/size_words.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

#include "core/base/characters.h"
#include "core/frameworks/flag_values.h"

namespace shardscope {

namespace {

using Words = std::set<std::string, std::less<>>;

/// "model.model_config.n_layer" → n, layer: the words of a name's last part.
Words words_of_name(std::string_view flag) {
  Words words;
  std::string word;
  for (const char c : lower(flag.substr(flag.rfind('.') + 1))) {
    if (is_name(c) && c != '_') {
      word += c;
      continue;
    }
    if (!word.empty()) words.insert(word);
    word.clear();
  }
  if (!word.empty()) words.insert(word);
  return words;
}

template <std::size_t N>
bool has_any(const Words& words, const std::string_view (&wanted)[N]) {
  return std::any_of(std::begin(wanted), std::end(wanted), [&](std::string_view word) { return words.contains(word); });
}

/// What a model has many of, and along what a plan splits.
bool names_size(const Words& words) {
  constexpr std::string_view nouns[] = {"layer",    "layers",       "hidden", "head",       "heads",
                                        "expert",   "experts",      "vocab",  "vocabulary", "kv",
                                        "ffn",      "embd",         "dim",    "parallel",   "parallelism",
                                        "pipeline", "intermediate", "stages", "vpp",        "blocks"};
  return has_any(words, nouns) || (words.contains("d") && words.contains("model"));
}

/// What isn't the trained model's own, nor how it is split.
bool names_other(const Words& words) {
  constexpr std::string_view others[] = {
      "teacher",    "student",    "draft",       "retriever", "retro",     "indexer",    "biencoder", "ict",
      "dino",       "reward",     "critic",      "rl",        "lora",      "peft",       "adapter",   "prompt",
      "freeze",     "frozen",     "unfreeze",    "eval",      "valid",     "validation", "test",      "inference",
      "generate",   "generation", "generations", "data",      "dataset",   "dataloader", "tokenizer", "log",
      "logging",    "wandb",      "tensorboard", "profile",   "profiling", "save",       "load",      "ckpt",
      "checkpoint", "resume",     "trace",       "interval",  "seed",      "warmup",     "lr",        "wd",
      "decay",      "init",       "std",         "eps",       "epsilon",   "dropout",    "loss",      "coef",
      "coeff",      "scale",      "scaling",     "timeout",   "workers",   "threads",    "process",   "processes",
      "port",       "version",    "norm",        "layernorm", "rotary",    "rope",       "mup"};
  return has_any(words, others);
}

/// Which layers there are of which kind: "layer_types", "--layer-pattern".
bool names_kinds(const Words& words) {
  constexpr std::string_view kinds[] = {"types", "pattern", "kinds"};
  return (words.contains("layer") || words.contains("layers")) && has_any(words, kinds);
}

bool is_count(const Value& value) {
  return typed_value({}, value).value.whole().value_or(0) > 1;
}

bool is_off(const Value& value) {
  return value.none() || (value.toggle() != nullptr && !*value.toggle());
}

}  // namespace

bool is_size_like(const GivenFlag& given) {
  Words words = words_of_name(given.flag);
  if (words.contains("parallel")) words.erase("data");
  if (names_other(words)) return false;
  if (names_kinds(words) && !is_off(given.value)) return true;
  if (!names_size(words)) return false;
  if (given.run_time) return true;
  if (const Value::List* list = given.value.list())
    return !list->empty() && std::all_of(list->begin(), list->end(), is_count);
  return is_count(given.value);
}

}  // namespace shardscope
