#include "core/frameworks/derived/vocabularies.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/characters.h"

namespace shardscope {

namespace {

constexpr Vocabulary vocabularies[] = {
    {"gpt 2", "GPT-2", 50257, "openai-community/gpt2, config.json"},
    {"gpt neox", "GPT-NeoX", 50277, "EleutherAI/gpt-neox-20b, tokenizer.json: 50,254 and 23 added"},
    {"pythia", "GPT-NeoX", 50277, "EleutherAI/pythia-6.9b, tokenizer.json: 50,254 and 23 added"},
    {"llama", "Llama", 32000, "Touvron et al. 2023, LLaMA, 2.1: a vocabulary that Llama 2 keeps"},
    {"llama 2", "Llama 2", 32000, "Touvron et al. 2023, Llama 2, 2.2: 32k tokens"},
    {"llama 3", "Llama 3", 128256, "meta-llama/Meta-Llama-3-8B, tokenizer.json: 128,000 and 256 special ones"},
    {"llama 3.1", "Llama 3.1", 128256, "meta-llama/Llama-3.1-8B, config.json"},
    {"llama 3.2", "Llama 3.2", 128256, "meta-llama/Llama-3.2-1B, config.json"},
    {"llama 3.3", "Llama 3.3", 128256, "meta-llama/Llama-3.3-70B-Instruct, config.json"},
    {"mistral 7 b v 0.1", "Mistral 7B v0.1", 32000, "mistralai/Mistral-7B-v0.1, config.json"},
    {"mistral 7 b v 0.3", "Mistral 7B v0.3", 32768, "mistralai/Mistral-7B-v0.3, config.json"},
    {"mistral 7 b instruct v 0.1", "Mistral 7B v0.1", 32000, "mistralai/Mistral-7B-Instruct-v0.1, config.json"},
    {"mistral 7 b instruct v 0.2", "Mistral 7B v0.2", 32000, "mistralai/Mistral-7B-Instruct-v0.2, config.json"},
    {"mistral 7 b instruct v 0.3", "Mistral 7B v0.3", 32768, "mistralai/Mistral-7B-Instruct-v0.3, config.json"},
    {"mistral nemo", "Mistral NeMo", 131072, "mistralai/Mistral-Nemo-Base-2407, config.json"},
    {"mixtral 8 x 7 b", "Mixtral 8x7B", 32000, "mistralai/Mixtral-8x7B-v0.1, config.json"},
    {"qwen 2", "Qwen2", 151646, "Qwen/Qwen2-7B, tokenizer_config.json: the last token is 151645"},
    {"qwen 2.5", "Qwen2.5", 151665, "Qwen/Qwen2.5-7B, tokenizer_config.json: the last token is 151664"},
    {"qwen 25", "Qwen2.5", 151665, "Qwen/Qwen2.5-7B, tokenizer_config.json: the last token is 151664"},
    {"qwen 3", "Qwen3", 151669, "Qwen/Qwen3-8B, tokenizer_config.json: the last token is 151668"},
    {"deepseek v 2", "DeepSeek-V2", 100002, "deepseek-ai/DeepSeek-V2, tokenizer.json: 100,000 and 2 added"},
    {"deepseekv 2", "DeepSeek-V2", 100002, "deepseek-ai/DeepSeek-V2, tokenizer.json: 100,000 and 2 added"},
    {"deepseek v 3", "DeepSeek-V3", 128815, "deepseek-ai/DeepSeek-V3, tokenizer.json: the last token is 128814"},
    {"deepseekv 3", "DeepSeek-V3", 128815, "deepseek-ai/DeepSeek-V3, tokenizer.json: the last token is 128814"},
    {"kimi k 2", "Kimi K2", 163840, "moonshotai/Kimi-K2-Instruct, tokenization_kimi.py: 163,584 and 256 special ones"},
    {"gemma", "Gemma", 256000, "google/gemma-7b, config.json"},
    {"gemma 2", "Gemma 2", 256000, "google/gemma-2-9b, config.json"},
    {"yi 34 b", "Yi", 64000, "01-ai/Yi-34B, config.json"},
    {"bloom", "BLOOM", 250680, "bigscience/bloom, tokenizer: 250,680, padded to 250,880 in config.json"},
    {"falcon 7 b", "Falcon", 65024, "tiiuae/falcon-7b, config.json"},
    {"starcoder", "StarCoder", 49152, "bigcode/starcoder, config.json"}};

/// Names of a family whose later versions have other vocabularies: nothing may stand behind the pattern but a size.
constexpr std::string_view first_of_family[] = {"llama", "gemma"};

enum class Sign { none, letter, digit };

/// A dot within a number is a part of it.
Sign sign_at(std::string_view name, std::size_t at) {
  const char c = name[at];
  const auto digit = [&](std::size_t place) { return place < name.size() && is_digit(name[place]); };
  if (is_digit(c) || (c == '.' && at > 0 && digit(at - 1) && digit(at + 1))) return Sign::digit;
  return is_name(c) && c != '_' ? Sign::letter : Sign::none;
}

/// "llama 3.1 8 b" of "Llama-3.1-8B".
std::string tokenizer_words(std::string_view name) {
  std::string words;
  Sign before = Sign::none;
  for (std::size_t at = 0; at < name.size(); ++at) {
    const Sign sign = sign_at(name, at);
    if (sign != before && sign != Sign::none && !words.empty()) words += ' ';
    if (sign != Sign::none) words += name[at];
    before = sign;
  }
  return lower(words);
}

bool begins(std::string_view words, std::string_view pattern) {
  return words.starts_with(pattern) && (words.size() == pattern.size() || words[pattern.size()] == ' ');
}

/// Whether what stands behind the family's name is a size: "llama 7 b hf".
bool is_sized(std::string_view words, std::string_view pattern) {
  const std::string_view rest = words.substr(std::min(words.size(), pattern.size() + 1));
  const std::size_t end = std::min(rest.find_first_not_of("0123456789."), rest.size());
  return end > 0 && begins(rest.substr(end), " b");
}

/// A number at the pattern's end is a version, where no b makes a size of it: Gemma 2, not Gemma 2B.
bool is_called(std::string_view words, const Vocabulary& vocabulary) {
  const std::string_view pattern = vocabulary.pattern;
  if (!begins(words, pattern)) return false;
  if (is_digit(pattern.back()) && begins(words.substr(pattern.size()), " b")) return false;
  const bool first =
      std::find(std::begin(first_of_family), std::end(first_of_family), pattern) != std::end(first_of_family);
  return !first || is_sized(words, pattern);
}

/// The parts of a path and of a cache's folder ("models--Qwen--Qwen2.5-14B").
std::vector<std::string_view> parts_of_path(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::size_t end = std::min({path.find('/'), path.find("--"), path.size()});
    if (end > 0) parts.push_back(path.substr(0, end));
    path.remove_prefix(std::min(path.size(), end + (end < path.size() && path[end] == '-' ? 2U : 1U)));
  }
  return parts;
}

}  // namespace

const Vocabulary* vocabulary_called(std::string_view tokenizer) {
  const Vocabulary* found = nullptr;
  for (const std::string_view part : parts_of_path(tokenizer)) {
    std::string words = tokenizer_words(part);
    if (begins(words, "meta llama")) words.erase(0, std::string_view("meta ").size());
    for (const Vocabulary& each : vocabularies)
      if (is_called(words, each) && (found == nullptr || each.pattern.size() >= found->pattern.size())) found = &each;
  }
  return found;
}

Value vocabulary_of(const Value& tokenizer) {
  const Vocabulary* found = tokenizer.text() == nullptr ? nullptr : vocabulary_called(*tokenizer.text());
  return found == nullptr ? Value() : Value(found->size);
}

}  // namespace shardscope
