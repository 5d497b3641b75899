#include "core/transformer/parameter_counts.h"

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/memory/held_parameters.h"
#include "tests/core/scenario/cases.h"
#include "tests/core/transformer/parameter_total.h"
#include "tests/core/transformer/sample_models.h"
#include "tests/source_path.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

const nlohmann::json& published() {
  static const nlohmann::json rows = [] {
    std::ifstream file(source_path("tests/data/param_counts.json"));
    return nlohmann::json::parse(file).at("models");
  }();
  return rows;
}

Model model_of(const nlohmann::json& row) {
  const Outcome<ParsedModel> parsed = parse_model(row.at("config").dump(), real_presets());
  REQUIRE(succeeded(parsed));
  CHECK(value_of(parsed).notices.empty());
  return value_of(parsed).model;
}

ParameterCounts counted(const Model& model, const Plan& plan = {}) {
  return count_parameters(model, plan, stage_layout(model, plan));
}

std::int64_t sum(const std::vector<std::int64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

}  // namespace

TEST_CASE("every published config as it stands has the published number of parameters") {
  REQUIRE(published().size() >= 62 + 24);
  for (const nlohmann::json& row : published()) {
    CAPTURE(row.at("model").get<std::string>());
    const ParameterCounts counts = counted(model_of(row));
    CHECK(counts.total == row.at("parameters").get<std::int64_t>());
    if (!row.contains("active")) continue;
    CHECK(counts.active == row.at("active").get<std::int64_t>());
    CHECK(counts.embedding == row.at("embedding").get<std::int64_t>());
    CHECK(counts.lm_head == row.at("lm_head").get<std::int64_t>());
  }
}

TEST_CASE("parts, components, layers and stages sum to the whole, active ones too") {
  for (const nlohmann::json& row : published()) {
    CAPTURE(row.at("model").get<std::string>());
    const Model model = model_of(row);
    Plan plan;
    plan.pp = 4;
    plan.padded_vocab = model.vocab_size + 512;
    const ParameterCounts counts = counted(model), split = counted(model, plan);
    CHECK(sum(counts.by_component) == counts.total);
    CHECK(sum(counts.active_by_component) == counts.active);
    std::int64_t total = 0, active = 0, mtp = 0, copies = 0;
    for (const ParameterPart& part : counts.parts) total += part.total, active += part.active;
    for (const ParameterPart& part : counts.mtp_parts) mtp += part.total;
    CHECK(total == counts.total);
    CHECK(active == counts.active);
    CHECK(mtp == counts.mtp);
    CHECK(counts.per_layer.size() == static_cast<std::size_t>(model.num_hidden_layers));
    const std::int64_t around = counts.total - sum(counts.per_layer);  // embedding, final norm, output matrix
    CHECK(counts.active - sum(counts.active_per_layer) == around);
    if (model.tie_word_embeddings) copies = *plan.padded_vocab * model.word_embed_proj_dim.value_or(model.hidden_size);
    // MTP layers on the last stage read tokens: a second token table there, or the tied copy.
    if (counts.mtp > 0 && !model.tie_word_embeddings) copies = *plan.padded_vocab * model.hidden_size;
    CHECK(split.total == counts.total);
    CHECK(split.per_stage.size() == 4);
    CHECK(sum(split.per_stage) == counts.total + split.padding + counts.mtp + copies);
    CHECK(sum(split.active_per_stage) == counts.active + split.padding + counts.active_mtp + copies);
    for (std::size_t rank = 0; rank < 4; ++rank)
      CHECK(sum(split.per_stage_by_component[rank]) == split.per_stage[rank]);
  }
}

TEST_CASE("an MTP layer is a layer, a projection of twice the width and three norms") {
  Model model = samples::llama(4, 64, 8, 8, 256, 1000);
  model.num_nextn_predict_layers = 1;
  const ParameterCounts counts = counted(model);
  CHECK(counts.mtp == total(layer_parameters(model, false)) + 2 * 64 * 64 + 3 * 64);
  CHECK(counts.per_stage[0] == counts.total + counts.mtp);
}

TEST_CASE("a stage's count is what its GPUs hold together, the second token table that MTP layers read included") {
  for (const bool tied : {false, true}) {
    CAPTURE(tied);
    Model model = samples::mixture(8, 1024, 8, 2, 2048);
    model.num_nextn_predict_layers = 1, model.tie_word_embeddings = tied;
    Plan plan;
    plan.pp = 4;
    const std::vector<StageContent> layout = stage_layout(model, plan);
    const ParameterCounts counts = count_parameters(model, plan, layout);
    const std::vector<StageParameters> held = parameters_of_ranks(model, plan, layout);
    for (std::size_t r = 0; r < 4; ++r) CHECK(static_cast<double>(counts.per_stage[r]) == held[r].total());
  }
}

