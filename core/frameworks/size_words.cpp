#include "core/frameworks/size_words.h"

#include <algorithm>
#include <initializer_list>
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
  constexpr std::string_view nouns[] = {"layer",   "layers",   "hidden",      "head",     "heads",        "expert",
                                        "experts", "vocab",    "vocabulary",  "kv",       "ffn",          "embd",
                                        "dim",     "parallel", "parallelism", "pipeline", "intermediate", "stages",
                                        "vpp",     "blocks",   "ff",          "ulysses"};
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
      "decay",      "lighteval",  "tuner",       "init",      "std",       "eps",        "epsilon",   "dropout",
      "loss",       "coef",       "coeff",       "scale",     "scaling",   "timeout",    "workers",   "threads",
      "process",    "processes",  "port",        "version",   "norm",      "layernorm",  "rotary",    "rope",
      "mup"};
  return has_any(words, others);
}

/// Which layers there are of which kind: "layer_types", "--layer-pattern".
bool names_kinds(const Words& words) {
  constexpr std::string_view kinds[] = {"types", "pattern", "kinds"};
  return (words.contains("layer") || words.contains("layers")) && has_any(words, kinds);
}

struct PlanWord {
  std::string_view word, name;
};

/// What other tools call so, whole: "dp", "dp_size", "tp-degree".
std::string_view degree_named(const Words& words) {
  constexpr PlanWord degrees[] = {{"tp", "plan.tp"},   {"pp", "plan.pp"},      {"dp", "plan.dp"},
                                  {"cp", "plan.cp"},   {"ep", "plan.ep"},      {"etp", "plan.etp"},
                                  {"fsdp", "plan.dp"}, {"ulysses", "plan.cp"}, {"vpp", "plan.virtual_stages"},
                                  {"hsdp", "plan.dp"}};
  constexpr std::string_view beside[] = {"size", "degree", "world", "num", "n", "parallel", "parallelism"};
  std::string_view name;
  for (const std::string& word : words) {
    const auto found =
        std::find_if(std::begin(degrees), std::end(degrees), [&](const PlanWord& each) { return each.word == word; });
    if (found != std::end(degrees) && name.empty())
      name = found->name;
    else if (std::find(std::begin(beside), std::end(beside), word) == std::end(beside))
      return {};
  }
  return name;
}

bool only_of(const Words& words, std::initializer_list<std::string_view> allowed) {
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(allowed.begin(), allowed.end(), word) != allowed.end();
  });
}

/// "seq_len", "max_seq_length", "context-length".
bool names_sequence(const Words& words) {
  constexpr std::string_view nouns[] = {"seq", "sequence", "seqlen", "ctx", "context"};
  constexpr std::string_view lengths[] = {"len", "length", "seqlen", "size"};
  return has_any(words, nouns) && has_any(words, lengths) &&
         only_of(words, {"max", "train", "n", "seq", "sequence", "seqlen", "ctx", "context", "len", "length", "size"});
}

/// "num_microbatches", "gradient_accumulation_steps".
bool names_micro_batches(const Words& words) {
  if (words.contains("microbatches") || (words.contains("micro") && words.contains("batches")))
    return only_of(words, {"num", "n", "number", "of", "micro", "batches", "microbatches"});
  const bool accumulates = words.contains("accumulation") || words.contains("accum");
  return accumulates &&
         only_of(words, {"gradient", "grad", "gradients", "accumulation", "accum", "steps", "step", "num", "n"});
}

/// Whether a table that it stands in is no plan's: "model.data.max_seq_length".
bool in_other_place(std::string_view flag) {
  while (flag.find('.') != std::string_view::npos) {
    flag = flag.substr(0, flag.rfind('.'));
    Words words = words_of_name(flag);
    if (names_other(words) || words.contains("ds")) return true;
  }
  return false;
}

/// "sparse_attention.block", "model.shared_attn.groups": of another attention than what is counted. Kernels are no
/// other one, nor is what is dropped of it.
bool speaks_of_attention(std::string_view flag) {
  std::string apart(flag);
  std::replace(apart.begin(), apart.end(), '.', '_');
  const Words words = words_of_name(apart);
  constexpr std::string_view attentions[] = {"attn", "attention"};
  constexpr std::string_view kernels[] = {"flash", "implementation", "impl",   "backend", "kernel", "mask",
                                          "use",   "fused",          "softmax"};
  return has_any(words, attentions) && !has_any(words, kernels) && !names_other(words);
}

bool is_count(const Value& value) {
  return typed_value({}, value).value.whole().value_or(0) > 1;
}

bool is_off(const Value& value) {
  return value.none() || (value.toggle() != nullptr && !*value.toggle());
}

}  // namespace

std::string_view plan_name_of(std::string_view flag) {
  const Words words = words_of_name(flag);
  if (stands_beside_plan(flag)) return {};
  if (names_sequence(words)) return "plan.sequence_length";
  return names_micro_batches(words) ? "microbatches" : degree_named(words);
}

bool stands_beside_plan(std::string_view flag) {
  return names_other(words_of_name(flag)) || in_other_place(flag);
}

