#include "app/panels/scenario/scenario_panel.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/field_rows.h"
#include "app/panels/scenario/heading_words.h"
#include "app/panels/scenario/machine_rows.h"
#include "app/panels/scenario/more_rows.h"
#include "app/panels/title_lists.h"
#include "core/base/limits.h"
#include "core/base/number_lists.h"
#include "core/changes/follow_edit.h"
#include "core/fields/whole_parts.h"
#include "core/memory/activations.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/schedules/schedules.h"
#include "core/validate/valid_values.h"
#include "render/text/format.h"
#include "render/text/spoken_value.h"

namespace shardscope {

namespace {

std::string count_words(double count) {
  return format_count(count).text();
}

std::vector<double> stops(const Scenario& scenario, std::string_view path) {
  std::vector<double> values;
  for (const std::int64_t value : valid_values(scenario, path)) values.push_back(static_cast<double>(value));
  return values;
}

/// With GPUs and data parallelism held, the other degrees go only as far as these two leave.
void keep_what_fits(std::vector<double>& values, const Frame& frame, double present) {
  const Plan& plan = frame.report.scenario.plan;
  const auto used = static_cast<double>(gpus_at_work(plan));
  const double most = static_cast<double>(frame.report.scenario.cluster.gpus) * present / used;
  std::erase_if(values, [&](double value) { return value > most && value > 1; });
}

void slider(Scenario& scenario, const Frame& frame, std::string_view path, bool* held = nullptr,
            std::string_view disabled_because = {}, bool both_held = false) {
  std::vector<double> values = stops(scenario, path);
  const FieldValue present = find_field(path)->get(frame.report.scenario);
  if (const auto* count = std::get_if<std::int64_t>(&present); both_held && count != nullptr)
    keep_what_fits(values, frame, static_cast<double>(*count));
  count_slider(scenario, frame, path, values, held, disabled_because);
}

void model_section(Scenario& scenario, const Frame& frame) {
  const ParameterCounts& counts = frame.report.parameters;
  const std::string total = count_words(static_cast<double>(counts.total));
  const std::string active = ", " + count_words(static_cast<double>(counts.active)) + " active";
  const auto said = [&] { return explain_parameters(frame.report); };
  if (counts.active != counts.total)
    section(frame, "Model", std::array{total + " parameters" + active, total + active}, said);
  else
    section(frame, "Model", std::array{total + " parameters"}, said);
  std::vector<Option> options;
  std::optional<std::size_t> present;
  for (const Model& model : frame.presets.models) {
    if (model.preset == scenario.model.preset) present = options.size();
    const std::string layers = grouped(model.num_hidden_layers) + " layers × " + grouped(model.hidden_size);
    options.push_back({model.title, layers, model.source});
  }
  const std::string shown = title_of_part(whole_model, scenario);
  const std::string& shown_short = scenario.model.short_title;
  if (const auto chosen = combo_row(frame, {whole_model, "Preset", shown, options, present, true, {}, shown_short}))
    scenario.model = frame.presets.models[*chosen];
}

void cluster_section(Scenario& scenario, const Frame& frame, Holds& holds) {
  section(frame, "Cluster", std::array{grouped(scenario.cluster.gpus, "GPU", "GPUs")},
          [&] { return explain_named(frame, "cluster.gpus"); });
  gpu_row(scenario, frame);
  const std::vector<double> values =
      gpu_stops(scenario.cluster.gpus_per_node, frame.document.baseline.scenario.cluster.gpus);
  count_slider(scenario, frame, "cluster.gpus", values, &holds.gpus);
  network_row(scenario, frame);
}

std::array<std::string, 2> split_words(const Report& report) {
  const Plan& plan = report.scenario.plan;
  const std::string of_all = " of " + grouped(report.scenario.cluster.gpus);
  return {degrees_multiplied(plan) + of_all, grouped(gpus_at_work(plan)) + of_all};
}

void schedule_row(Scenario& scenario, const Frame& frame, std::string_view disabled_because) {
  const ScheduleKind present = schedule_kind(frame.report.scenario.plan);
  ComboRow row{"plan.schedule", {}, std::string(label_of(present)), {}, static_cast<std::size_t>(present), false,
               disabled_because};
  row.make_options = schedule_options;
  if (const auto chosen = combo_row(frame, row)) scenario.plan.schedule = static_cast<ScheduleKind>(*chosen);
}

/// Numbers of stages that share the layers evenly, where there are several and the plan's is one of them; else all.
std::vector<double> pipeline_stops(const Scenario& scenario, const Plan& plan) {
  const std::vector<double> all = stops(scenario, "plan.pp");
  std::vector<double> even;
  for (const double pp : all)
    if (scenario.model.num_hidden_layers %
            (static_cast<std::int64_t>(pp) * std::max<std::int64_t>(1, plan.virtual_stages)) ==
        0)
      even.push_back(pp);
  constexpr std::size_t several = 4;
  const bool holds_present = std::find(even.begin(), even.end(), static_cast<double>(plan.pp)) != even.end();
  return even.size() >= several && holds_present ? even : all;
}

void split_section(Scenario& scenario, const Frame& frame, Holds& holds) {
  const Plan& plan = frame.report.scenario.plan;
  section(frame, "Split", split_words(frame.report), [&] { return explain_split(frame.report); });
  const std::string_view one_stage = plan.pp <= 1 ? "There is one stage: nothing to schedule." : "";
  const std::string_view dense = has_experts(scenario.model) ? "" : "The model has no experts.";
  const bool both_held = holds.gpus && holds.dp;
  slider(scenario, frame, "plan.tp", nullptr, {}, both_held);
  std::vector<double> stages = pipeline_stops(scenario, frame.report.scenario.plan);
  if (both_held) keep_what_fits(stages, frame, static_cast<double>(plan.pp));
  count_slider(scenario, frame, "plan.pp", stages);
  slider(scenario, frame, "plan.dp", &holds.dp);
  slider(scenario, frame, "plan.ep", nullptr, dense);
  slider(scenario, frame, "plan.cp", nullptr, {}, both_held);
  schedule_row(scenario, frame, one_stage);
  // With several chunks the plan's default schedule becomes one that takes them.
  const bool takes_chunks = ways_of(plan).takes_chunks() || schedule_kind(plan) == default_schedule(1);
  const std::string why = plan.pp <= 1    ? "There is one stage: it needs no chunks."
                          : !takes_chunks ? "Only " + chunked_schedules() + " take several chunks per rank."
                                          : "";
  slider(scenario, frame, "plan.virtual_stages", nullptr, why);
}

void batch_section(Scenario& scenario, const Frame& frame, Holds& holds) {
  const Plan& plan = frame.report.scenario.plan;
  const double tokens = tokens_of_step(plan);
  const std::int64_t micro_batches = micro_batches_of(plan);
  const std::string count = format_count(tokens).text() + " tokens";
  const std::string rounds = grouped(micro_batches, "micro-batch", "micro-batches");
  section(frame, "Batch", std::array{count + " per step, " + rounds, count + ", " + rounds, count},
          [&] { return explain_batch(frame.report); });
  slider(scenario, frame, "plan.sequence_length");
  slider(scenario, frame, "plan.micro_batch");
  slider(scenario, frame, "plan.global_batch", &holds.global_batch);
}

void zero_row(Scenario& scenario, const Frame& frame) {
  const std::vector<Option> options = {{"0, nothing shared", {}, "Every replica keeps all state."},
                                       {"1, optimizer state", {}, "Megatron's distributed optimizer."},
                                       {"2, and gradients", {}, "Gradients are shared too."},
                                       {"3, and weights", {}, "FSDP: weights are gathered layer by layer."}};
  const auto present =
      static_cast<std::size_t>(std::clamp<std::int64_t>(zero_of(frame.report.scenario.plan), 0, zero_stage::last));
  if (const auto chosen = combo_row(frame, {"plan.zero", {}, options[present].name, options, present}))
    scenario.plan.zero = static_cast<std::int64_t>(*chosen);
}

void memory_section(Scenario& scenario, const Frame& frame) {
  section(frame, "Memory and precision", {});
  field_row(scenario, frame, "plan.recompute");
  zero_row(scenario, frame);
  field_rows(scenario, frame, {"plan.precision", "plan.gradient_dtype"});
}

void run_section(Scenario& scenario, const Frame& frame) {
  const double tokens = scenario.run.tokens.value_or(0);
  section(frame, "Run",
          std::array{tokens > 0 ? format_tokens(tokens).text() + " tokens" : std::string("tokens unknown")},
          [&] { return explain_named(frame, "run.tokens"); });
  const std::vector<double> values = decade_stops(1e9, 1e15, tokens);
  const SliderRow row{"run.tokens", {}, tokens, values, tokens > 0 ? format_tokens(tokens).text() : "unknown"};
  if (const auto chosen = slider_row(frame, row)) set_number(scenario, frame, "run.tokens", *chosen);
}

}  // namespace

std::vector<double> decade_stops(double first, double last, double present) {
  std::vector<double> stops;
  for (double decade = first; decade <= last; decade *= 10)
    for (const double step : {1.0, 1.5, 2.0, 3.0, 5.0, 7.0})
      if (decade * step <= last) stops.push_back(decade * step);
  if (present > 0) stops.push_back(present);
  sort_distinct(stops);
  return stops;
}

std::vector<double> gpu_stops(std::int64_t gpus_per_node, std::int64_t present) {
  const std::int64_t node = std::max<std::int64_t>(1, gpus_per_node);
  std::vector<double> stops;
  for (std::int64_t nodes = 1; nodes * node <= limits::gpus_max;) {
    stops.push_back(static_cast<double>(nodes * node));
    std::int64_t step = 1;
    while (nodes / step >= 16) step *= 2;
    nodes += step;
  }
  stops.push_back(static_cast<double>(present));
  sort_distinct(stops);
  return stops;
}

Scenario scenario_panel(Scenario scenario, const Frame& frame, const PanelState& state) {
  model_section(scenario, frame);
  cluster_section(scenario, frame, state.holds);
  split_section(scenario, frame, state.holds);
  batch_section(scenario, frame, state.holds);
  memory_section(scenario, frame);
  run_section(scenario, frame);
  more_sections(scenario, frame, state);
  if (link_row(frame, "button.more",
               state.more                         ? "Less"
               : state.fields == PanelFields::run ? "More: overlap, offload, buffers"
                                                  : "More: overlap, offload, failures, prices"))
    state.more = !state.more;
  return scenario;
}

}  // namespace shardscope
