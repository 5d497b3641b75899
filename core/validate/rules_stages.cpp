// Rules on the layers of the pipeline's stages.
#include <algorithm>
#include <numeric>
#include <variant>

#include "core/base/rule_words.h"
#include "core/base/saturating.h"
#include "core/scenario/pipeline_layout.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/validate/rules.h"

namespace shardscope::rule {

namespace {

std::string sum_words(std::int64_t sum, std::int64_t wanted, const char* what) {
  return "its " + std::string(what) + " sum to " + std::to_string(sum) + ", not to the model's " +
         std::to_string(wanted) +
         (sum < wanted ? "; add " + std::to_string(wanted - sum) : "; take away " + std::to_string(sum - wanted));
}

/// As many stages as pp x virtual_stages, or what would make it so. V and mirrored schedules have no virtual stages to
/// set.
std::string stage_count_words(const Plan& plan, std::int64_t given, const char* what) {
  const std::int64_t pp = at_least_one(plan.pp);
  const ScheduleWays& ways = ways_of(plan);
  if (!ways.goes_round() && ways.chunks_of_model(1) > 1)
    return std::to_string(given) + " " + what + " for the " + std::to_string(stages_of(plan)) + " stages of " +
           std::string(ways.choice.label) + ", " + std::to_string(ways.chunks_of_model(1)) + " on each of " +
           std::to_string(pp) + " ranks; give " + std::to_string(stages_of(plan)) + ", or leave it out";
  const std::string split =
      "PP × virtual stages (" + std::to_string(pp) + " × " + std::to_string(at_least_one(plan.virtual_stages)) + ")";
  return std::to_string(given) + " " + what + " for the " + std::to_string(stages_of(plan)) + " stages of " + split +
         "; " +
         (given % pp == 0 && given > 0 && ways.goes_round()
              ? "set virtual stages to " + std::to_string(given / pp) + " or give "
              : std::string("give ")) +
         std::to_string(stages_of(plan));
}

}  // namespace

void enough_layers(const Scenario& s, Problems& problems) {
  const std::int64_t layers = s.model.num_hidden_layers, pp = at_least_one(s.plan.pp);
  const std::int64_t stages = stages_of(s.plan);
  if (layers < 1 || stages <= layers || s.plan.stage_layers || s.plan.pipeline_layout) return;
  const bool chunks = s.plan.virtual_stages > 1 && pp <= layers;
  add(problems, chunks ? "plan.virtual_stages" : "plan.pp",
      std::to_string(stages) + " stages are more than the model's " + counted(layers, "layer", "layers") + "; use " +
          std::to_string(chunks ? layers / pp : at_least_one(layers / at_least_one(s.plan.virtual_stages))) +
          " or fewer");
}

void stage_layers_match(const Scenario& s, Problems& problems) {
  if (!s.plan.stage_layers || s.plan.pipeline_layout) return;  // layout-matches says it of a layout
  const char* path = "plan.stage_layers";
  const std::vector<std::int64_t>& layers = *s.plan.stage_layers;
  if (static_cast<std::int64_t>(layers.size()) != stages_of(s.plan))
    return add(problems, path, stage_count_words(s.plan, static_cast<std::int64_t>(layers.size()), "entries"));
  std::int64_t sum = 0;
  for (const std::int64_t count : layers) sum = saturating_sum(sum, std::max<std::int64_t>(0, count));
  if (sum != s.model.num_hidden_layers) add(problems, path, sum_words(sum, s.model.num_hidden_layers, "layers"));
  for (std::size_t i = 1; i + 1 < layers.size(); ++i)
    if (layers[i] == 0)
      return add(problems, path,
                 "stage " + std::to_string(static_cast<std::int64_t>(i)) +
                     " holds nothing; only the first and the last stage may have 0 layers");
}

void layout_readable(const Scenario& s, Problems& problems) {
  if (!s.plan.pipeline_layout) return;
  const auto layout = parse_pipeline_layout(*s.plan.pipeline_layout);
  if (layout.index() == 1)
    add(problems, "plan.pipeline_layout", "\"" + shown(*s.plan.pipeline_layout) + "\": " + std::get<1>(layout));
}

void layout_matches(const Scenario& s, Problems& problems) {
  if (!s.plan.pipeline_layout) return;
  const auto parsed = parse_pipeline_layout(*s.plan.pipeline_layout);
  if (parsed.index() == 1) return;
  const std::vector<LayoutStage>& stages = std::get<0>(parsed);
  const char* path = "plan.pipeline_layout";
  const auto count = static_cast<std::int64_t>(stages.size());
  if (count != stages_of(s.plan)) return add(problems, path, stage_count_words(s.plan, count, "stages laid out"));
  std::int64_t layers = 0, mtp_layers = 0;
  bool as_listed = s.plan.stage_layers && s.plan.stage_layers->size() == stages.size();
  for (std::size_t i = 0; i < stages.size(); ++i) {
    layers += stages[i].layers;
    mtp_layers += stages[i].mtp_layers;
    as_listed = as_listed && (*s.plan.stage_layers)[i] == stages[i].layers;
  }
  if (layers != s.model.num_hidden_layers)
    add(problems, path, sum_words(layers, s.model.num_hidden_layers, "layers (t)"));
  if (mtp_layers != s.model.num_nextn_predict_layers)
    add(problems, path, sum_words(mtp_layers, s.model.num_nextn_predict_layers, "MTP layers (m)"));
  if (!as_listed) add(problems, "plan.stage_layers", "says otherwise than pipeline_layout; give one of the two");
}

void layers_even(const Scenario& s, Problems& problems) {
  const std::int64_t layers = s.model.num_hidden_layers, stages = stages_of(s.plan);
  if (s.plan.stage_layers || stages < 2 || layers < stages || layers % stages == 0) return;
  const std::int64_t fewer = layers / stages, short_stages = stages - layers % stages;
  add(problems, "plan.pp",
      std::to_string(layers) + " layers don't divide over " + std::to_string(stages) +
          " stages: " + counted(short_stages, "stage holds ", "stages hold ") + std::to_string(fewer) +
          ", the others " + std::to_string(fewer + 1));
}

}  // namespace shardscope::rule