namespace {

constexpr PlanWord topics_spoken_of[] = {{"recompute", "recomputation"},
                                         {"recomputation", "recomputation"},
                                         {"remat", "recomputation"},
                                         {"offload", "offloading"},
                                         {"offloading", "offloading"},
                                         {"lora", "adapters"},
                                         {"peft", "adapters"},
                                         {"lisa", "adapters"},
                                         {"qlora", "adapters"},
                                         {"parallel", "parallelism"},
                                         {"parallelism", "parallelism"},
                                         {"pipeline", "parallelism"},
                                         {"pipe", "parallelism"},
                                         {"moe", "parallelism"},
                                         {"expert", "parallelism"},
                                         {"experts", "parallelism"},
                                         {"freeze", "weights that aren't trained"},
                                         {"shard", "sharding"},
                                         {"sharding", "sharding"},
                                         {"fsdp", "sharding"},
                                         {"norm", "the layers"},
                                         {"rmsnorm", "the layers"},
                                         {"layernorm", "the layers"},
                                         {"swiglu", "the layers"},
                                         {"amp", "precision"},
                                         {"msamp", "precision"},
                                         {"mxfp", "precision"},
                                         {"mxfp4", "precision"},
                                         {"mxfp8", "precision"},
                                         {"fp8", "precision"},
                                         {"fp4", "precision"},
                                         {"nvfp4", "precision"},
                                         {"quant", "precision"},
                                         {"quantize", "precision"},
                                         {"quantization", "precision"},
                                         {"rope", "the layers"}};

/// Within a longer word too, as of "esmoe" and "fp8format".
constexpr PlanWord topics_within[] = {
    {"moe", "parallelism"},        {"expert", "parallelism"}, {"parallel", "parallelism"}, {"pipeline", "parallelism"},
    {"recomput", "recomputation"}, {"offload", "offloading"}, {"lora", "adapters"},        {"shard", "sharding"},
    {"fp8", "precision"},          {"fp4", "precision"}};

/// The topic that a whole word is of; else one that stands within a word.
const PlanWord* topic_among(const Words& words) {
  const auto whole = std::find_if(std::begin(topics_spoken_of), std::end(topics_spoken_of),
                                  [&](const PlanWord& each) { return words.contains(each.word); });
  if (whole != std::end(topics_spoken_of)) return &*whole;
  const auto within = std::find_if(std::begin(topics_within), std::end(topics_within), [&](const PlanWord& each) {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return word.find(each.word) != std::string::npos; });
  });
  return within == std::end(topics_within) ? nullptr : &*within;
}

/// Splits of what is trained, and not of what it is trained on: --pipe-sp-splits, --attention-split.
bool splits_work(const Words& words) {
  constexpr std::string_view splits[] = {"split", "splits", "splitting"};
  constexpr std::string_view of_work[] = {"sp",     "pp",     "tp",       "cp",     "pipe",      "layer",
                                          "layers", "stage",  "batch",    "attn",   "attention", "mlp",
                                          "model",  "tensor", "backward", "forward"};
  return has_any(words, splits) && has_any(words, of_work) && !words.contains("comm");
}

}  // namespace

std::string_view topic_of(std::string_view flag) {
  constexpr std::string_view degrees[] = {"parallel", "parallelism", "stage", "size", "degree", "mode"};
  constexpr std::string_view activations[] = {"activation", "activations", "gradient"};
  constexpr std::string_view of_zero[] = {"bubble", "optimizer", "redundancy", "level", "pp"};
  // Whose norm is no layer's; and kernels, which compute the same layers.
  constexpr std::string_view of_gradients[] = {"grad", "clip", "max", "fusion", "efficient", "kernel", "impl"};
  Words words = words_of_name(flag);
  if (has_any(words, {"checkpoint", "checkpointing"}) && has_any(words, activations)) return "recomputation";
  if (has_any(words, degrees) && words.contains("tensor")) return "parallelism";
  if (has_any(words, degrees) && words.contains("zero")) return "sharding";
  if (words.contains("zero") && (only_of(words, {"zero", "use", "enable"}) || has_any(words, of_zero)))
    return "sharding";
  const PlanWord* found = topic_among(words);
  if (found == nullptr && splits_work(words)) return "parallelism";
  if (found == nullptr) return speaks_of_attention(flag) ? "attention" : std::string_view();
  for (const std::string_view own : {"norm", "layernorm", "rope", "lora", "peft", "freeze"})
    words.erase(std::string(own));
  return names_other(words) || (found->name == std::string_view("the layers") && has_any(words, of_gradients))
             ? std::string_view()
             : found->name;
}

bool is_size_like(const GivenFlag& given) {
  if (!plan_name_of(given.flag).empty() && (given.run_time || is_count(given.value) || given.value == Value(true)))
    return true;
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

Problem unknown_sizes(const std::string& title, const std::vector<GivenFlag>& flags) {
  const bool one = flags.size() == 1;
  Problem problem{Severity::error, "",
                  title + (one ? " has no such " : " has none of these ") +
                      (flags[0].flag.starts_with('-') ? "flag" : "key") + (one ? "" : "s") + ", and " +
                      (one ? "it is called as a size of the model or the plan is"
                           : "they are called as sizes of the model or the plan are") +
                      ": with a default in its place the rest would be another's; leave out what is none",
                  "unknown-size"};
  for (const GivenFlag& each : flags) problem.places.push_back(place_of(each));
  return problem;
}

}  // namespace shardscope
