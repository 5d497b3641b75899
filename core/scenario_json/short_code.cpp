#include "core/scenario_json/short_code.h"

#include <zlib.h>

#include <array>
#include <nlohmann/json.hpp>

#include "core/base/limits.h"
#include "core/base/trimmed.h"
#include "core/fields/json_document.h"
#include "core/scenario_json/write.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view mark = "shardscope1_";
constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Part of the format: a code is read with the dictionary that wrote it, so this text never changes. What is likeliest
/// stands last.
constexpr std::string_view dictionary =
    R"("moe_intermediate_size":"num_experts_per_tok":"num_experts":"num_key_value_heads":"intermediate_size":)"
    R"("num_attention_heads":"hidden_size":"num_hidden_layers":"vocab_size":"max_position_embeddings":)"
    R"("tie_word_embeddings":"position_embedding":"rmsnorm","layernorm","gated_mlp":false,"peak_flops":{"bf16":)"
    R"("memory_bytes":"memory_bandwidth":"scale_up_bandwidth":"efficiency":{"topology":{"oversubscription":)"
    R"("scale_out_bandwidth":"scale_up_domain":"gpus_per_node":"nodes_per_rack":"sites":{"number":"pools":[{)"
    R"("stage_layers":["pipeline_layout":"shard_group":"rank_order":"recompute":{"mode":"full","layers":"method":)"
    R"("block"},"modules":["core_attn","mlp"]"offload":"optimizer_dtype":"optimizer":"master_weights":)"
    R"("flash_attention":"precision":"fp8","gradient_dtype":"bf16","overlap":{"dp_grad":"dp_param":"tp":false,)"
    R"("cuda_graphs":"padded_vocab":"expert_imbalance":"capacity_factor":"schedule":"interleaved","zb-h1","dualpipe",)"
    R"("virtual_stages":2,"sequence_parallel":true,"zero":1,"etp":1,"ep":8,"cp":1,"dp":"auto","pp":16,"tp":8,)"
    R"("sequence_length":8192,"micro_batch":1,"global_batch":2048,"run":{"tokens":1.3e+13,"gpu_hour_usd":)"
    R"("electricity_usd_per_kwh":"software":{"framework":"megatron-core","year":2025.5},"flops_convention":)"
    R"("launch":{"flags":[["llama3-405b","deepseek-v3","gpt4","cluster":{"preset":"gpu":"h100-sxm","a100-80","b200",)"
    R"("gpus":16384},"plan":{"model":{"preset":"name":"shardscope":1,)";

std::string base64url(std::string_view bytes) {
  std::string text;
  std::uint32_t buffer = 0;
  int bits = 0;
  for (const char c : bytes) {
    buffer = (buffer << 8) | static_cast<unsigned char>(c);
    for (bits += 8; bits >= 6; bits -= 6) text += digits[(buffer >> (bits - 6)) & 63];
  }
  if (bits > 0) text += digits[(buffer << (6 - bits)) & 63];
  return text;
}

std::optional<std::string> from_base64url(std::string_view text) {
  std::string bytes;
  std::uint32_t buffer = 0;
  int bits = 0;
  for (const char c : text) {
    const std::size_t digit = digits.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    buffer = (buffer << 6) | static_cast<std::uint32_t>(digit);
    bits += 6;
    if (bits >= 8) bytes += static_cast<char>((buffer >> (bits -= 8)) & 255);
  }
  return bytes;
}

std::array<char, 3> check_of(std::string_view bytes) {
  const auto sum = crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size()));
  return {static_cast<char>(sum & 255), static_cast<char>((sum >> 8) & 255), static_cast<char>((sum >> 16) & 255)};
}

constexpr int raw_window_bits = -15;  // deflate alone, without zlib's head and sum

std::string deflated(const std::string& text) {
  z_stream stream = {};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, raw_window_bits, 9, Z_DEFAULT_STRATEGY) != Z_OK) return {};
  deflateSetDictionary(&stream, reinterpret_cast<const Bytef*>(dictionary.data()),
                       static_cast<uInt>(dictionary.size()));
  std::string bytes(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  deflate(&stream, Z_FINISH);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  return bytes;
}

