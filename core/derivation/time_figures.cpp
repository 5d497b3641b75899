#include "core/derivation/time_figures.h"

#include "core/fields/fields.h"
#include "core/inspect/bubble.h"
#include "core/scenario/plan_counts.h"
#include "core/step/flops/flop_conventions.h"

namespace shardscope {

namespace {

constexpr std::string_view fitted_constants = "this program's constants, fitted on public runs";
constexpr std::string_view roofline = "Williams et al. 2009, Roofline";
constexpr std::string_view traffic = "steps · latency + bytes / bandwidth, less what computing hides";

/// Where it comes from, and the scenario's fields that it goes by first of all.
struct RowOrigin {
  TimeLost row;
  FigureOrigin origin;
  std::array<std::string_view, 5> fields = {};
};

constexpr std::array<RowOrigin, time_lost_count> row_origins = {
    {{TimeLost::at_peak,
      {"All products at peak", "the FLOPs that this GPU executes, forward and backward, over the dense peak",
       "Narayanan et al. 2021, section 5.1: products of forward and backward, logits included"},
      {"plan.precision", "plan.global_batch", "plan.sequence_length", "plan.tp", "plan.pp"}},
     {TimeLost::below_peak,
      {"Products below peak", "power, clock and library: what even a large product doesn't reach of the peak",
       fitted_constants},
      {"cluster.gpu.efficiency.matrix_16bit", "cluster.gpu.efficiency.matrix_8bit", "plan.precision"}},
     {TimeLost::shapes,
      {"Shapes: tiles, waves, size",
       "tiles and waves that aren't full, short inner loops, narrow experts, operands through memory",
       fitted_constants},
      {"plan.tp", "plan.micro_batch", "plan.sequence_length", "model.hidden_size"}},
     {TimeLost::attention,
      {"Attention kernels", "attention beyond its FLOPs at 16 bits' peak: by head size, length and kernel",
       fitted_constants},
      {"cluster.gpu.efficiency.attention", "plan.sequence_length"}},
     {TimeLost::memory_bound,
      {"Memory-bound operations", "norms, activations, residuals, softmax: bytes over the bandwidth that kernels reach",
       roofline},
      {"cluster.gpu.memory_bandwidth", "cluster.gpu.efficiency.memory"}},
     {TimeLost::casts,
      {"Casts to low precision", "products' operands written once more, in the recipe's 8 or 4 bits with their scales",
       fitted_constants},
      {"plan.precision", "cluster.gpu.memory_bandwidth"}},
     {TimeLost::launches,
      {"Launches, host waits",
       "launches that no kernel covers, and what a dropless MoE layer waits for its token counts", fitted_constants},
      {"cluster.gpu.efficiency.launch_seconds"}},
     {TimeLost::recompute,
      {"Recomputation", "forward kernels run again in backward; their communication is in its own row",
       "Korthikanti et al. 2022, section 5"},
      {"plan.recompute", "plan.micro_batch", "plan.global_batch"}},
     {TimeLost::tensor,
      {"Tensor parallel", traffic, "Korthikanti et al. 2022, section 4.2; ring: Thakur et al. 2005"},
      {"plan.tp", "plan.sequence_parallel", "plan.sequence_length", "cluster.gpu.scale_up_bandwidth",
       "cluster.scale_out_bandwidth"}},
     {TimeLost::context,
      {"Context parallel", traffic, "Liu et al. 2023, Ring Attention, section 3"},
      {"plan.cp", "plan.sequence_length", "cluster.gpu.scale_up_bandwidth", "cluster.scale_out_bandwidth"}},
     {TimeLost::expert,
      {"Expert all-to-all", traffic, "Lepikhin et al. 2020, GShard, section 3"},
      {"plan.ep", "model.num_experts_per_tok", "cluster.gpu.scale_up_bandwidth", "cluster.scale_out_bandwidth"}},
     {TimeLost::imbalance,
      {"Experts out of balance",
       "the busiest expert rank sets the pace: its rows beyond the mean, in kernels and all-to-all",
       "Fedus et al. 2022, Switch Transformers, section 2.2"},
      {"plan.expert_imbalance", "plan.ep"}},
     {TimeLost::pipeline,
      {"Pipeline transfer", "idle time that transfers add: the pass-by-pass step with them less the one without",
       "Narayanan et al. 2021, section 3.2: point to point between stages"},
      {"plan.pp", "plan.virtual_stages", "cluster.scale_out_bandwidth"}},
     {TimeLost::bubble,
      {"Idle, busiest rank",
       "what the rank with most to do waits for others, every pass simulated, as if transfers took no time",
       "simulated pass by pass"},
      {"plan.pp", "plan.virtual_stages", "plan.schedule", "plan.global_batch", "plan.micro_batch"}},
     {TimeLost::gradients,
      {"Gradients, exposed", traffic, "Rajbhandari et al. 2020, section 7; ring: Thakur et al. 2005"},
      {"plan.dp", "plan.zero", "cluster.scale_out_bandwidth"}},
     {TimeLost::optimizer,
      {"Optimizer", "bytes of weights, gradients and states, read and written once / memory bandwidth",
       "a memory-bound pass: Williams et al. 2009, Roofline"},
      {"plan.zero", "cluster.gpu.memory_bandwidth"}},
     {TimeLost::stragglers,
      {"Slow rank, jitter", "in this rank's own passes; what others' cost it is in the bubble",
       "simulated pass by pass"},
      {"run.slow_rank", "run.slow_factor", "run.jitter"}},
     {TimeLost::slowest,
      {"Slowest replica", "what all replicas wait for the slowest of them, whose passes jitter as the others' do",
       "David and Nagaraja 2003, Order Statistics, equation 2.1.1"},
      {"run.jitter", "plan.dp"}},
     {TimeLost::other,
      {"Other", "the host's own loop, logging, the batch's way to the GPU: a round constant", fitted_constants}}}};
static_assert(stand_in_order(row_origins, &RowOrigin::row));

/// The step as the sum of its rows.
DerivedFigure add_step(DerivedFigures& figures, const Report& report) {
  DerivedFigure step =
      figure_of("time.step_seconds", step_origin, report.time->step.value, Unit::seconds, Combination::sum);
  const LostSeconds lost = time_lost(report);
  for (std::size_t i = 0; i < lost.size(); ++i) {
    if (!(lost[i].value > 0)) continue;
    const RowOrigin& from = row_origins[i];
    DerivedFigure row =
        figure_of(time_lost_figure(static_cast<TimeLost>(i)), from.origin, lost[i].value, Unit::seconds);
    for (const std::string_view field : from.fields)
      if (!field.empty()) row.terms.push_back(field_term(field, report.scenario));
    step.terms.push_back(figure_term(row));
    figures.push_back(std::move(row));
  }
  figures.push_back(step);
  return step;
}

/// Of a mixed cluster the pools' own shares decide, which one line doesn't write.
Combination product_of_one_kind(const Report& report) {
  return report.pools ? Combination::computed : Combination::product;
}

FigureTerm degree_term(std::string_view path, const Scenario& scenario) {
  FigureTerm term = field_term(path, scenario);
  if (!term.has_value || term.value < 1) term.value = 1, term.has_value = true;
  return term;
}

/// Over the GPUs at work: tp·pp·cp·dp.
void divide_by_gpus_at_work(DerivedFigure& figure, const Scenario& scenario) {
  for (const std::string_view path : degrees_at_work) figure.terms.push_back(inverse(degree_term(path, scenario)));
}

void add_rates(DerivedFigures& figures, const Report& report, const DerivedFigure& step) {
  const Scenario& scenario = report.scenario;
  const Throughput& rates = *report.throughput;
  DerivedFigure tokens = figure_of("throughput.tokens_per_second", tokens_per_second_origin, rates.tokens_per_second,
                                   Unit::tokens_per_second, product_of_one_kind(report),
                                   {field_term("plan.global_batch", scenario),
                                    field_term("plan.sequence_length", scenario), inverse(figure_term(step))});
  DerivedFigure each{.name = "throughput.tokens_per_second_per_gpu",
                     .label = "Tokens per second and GPU",
                     .value = rates.tokens_per_second_per_gpu,
                     .unit = Unit::tokens_per_second,
                     .formula = "tokens per second / (TP · PP · CP · DP)",
                     .source = "a definition, over the GPUs at work",
                     .combination = product_of_one_kind(report),
                     .terms = {figure_term(tokens)}};
  divide_by_gpus_at_work(each, scenario);
  const Choice& counted = choice_of(scenario.flops_convention);
  DerivedFigure a_token{
      .name = "throughput.model_flops_per_token",
      .label = "Model FLOPs per token",
      .value =
          model_flops(scenario, report.parameters, scenario.flops_convention).value / tokens_of_step(scenario.plan),
      .unit = Unit::flops,
      .formula = std::string(counted.help),
      .source = "counted as " + std::string(counted.label),
      .terms = {field_term("flops_convention", scenario), field_term("model.num_hidden_layers", scenario),
                field_term("model.hidden_size", scenario), field_term("plan.sequence_length", scenario),
                field_term("model.vocab_size", scenario)}};
  for (DerivedFigure* figure : {&tokens, &each, &a_token}) figures.push_back(std::move(*figure));
}

/// FLOPs per second of one GPU: the model's, those executed, and the peak.
void add_flops_rates(DerivedFigures& figures, const Report& report, const DerivedFigure& step) {
  const Scenario& scenario = report.scenario;
  const Throughput& rates = *report.throughput;
  const FigureTerm a_token = figure_term(*find_figure(figures, "throughput.model_flops_per_token"));
  const FigureTerm tokens = figure_term(*find_figure(figures, "throughput.tokens_per_second_per_gpu"));
  DerivedFigure model{.name = "throughput.model_flops_per_gpu_per_second",
                      .label = "Model FLOPs per second and GPU",
                      .value = rates.model_flops_per_gpu.value,
                      .unit = Unit::flops_per_second,
                      .formula = "FLOPs per token × tokens per second and GPU",
                      .source = std::string(mfu_origin.source),
                      .combination = product_of_one_kind(report),
                      .terms = {a_token, tokens}};
  DerivedFigure hardware{
      .name = "throughput.hardware_flops_per_gpu_per_second",
      .label = "Hardware FLOPs per second and GPU",
      .value = rates.hardware_flops_per_gpu.value,
      .unit = Unit::flops_per_second,
      .formula = counts_again_itself(scenario, report.parameters)
                     ? "model FLOPs and what is computed again, as the convention counts both, / step / GPUs at work"
                     : "(model FLOPs, or what kernels run once where that is more, and what they run again) / step / "
                       "GPUs at work",
      .source = "Korthikanti et al. 2022, appendix A",
      .terms = {field_term("flops_convention", scenario), field_term("plan.recompute", scenario), figure_term(step)}};
  DerivedFigure peak{.name = "throughput.peak_flops_per_second",
                     .label = "Dense peak of one GPU",
                     .value = rates.peak_flops.value,
                     .unit = Unit::flops_per_second,
                     .formula = "the data sheet's dense peak of the precision that products run in",
                     .source = scenario.cluster.gpu.source,
                     .terms = {field_term("plan.precision", scenario)}};
  for (DerivedFigure* figure : {&model, &hardware, &peak}) figures.push_back(std::move(*figure));
}

void add_utilisation(DerivedFigures& figures, const Report& report) {
  const Throughput& rates = *report.throughput;
  const FigureTerm divisor = inverse(figure_term(*find_figure(figures, "throughput.peak_flops_per_second")));
  DerivedFigure mfu =
      figure_of("throughput.mfu", mfu_origin, rates.mfu, Unit::share, Combination::product,
                {figure_term(*find_figure(figures, "throughput.model_flops_per_gpu_per_second")), divisor});
  DerivedFigure hfu{
      .name = "throughput.hfu",
      .label = "Hardware FLOPs utilisation",
      .value = rates.hfu,
      .unit = Unit::share,
      .formula = "hardware FLOPs per second and GPU / dense peak",
      .source = std::string(mfu_origin.source),
      .combination = Combination::product,
      .terms = {figure_term(*find_figure(figures, "throughput.hardware_flops_per_gpu_per_second")), divisor}};
  for (DerivedFigure* figure : {&mfu, &hfu}) figures.push_back(std::move(*figure));
}

void add_bubble(DerivedFigures& figures, const Report& report, const DerivedFigure& step) {
  const std::optional<Bubble> bubble = bubble_of(report);
  if (!bubble) return;
  const Scenario& scenario = report.scenario;
  DerivedFigure idle{.name = "pipeline.idle_seconds",
                     .label = "Idle of all ranks",
                     .value = bubble->idle.value,
                     .unit = Unit::seconds,
                     .formula = "ranks × makespan less what each rank computes, every pass simulated",
                     .source = "simulated pass by pass",
                     .terms = {field_term("plan.schedule", scenario), field_term("plan.pp", scenario),
                               field_term("plan.virtual_stages", scenario), field_term("plan.global_batch", scenario),
                               field_term("plan.micro_batch", scenario), field_term("plan.dp", scenario)}};
  const FigureTerm ranks{"Ranks", static_cast<double>(bubble->ranks), Unit::none, "plan.pp", true};
  const FigureTerm of_all = figure_term(idle);
  figures.push_back(std::move(idle));
  figures.push_back(figure_of("pipeline.bubble_share_of_step", bubble_origin, bubble->share(), Unit::share,
                              Combination::product, {of_all, ranks, inverse(figure_term(step))}));
}

}  // namespace

FigureOrigin origin_of(TimeLost row) {
  return row_origins[index_of(row)].origin;
}

std::string time_lost_figure(TimeLost row) {
  return "time.time_lost_seconds." + std::string(name_of(row));
}

DerivedFigures time_figures(const Report& report) {
  DerivedFigures figures;
  if (!report.time) return figures;
  const DerivedFigure step = add_step(figures, report);
  if (report.throughput) {
    add_rates(figures, report, step);
    add_flops_rates(figures, report, step);
    add_utilisation(figures, report);
  }
  add_bubble(figures, report, step);
  return figures;
}

}  // namespace shardscope
