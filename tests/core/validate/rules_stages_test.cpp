#include "tests/core/validate/rule_cases.h"

using namespace shardscope;
using tests::Breach;

namespace {

const Breach stage_breaches[] = {
    {"enough-layers", Severity::error, [](Scenario& s) { s.model.num_hidden_layers = 6; }, "plan.pp",
     "8 stages are more than the model's 6 layers; use 6 or fewer"},
    {"enough-layers", Severity::error, [](Scenario& s) { s.plan.virtual_stages = 20; }, "plan.virtual_stages",
     "160 stages are more than the model's 120 layers; use 15 or fewer"},
    {"stage-layers-match", Severity::error,
     [](Scenario& s) {
       s.plan.stage_layers = {60, 60};
     },
     "plan.stage_layers", "2 entries for the 8 stages of PP × virtual stages (8 × 1); give 8"},
    {"stage-layers-match", Severity::error, [](Scenario& s) { s.plan.stage_layers.emplace(16, 7); },
     "plan.stage_layers",
     "16 entries for the 8 stages of PP × virtual stages (8 × 1); set virtual stages to 2 or give 8"},
    {"stage-layers-match", Severity::error,
     [](Scenario& s) {
       s.plan.schedule = ScheduleKind::zb_v;
       s.plan.stage_layers.emplace(8, 15);
     },
     "plan.stage_layers", "8 entries for the 16 stages of ZB-V, 2 on each of 8 ranks; give 16, or leave it out"},
    {"stage-layers-match", Severity::error, [](Scenario& s) { s.plan.stage_layers.emplace(8, 14); },
     "plan.stage_layers", "its layers sum to 112, not to the model's 120; add 8"},
    {"stage-layers-match", Severity::error, [](Scenario& s) { s.plan.stage_layers.emplace(8, 16); },
     "plan.stage_layers", "its layers sum to 128, not to the model's 120; take away 8"},
    {"stage-layers-match", Severity::error, [](Scenario& s) { s.plan.stage_layers = {0, 20, 20, 0, 20, 20, 40, 0}; },
     "plan.stage_layers", "stage 3 holds nothing; only the first and the last stage may have 0 layers"},
    {"layout-readable", Severity::error, [](Scenario& s) { s.plan.pipeline_layout = "E(t|*8L"; },
     "plan.pipeline_layout", "\"E(t|*8L\": a group that begins with ( never ends"},
    {"layout-matches", Severity::error, [](Scenario& s) { s.plan.pipeline_layout = "Et*60|t*60L"; },
     "plan.pipeline_layout", "2 stages laid out for the 8 stages of PP × virtual stages (8 × 1); give 8"},
    {"layout-matches", Severity::error, [](Scenario& s) { s.plan.pipeline_layout = "E(t*15|)*7t*14L"; },
     "plan.pipeline_layout", "its layers (t) sum to 119, not to the model's 120; add 1"},
    {"layout-matches", Severity::error, [](Scenario& s) { s.plan.pipeline_layout = "E(t*15|)*7t*15mL"; },
     "plan.pipeline_layout", "its MTP layers (m) sum to 1, not to the model's 0; take away 1"},
    {"layout-matches", Severity::error,
     [](Scenario& s) {
       s.plan.pipeline_layout = "E(t*15|)*7t*15L";
       s.plan.stage_layers = {14, 15, 15, 15, 15, 15, 15, 16};
     },
     "plan.stage_layers", "says otherwise than pipeline_layout; give one of the two"},
    {"layers-even", Severity::hint, [](Scenario& s) { s.model.num_hidden_layers = 126; }, "plan.pp",
     "126 layers don't divide over 8 stages: 2 stages hold 15, the others 16"},
    {"layers-even", Severity::hint, [](Scenario& s) { s.model.num_hidden_layers = 127; }, "plan.pp",
     "127 layers don't divide over 8 stages: 1 stage holds 15, the others 16"},
};

}  // namespace

TEST_CASE("layers that don't make the stages are said with what would") {
  for (const Breach& breach : stage_breaches) tests::check_breach(breach, tests::sound_scenario());
}

TEST_CASE("stages without layers are allowed at both ends, and anywhere in a layout") {
  Scenario s = tests::sound_scenario();
  s.plan.stage_layers = {0, 20, 20, 20, 20, 20, 20, 0};
  CHECK_FALSE(has_errors(validate(with_defaults(s))));
  s.plan.stage_layers.reset();
  s.plan.pipeline_layout = "E||t*20|t*20|t*20|t*20|t*40|L";
  CHECK_FALSE(has_errors(validate(with_defaults(s))));
  s.plan.pipeline_layout = "E|t*20|t*20|t*20|t*20|t*40|m|L";
  s.model.num_nextn_predict_layers = 1;
  CHECK_FALSE(has_errors(validate(with_defaults(s))));
}
