#include "app/panels/scenario/heading_words.h"

#include <string>

#include "core/fields/fields.h"
#include "core/scenario/plan_counts.h"
#include "render/text/format.h"
#include "render/text/spoken_value.h"

namespace shardscope {

namespace {

std::string amount(std::int64_t count) {
  return format_count(static_cast<double>(count)).text();
}

}  // namespace

Explanation explain_parameters(const Report& report) {
  const ParameterCounts& counts = report.parameters;
  Explanation said{.title = "Parameters", .value = amount(counts.total)};
  said.lines.push_back(grouped(counts.total) + " in all: the sum of every matrix of the model.");
  if (counts.active != counts.total)
    said.lines.push_back(grouped(counts.active) + " active: all but the experts that a token isn't routed to.");
  said.lines.push_back("Of these the token table has " + amount(counts.embedding) + ".");
  said.source = "counted from the model's configuration";
  said.made_from = {"model.num_hidden_layers", "model.hidden_size", "model.vocab_size"};
  if (has_experts(report.scenario.model)) said.made_from.emplace_back("model.num_experts_per_tok");
  return said;
}

Explanation explain_split(const Report& report) {
  const Plan& plan = report.scenario.plan;
  Explanation said{.title = "GPUs at work", .value = grouped(gpus_at_work(plan))};
  said.lines.push_back("tensor × pipeline × data × context parallel = " + degrees_multiplied(plan) + " = " +
                       grouped(gpus_at_work(plan)));
  said.lines.push_back("of " + grouped(report.scenario.cluster.gpus) + " in the cluster");
  said.made_from = {"plan.tp", "plan.pp", "plan.dp", "plan.cp", "cluster.gpus"};
  return said;
}

Explanation explain_batch(const Report& report) {
  const Plan& plan = report.scenario.plan;
  Explanation said{.title = "Tokens per step", .value = format_count(tokens_of_step(plan)).text()};
  said.lines.push_back("global batch × sequence length = " + grouped(plan.global_batch) + " × " +
                       grouped(plan.sequence_length));
  said.lines.push_back("Micro-batches: global batch / data parallel / micro-batch = " + grouped(plan.global_batch) +
                       " / " + grouped(replicas_of(plan)) + " / " + grouped(plan.micro_batch) + " = " +
                       grouped(micro_batches_of(plan)));
  said.made_from = {"plan.global_batch", "plan.sequence_length", "plan.dp", "plan.micro_batch"};
  return said;
}

Explanation explain_fold(const Frame& frame, std::string_view title, std::string_view summary,
                         std::span<const std::string_view> paths) {
  Explanation said{.title = std::string(title), .value = std::string(summary)};
  const Scenario &now = frame.document.said.scenario, &before = frame.document.baseline.scenario;
  for (const std::string_view path : paths) {
    const Field* field = find_field(path);
    if (field == nullptr) continue;
    for (const Problem* problem : problems_at(frame, path)) said.lines.push_back(message_words(*problem));
    if (field->get(now) != field->get(before))
      said.lines.push_back(std::string(field->label) + ": " + spoken_value(*field, field->get(before)) + " → " +
                           spoken_value(*field, field->get(now)));
    said.made_from.emplace_back(path);
  }
  return said;
}

}  // namespace shardscope
