#include "core/scenario/validate.h"

#include <algorithm>
#include <array>

#include "core/scenario/rule_words.h"

namespace shardscope {

namespace {

constexpr std::array<Rule, 22> table = {{
    {"sizes-positive", Severity::error, rule::sizes_positive},
    {"heads-divisible-by-tp", Severity::error, rule::heads_divisible},
    {"key-value-heads-divisible-by-tp", Severity::error, rule::key_value_heads_divisible},
    {"batch-divisible", Severity::error, rule::batch_divisible},
    {"experts-divisible-by-ep", Severity::error, rule::experts_divisible},
    {"experts-fold-into-ranks", Severity::error, rule::experts_fold},
    {"enough-gpus", Severity::error, rule::enough_gpus},
    {"enough-layers", Severity::error, rule::enough_layers},
    {"stage-layers-match", Severity::error, rule::stage_layers_match},
    {"layout-readable", Severity::error, rule::layout_readable},
    {"shard-group-divides", Severity::error, rule::shard_group_divides},
    {"routing-consistent", Severity::error, rule::routing_consistent},
    {"dense-without-experts", Severity::error, rule::dense_without_experts},
    {"precision-available", Severity::error, rule::precision_available},
    {"vocabulary-padded-up", Severity::error, rule::vocabulary_padded_up},
    {"gpus-idle", Severity::warning, rule::gpus_idle},
    {"nodes-filled", Severity::warning, rule::nodes_filled},
    {"tensor-in-domain", Severity::warning, rule::tensor_in_domain},
    {"sharding-beside-pipeline", Severity::warning, rule::sharding_beside_pipeline},
    {"sequence-in-range", Severity::hint, rule::sequence_in_range},
    {"layers-even", Severity::hint, rule::layers_even},
    {"bubble-large", Severity::hint, rule::bubble_large},
}};

}  // namespace

std::span<const Rule> rules() {
  return table;
}

std::vector<Problem> validate(const Scenario& filled) {
  std::vector<Problem> problems;
  for (const Rule& rule : table) {
    const std::size_t before = problems.size();
    rule.check(filled, problems);
    for (std::size_t i = before; i < problems.size(); ++i) {
      problems[i].severity = rule.severity;
      problems[i].rule = rule.name;
    }
  }
  std::stable_sort(problems.begin(), problems.end(),
                   [](const Problem& a, const Problem& b) { return a.severity < b.severity; });
  return problems;
}

bool has_errors(std::span<const Problem> problems) {
  return std::any_of(problems.begin(), problems.end(),
                     [](const Problem& problem) { return problem.severity == Severity::error; });
}

}  // namespace shardscope
