#include "core/claims/formulas.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "core/base/number_text.h"
#include "core/inspect/everyday.h"
#include "core/transformer/layout.h"
#include "core/transformer/parameter_counts.h"

namespace shardscope {

namespace {

/// "1.5e8": six digits at most, powers as people write them.
std::string six_digits(double value) {
  return short_number(value, 6);
}

/// The inputs in their order, one of each list.
using Row = std::span<const double>;

struct Formula {
  std::string_view name;
  std::size_t inputs = 0;    // that it needs; 0: any number
  std::string_view symbols;  // with {} for each input in turn
  double (*value)(Row) = nullptr;
};

double product(Row in) {
  double all = 1;
  for (const double factor : in) all *= factor;
  return all;
}

constexpr Formula formulas[] = {
    {"product", 0, "", product},
    {"energy", 2, "{} W x {} h x 3600 s", [](Row in) { return in[0] * in[1] * seconds_per_hour; }},
    {"rent", 3, "{} GPUs x {} days x 24 h x {} USD", [](Row in) { return in[0] * in[1] * 24 * in[2]; }},
    {"six-nd", 2, "6 x {} parameters x {} tokens", [](Row in) { return 6 * in[0] * in[1]; }},
    {"needed-mfu", 4, "{} FLOP / ({} GPUs x {} FLOP/s x {} days)",
     [](Row in) { return in[0] / (in[1] * in[2] * in[3] * seconds_per_day); }},
    {"run-flops", 4, "{} GPUs x {} FLOP/s x {} x {} days",
     [](Row in) { return in[0] * in[1] * in[2] * in[3] * seconds_per_day; }},
    {"run-flops-ratio", 5, "{} GPUs x {} FLOP/s x {} x {} days / {} FLOP",
     [](Row in) { return in[0] * in[1] * in[2] * in[3] * seconds_per_day / in[4]; }},
    {"training-years", 4, "{} FLOP / ({} GPUs x {} FLOP/s x {}) in years",
     [](Row in) { return in[0] / (in[1] * in[2] * in[3]) / (seconds_per_day * days_per_year); }},
    {"training-days", 4, "{} FLOP / ({} GPUs x {} FLOP/s x {}) in days",
     [](Row in) { return in[0] / (in[1] * in[2] * in[3]) / seconds_per_day; }},
    {"ring-all-reduce", 2, "2 x {1} bytes x (n - 1) / n, n = {0}",
     [](Row in) { return 2 * in[1] * (in[0] - 1) / in[0]; }},
    {"quotient", 2, "{} / {}", [](Row in) { return in[0] / in[1]; }},
    {"share-of-sum", 2, "{0} / ({0} + {1})", [](Row in) { return in[0] / (in[0] + in[1]); }},
    {"hardware-share", 4, "{0} / (({1} - {2}) x {3})", [](Row in) { return in[0] / ((in[1] - in[2]) * in[3]); }},
    {"link-rate", 2, "{} lanes x {} Gb/s / 8", [](Row in) { return in[0] * in[1] * bytes_per_gigabit; }},
    {"extra-forward", 2, "{0} forward / ({0} forward + {1} backward)", [](Row in) { return in[0] / (in[0] + in[1]); }},
    {"playstations", 2, "{} FLOP / (10.28e12 FLOP/s x {} days)",
     [](Row in) { return playstations_for(in[0], in[1] * seconds_per_day); }},
    {"macbooks", 1, "{} tokens x 2 bytes / 256e9 bytes", [](Row in) { return macbooks_for(in[0]); }},
    {"moved", 2, "{} bytes/s x {} days", [](Row in) { return in[0] * in[1] * seconds_per_day; }},
};

/// The symbols with this row's numbers put in.
std::string arithmetic_of(const Formula& formula, Row row) {
  std::string text;
  if (formula.symbols.empty()) {
    for (const double factor : row) text += (text.empty() ? "" : " x ") + six_digits(factor);
    return text;
  }
  std::size_t next = 0;
  for (std::size_t i = 0; i < formula.symbols.size(); ++i) {
    if (formula.symbols[i] != '{') {
      text += formula.symbols[i];
      continue;
    }
    const bool numbered = formula.symbols[i + 1] != '}';
    const std::size_t input = numbered ? static_cast<std::size_t>(formula.symbols[i + 1] - '0') : next++;
    text += six_digits(row[input]);
    i += numbered ? 2 : 1;
  }
  return text;
}

Computed by_formula(const Formula& formula, const Claim& claim) {
  Computed computed;
  if (formula.inputs != 0 && claim.inputs.size() != formula.inputs) return computed;
  std::size_t rows = claim.inputs.empty() ? 0 : 1;
  for (const auto& [name, numbers] : claim.inputs) {
    if (numbers.empty()) return computed;
    rows = std::max(rows, numbers.size());
  }
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<double> row;
    for (const auto& [name, numbers] : claim.inputs) row.push_back(numbers[std::min(i, numbers.size() - 1)]);
    computed.values.emplace_back(formula.value(row));
    computed.arithmetic += (i == 0 ? "" : "; ") + arithmetic_of(formula, row);
  }
  return computed;
}

/// A figure of GPU presets, or what follows from two of them.
struct GpuFigure {
  std::string_view name, words;
  std::optional<double> (*read)(const Gpu& gpu);
};
constexpr GpuFigure gpu_figures[] = {
    {"peak-fp8", "dense FP8 peak, FLOP/s", [](const Gpu& gpu) -> std::optional<double> { return gpu.peak_flops.fp8; }},
    {"peak-bf16", "dense BF16 peak, FLOP/s",
     [](const Gpu& gpu) -> std::optional<double> { return gpu.peak_flops.bf16; }},
    {"fp8-over-fp32", "dense FP8 peak / FP32 peak",
     [](const Gpu& gpu) -> std::optional<double> {
       if (!gpu.peak_flops.fp8 || !gpu.peak_flops.fp32) return std::nullopt;
       return *gpu.peak_flops.fp8 / *gpu.peak_flops.fp32;
     }},
    {"tdp", "power as sold, W", [](const Gpu& gpu) -> std::optional<double> { return gpu.tdp_watts; }},
};

/// The figure of each GPU preset named.
Computed of_gpus(const Claim& claim, const Catalogue& presets, const GpuFigure& figure) {
  Computed computed;
  for (const std::string& name : claim.names) {
    const Gpu* gpu = presets.gpu(name);
    computed.values.push_back(gpu != nullptr ? figure.read(*gpu) : std::nullopt);
    computed.arithmetic += (computed.arithmetic.empty() ? "" : ", ") + (gpu != nullptr ? gpu->title : name);
  }
  computed.arithmetic += ": " + std::string(figure.words);
  return computed;
}

/// Bytes of training state of a model preset: its parameters times so many bytes.
Computed state_of_model(const Claim& claim, const Catalogue& presets) {
  const Model* model = claim.names.empty() ? nullptr : presets.model(claim.names.front());
  if (model == nullptr || claim.inputs.empty() || claim.inputs.front().second.empty()) return {};
  Scenario scenario;
  scenario.model = *model;
  scenario.plan.sequence_length = scenario.plan.micro_batch = scenario.plan.global_batch = 1;
  scenario.plan.dp = 1;
  scenario = with_defaults(scenario);
  const ParameterCounts counts =
      count_parameters(scenario.model, scenario.plan, stage_layout(scenario.model, scenario.plan));
  const double bytes = claim.inputs.front().second.front(), total = static_cast<double>(counts.total);
  return {{total * bytes}, six_digits(total) + " parameters x " + six_digits(bytes) + " bytes"};
}

}  // namespace

Computed compute(const Claim& claim, const Catalogue& presets) {
  for (const Formula& formula : formulas)
    if (formula.name == claim.formula) return by_formula(formula, claim);
  for (const GpuFigure& figure : gpu_figures)
    if (figure.name == claim.formula) return of_gpus(claim, presets, figure);
  return claim.formula == "state-of-model" ? state_of_model(claim, presets) : Computed{};
}

}  // namespace shardscope