TEST_CASE("padding is the rows that the vocabulary grows by, in the table and in an untied output matrix") {
  Model model = samples::llama(2, 64, 8, 8, 256, 1000);
  Plan plan;
  plan.padded_vocab = 1024;
  CHECK(counted(model, plan).padding == 2 * 24 * 64);
  model.tie_word_embeddings = true;
  CHECK(counted(model, plan).padding == 24 * 64);
  model.word_embed_proj_dim = 16;
  CHECK(counted(model, plan).padding == 24 * 16);
  CHECK(counted(model, plan).total == counted(model).total);
}

TEST_CASE("biases are counted apart and inside their components") {
  const Model model = samples::gpt(2, 64, 8, 1000);
  const ParameterCounts counts = counted(model);
  CHECK(counts.biases == 2 * (3 * 64 + 64 + 256 + 64));
  CHECK(counts.total == counts.embedding + 2048 * 64 + counts.biases + 2 * (12 * 64 * 64 + 2 * 2 * 64) + 2 * 64);
}

TEST_CASE("in a V each rank has its two chunks of layers, and together they have the model") {
  const Model model = samples::llama(8, 64, 8, 8, 256, 1000);
  Plan plan;
  plan.pp = 4;
  plan.virtual_stages = 2;
  plan.schedule = ScheduleKind::zb_v;
  plan.padded_vocab = 1000;
  const ParameterCounts counts = counted(model, plan);
  CHECK(sum(counts.per_stage) == counts.total);
  CHECK(counts.per_stage[0] == counts.total - 6 * counts.per_layer[0]);  // the first and the last layer, both ends
  CHECK(counts.per_stage[3] == 2 * counts.per_layer[0]);
}

TEST_CASE("an absurd model counts to the largest integer instead of overflowing") {
  Model model = samples::llama(10'000, 1 << 24, 1 << 20, 1 << 20, 1 << 24, 1 << 24);
  model.num_experts = 65'536;
  model.num_experts_per_tok = 2;
  CHECK(counted(model).total == std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("presets taken from a config.json count what was published of it") {
  const std::pair<const char*, std::int64_t> table[] = {
      {"gpt-oss-20b", 20'914'757'184},       {"qwen3-8b", 8'190'735'360},
      {"qwen3-14b", 14'768'307'200},         {"qwen3-32b", 32'762'123'264},
      {"qwen3-30b-a3b", 30'532'122'624},     {"qwen2.5-7b", 7'615'616'512},
      {"qwen2.5-32b", 32'763'876'352},       {"mixtral-8x22b", 140'620'634'112},
      {"mistral-small-24b", 23'572'403'200}, {"mistral-large-123b", 122'610'069'504},
      {"gemma2-27b", 27'227'128'320},        {"gemma3-27b", 27'009'346'304},
      {"deepseek-v2", 235'741'434'880},      {"kimi-k2", 1'026'408'209'408},
      {"glm-4.5", 352'797'814'784},          {"glm-4.5-air", 106'852'245'504},
      {"llama4-scout", 107'769'861'120},     {"llama4-maverick", 400'711'848'960},
      {"olmo2-7b", 7'298'617'344},           {"phi-4", 14'659'507'200},
      {"llama-13b", 13'015'864'320},         {"llama-65b", 65'285'660'672},
      {"gpt-neox-20b", 20'554'567'680},      {"yi-34b", 34'388'917'248},
      {"falcon-7b", 7'217'189'760},          {"pythia-6.9b", 6'857'302'016},
      {"smollm3-3b", 3'075'098'624},         {"gpt-oss-120b", 116'829'156'672},
      {"qwen3-235b-a22b", 235'093'634'560},  {"llama2-13b", 13'015'864'320},
      {"llama3.2-1b", 1'235'814'400},        {"llama3.2-3b", 3'212'749'824},
      {"mistral-nemo-12b", 12'247'782'400},  {"qwen2.5-1.5b", 1'543'714'304},
      {"qwen2.5-3b", 3'085'938'688},         {"qwen2.5-14b", 14'770'033'664},
      {"qwen3-1.7b", 1'720'574'976},         {"qwen3-4b", 4'022'468'096},
      {"gemma2-9b", 9'241'705'984},
  };
  for (const auto& [name, total] : table) {
    CAPTURE(name);
    const Model* model = real_presets().model(name);
    REQUIRE(model != nullptr);
    CHECK(counted(*model).total == total);
  }
}