/// Nothing where the bytes aren't deflated text, or make more than a scenario's file may hold.
std::optional<std::string> inflated(std::string_view bytes) {
  z_stream stream = {};
  if (inflateInit2(&stream, raw_window_bits) != Z_OK) return std::nullopt;
  inflateSetDictionary(&stream, reinterpret_cast<const Bytef*>(dictionary.data()),
                       static_cast<uInt>(dictionary.size()));
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string text;
  int status = Z_OK;
  while (status == Z_OK && text.size() <= limits::scenario_file_bytes_max) {
    constexpr std::size_t block = 1 << 16;
    const std::size_t had = text.size();
    text.resize(had + block);
    stream.next_out = reinterpret_cast<Bytef*>(text.data() + had);
    stream.avail_out = static_cast<uInt>(block);
    status = inflate(&stream, Z_NO_FLUSH);
    text.resize(had + block - stream.avail_out);
    if (status == Z_OK && stream.avail_in == 0 && stream.avail_out > 0) status = Z_DATA_ERROR;  // it was cut
  }
  inflateEnd(&stream);
  if (status != Z_STREAM_END || text.size() > limits::scenario_file_bytes_max) return std::nullopt;
  return text;
}

/// What RFC 7386 merges into `from` to make `to`; objects alone go into each other.
Json merge_patch_of(const Json& from, const Json& to) {
  Json patch = Json::object();
  for (const auto& [key, value] : to.items()) {
    const auto before = from.find(key);
    if (before == from.end())
      patch[key] = value;
    else if (before->is_object() && value.is_object()) {
      if (Json inner = merge_patch_of(*before, value); !inner.empty()) patch[key] = std::move(inner);
    } else if (*before != value) {
      patch[key] = value;
    }
  }
  for (const auto& [key, value] : from.items())
    if (!to.contains(key)) patch[key] = nullptr;
  return patch;
}

/// Whether a null stands anywhere: a merge takes it for "leave it out", so that such a document can't be a patch.
bool has_null(const Json& document) {
  if (document.is_null()) return true;
  if (document.is_structured())
    for (const Json& inner : document)
      if (has_null(inner)) return true;
  return false;
}

std::string packed(const Json& document) {
  return deflated(document.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::vector<Problem> refused(std::string message) {
  return {{Severity::error, "", std::move(message), "scenario-code"}};
}

}  // namespace

std::string scenario_code(const LaunchedScenario& said, const Catalogue& presets) {
  const Json whole = Json::parse(write_scenario(said, presets), nullptr, false);
  std::string bytes = packed(whole);
  if (const LaunchedScenario* preset = presets.launched(said.scenario.preset); preset != nullptr && !has_null(whole)) {
    const Json base = Json::parse(write_scenario(*preset, presets), nullptr, false);
    Json patch = {{"preset", preset->scenario.preset}};
    patch.update(merge_patch_of(base, whole));
    if (std::string shorter = packed(patch); shorter.size() < bytes.size()) bytes = std::move(shorter);
  }
  const std::array<char, 3> check = check_of(bytes);
  bytes.append(check.begin(), check.end());
  return std::string(mark) + base64url(bytes);
}

bool is_scenario_code(std::string_view text) {
  return trimmed(text).starts_with(mark);
}

Outcome<ParsedScenario> parse_scenario_code(std::string_view code, const Catalogue& presets,
                                            std::span<const Setting> settings) {
  if (!is_scenario_code(code)) return refused("a scenario's code begins with " + std::string(mark));
  const std::optional<std::string> bytes = from_base64url(trimmed(code).substr(mark.size()));
  constexpr std::size_t check_size = 3;
  if (!bytes || bytes->size() <= check_size) return refused("this code has a sign that codes don't have, or is cut");
  const std::string_view body = std::string_view(*bytes).substr(0, bytes->size() - check_size);
  const std::array<char, 3> check = check_of(body);
  if (std::string_view(*bytes).substr(body.size()) != std::string_view(check.data(), check.size()))
    return refused("this code was cut or mistyped: its last signs don't fit the others");
  const std::optional<std::string> text = inflated(body);
  if (!text) return refused("this code holds no scenario");
  if (const Outcome<nlohmann::json> safe = parse_document(*text); !succeeded(safe)) return problems_of(safe);
  Json document = Json::parse(*text, nullptr, false);
  std::string name;
  if (const auto base = document.find("preset"); document.is_object() && base != document.end() && base->is_string()) {
    name = base->get<std::string>();
    const LaunchedScenario* preset = presets.launched(name);
    if (preset == nullptr) return refused("this code begins with the preset \"" + shown(name) + "\", which isn't here");
    document.erase("preset");
    Json whole = Json::parse(write_scenario(*preset, presets), nullptr, false);
    whole.merge_patch(document);
    document = std::move(whole);
  }
  Outcome<ParsedScenario> parsed = parse_scenario(document.dump(), presets, settings);
  if (auto* read = std::get_if<ParsedScenario>(&parsed)) read->said.scenario.preset = name;
  return parsed;
}

}  // namespace shardscope
