#include "core/scenario/pipeline_layout.h"

#include <doctest/doctest.h>

#include <random>

#include "core/base/limits.h"
#include "core/transformer/layout.h"

using namespace shardscope;

namespace {

std::vector<LayoutStage> stages_of(std::string_view layout) {
  CAPTURE(layout);
  const auto parsed = parse_pipeline_layout(layout);
  REQUIRE(parsed.index() == 0);
  return std::get<0>(parsed);
}

std::vector<std::int64_t> layers_of(std::string_view layout) {
  std::vector<std::int64_t> layers;
  for (const LayoutStage& stage : stages_of(layout)) layers.push_back(stage.layers);
  return layers;
}

std::string refusal_of(std::string_view layout) {
  const auto parsed = parse_pipeline_layout(layout);
  return parsed.index() == 1 ? std::get<1>(parsed) : "";
}

}  // namespace

// Megatron-LM docs/user-guide/features/pipeline_parallel_layout.md and tests/unit_tests/pipeline_parallel.
TEST_CASE("Megatron's own examples lay out as its documentation says") {
  std::vector<std::int64_t> deepseek(32, 2);
  deepseek.front() = 3, deepseek[30] = deepseek[31] = 0;
  CHECK(layers_of("Et*3|(tt|)*29,m|L") == deepseek);
  CHECK(stages_of("Et*3|(tt|)*29,m|L")[30] == LayoutStage{0, 1, false, false});
  CHECK(stages_of("Et*3|(tt|)*29,m|L")[31] == LayoutStage{0, 0, false, true});
  CHECK(layers_of("Et*2|(tt|)*5t|tmL") == std::vector<std::int64_t>{2, 2, 2, 2, 2, 2, 1, 1});
  CHECK(stages_of("Et*2|(tt|)*5t|tmL").back() == LayoutStage{1, 1, false, true});
  CHECK(layers_of("Et*7|t*7mL") == std::vector<std::int64_t>{7, 7});
  CHECK(layers_of("E|t*3|(t|)*5mL") == std::vector<std::int64_t>{0, 3, 1, 1, 1, 1, 1, 0});
  CHECK(layers_of("E||t|L") == std::vector<std::int64_t>{0, 0, 1, 0});
}

TEST_CASE("the embedding is on the first stage, the loss on the last") {
  const std::vector<LayoutStage> stages = stages_of("Et|t|tL");
  CHECK(stages[0] == LayoutStage{1, 0, true, false});
  CHECK(stages[1] == LayoutStage{1, 0, false, false});
  CHECK(stages[2] == LayoutStage{1, 0, false, true});
  CHECK(stages_of("EtL") == std::vector<LayoutStage>{{1, 0, true, true}});
}

TEST_CASE("a group is written out before its symbols are, bars may repeat, and no times is none") {
  CHECK(layers_of("E(t*2|)*3L") == std::vector<std::int64_t>{2, 2, 2, 0});
  CHECK(layers_of("Et|*2tL") == std::vector<std::int64_t>{1, 0, 1});
  CHECK(layers_of("E,t,(t,t|)*0,tL") == std::vector<std::int64_t>{2});
}

TEST_CASE("what isn't a layout is said in words") {
  const std::pair<const char*, const char*> rows[] = {
      {"E(t|*8L", "a group that begins with ( never ends"},
      {"E((t)*2|)*3L", "groups don't nest"},
      {"E()*3L", "a group () holds nothing"},
      {"E(tt)L", "a group (…) wants *n behind it"},
      {"E(tt)*L", "* wants a whole number behind it, up to 10000"},
      {"Et*-3L", "* wants a whole number behind it, up to 10000"},
      {"Et*99999999999999999999L", "* wants a whole number behind it, up to 10000"},
      {"*3EtL", "there is nothing that * could belong to"},
      {"Et)L", "there is nothing that ) could belong to"},
      {"ExL", "x means nothing here; use E, t, m, L, | and (…)*n"},
      {"E tL", "a space or control character means nothing here; use E, t, m, L, | and (…)*n"},
      {"", "the embedding, E, comes first and once"},
      {"t|tL", "the embedding, E, comes first and once"},
      {"|EtL", "the embedding, E, comes first and once"},
      {"Et|EtL", "the embedding, E, comes first and once"},
      {"Et|t", "the loss, L, comes last and once"},
      {"EtL|L", "the loss, L, comes last and once"},
      {"EtL|", "the loss, L, comes last and once"},
      {"Etm|tL", "all layers, t, come before the MTP layers, m"},
      {"Etm|mL", "all MTP layers, m, belong to one stage"},
  };
  for (const auto& [layout, words] : rows) {
    CAPTURE(layout);
    CHECK(refusal_of(layout) == words);
  }
}

TEST_CASE("a short string can't be written out without bound") {
  CHECK(refusal_of("E(t*10000)*10000L") == "more stages and layers than can be laid out");
  CHECK(refusal_of("E" + std::string(5 * static_cast<std::size_t>(limits::layers_max), 't') + "L") ==
        "more stages and layers than can be laid out");
}

TEST_CASE("MTP layers sit on the stage where the layout has them") {
  Model model;
  model.num_hidden_layers = 61;
  model.num_nextn_predict_layers = 1;
  Plan plan;
  plan.pp = 16, plan.virtual_stages = 2;
  plan.pipeline_layout = "Et*3|(tt|)*29,m|L";
  Scenario scenario;
  scenario.model = model, scenario.plan = plan;
  const std::vector<StageContent> layout = stage_layout(model, with_defaults(scenario).plan);
  REQUIRE(layout.size() == 32);
  CHECK(layout[0].layers() == 3);
  CHECK(layout[30].mtp_layers == 1);
  CHECK(layout[31].mtp_layers == 0);
  CHECK(layout[31].head);
}

TEST_CASE("a layout is written as Megatron's documentation writes it") {
  for (const char* text : {"Et*3|(tt|)*29,m|L", "Ettt|t*4|t*4|t*3L", "E|t*5|L", "EttL", "Etm|L", "E|(|)*4,t|L"}) {
    const std::vector<LayoutStage> stages = stages_of(text);
    CHECK(stages_of(write_pipeline_layout(stages)) == stages);
    CHECK(write_pipeline_layout(stages).size() <= std::string_view(text).size());
  }
  CHECK(write_pipeline_layout(stages_of("Ettt|tt|tt|tt|tt|m|L")) == "Et*3|(tt|)*4,m|L");
  CHECK(write_pipeline_layout(stages_of("Et|t*12|t*12|t*12|tL")) == "Et|(t*12|)*3,tL");
  CHECK(write_pipeline_layout({}).empty());
}

TEST_CASE("any layout reads back as it was written") {
  std::mt19937 random(5);
  const auto up_to = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
  for (int round = 0; round < 2000; ++round) {
    std::vector<LayoutStage> stages(static_cast<std::size_t>(1 + up_to(20)));
    const int same = up_to(5);
    for (LayoutStage& stage : stages) stage.layers = up_to(3) > 0 ? same : up_to(40);
    stages.front().embedding = stages.back().loss = true;
    // MTP layers stand behind the last layer.
    std::size_t last = stages.size() - 1;
    while (last > 0 && stages[last].layers == 0) --last;
    const auto behind = static_cast<std::size_t>(up_to(static_cast<int>(stages.size() - 1 - last)));
    stages[last + behind].mtp_layers = up_to(3);
    const std::string text = write_pipeline_layout(stages);
    CAPTURE(text);
    CHECK(stages_of(text) == stages);
  }
}
