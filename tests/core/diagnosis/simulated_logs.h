// Logs as Megatron would write them on a machine that differs from the model's as public runs do, with one known fault
// or none. Made from what faults do to steps, ranks and memory, one iteration after another, and read back as text:
// nothing here asks the ranking what it expects.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <random>
#include <string>

#include "core/changes/what_if.h"
#include "core/diagnosis/hypotheses.h"
#include "core/measured/compare.h"

namespace shardscope::tests {

/// The same numbers with every compiler's library.
class Noise {
 public:
  explicit Noise(std::uint64_t seed) : bits_(seed) {}
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits_() >> 11) + 0.5) / 9007199254740992.0;
  }
  double normal() { return std::sqrt(-2 * std::log(uniform(0, 1))) * std::cos(6.283185307179586 * uniform(0, 1)); }
  double lognormal(double deviation) { return std::exp(deviation * normal()); }
  double exponential() { return -std::log(uniform(0, 1)); }
  bool once_in(double times) { return uniform(0, times) < 1; }

 private:
  std::mt19937_64 bits_;
};

/// A machine that differs from the model: each kind of rate by what is stated of it, and all of a run by a factor with
/// long tails. What that comes to is tested against what public runs show.
inline Scenario on_a_real_machine(Scenario scenario, Noise& noise) {
  Efficiency& reached = scenario.cluster.gpu.efficiency;
  const double logarithm = 0.075 * noise.normal() / std::sqrt((noise.exponential() + noise.exponential() + 0.1) / 2);
  const double kernels = std::exp(logarithm);
  reached.matrix_16bit *= kernels * noise.lognormal(0.035), reached.matrix_8bit *= kernels * noise.lognormal(0.06);
  reached.attention *= kernels * noise.lognormal(0.08), reached.memory *= kernels * noise.lognormal(0.07);
  reached.launch_seconds *= noise.lognormal(0.15);
  reached.scale_up *= noise.lognormal(0.07), scenario.cluster.scale_out_bandwidth *= noise.lognormal(0.08);
  return scenario;
}

/// What a fault does that no scenario says.
struct SimulatedFault {
  std::optional<Cause> cause;
  double waits = 0, growth = 0, slack = 0;  // for data, over a step; of the step, until the end; reserved beyond usual
};

/// Of the machine.
inline void break_machine(Scenario& scenario, Cause cause, Noise& noise) {
  HardwareFactors factors = hardware_as_it_is;
  switch (cause) {
    case Cause::slow_rank:
      scenario.run.slow_rank = static_cast<std::int64_t>(noise.uniform(0, static_cast<double>(scenario.plan.pp)));
      scenario.run.slow_factor = noise.uniform(1.12, 1.9);
      break;
    case Cause::half_network:
      scenario.cluster.scale_out_bandwidth *= noise.uniform(0.4, 0.6);
      break;
    case Cause::slow_host:
      scenario.cluster.gpu.efficiency.launch_seconds *= noise.uniform(3, 14);
      break;
    case Cause::gpu_clock:
      factors[index_of(HardwareFigure::peak)] = noise.uniform(0.55, 0.82);
      scenario = on_hardware(std::move(scenario), factors);
      break;
    default:
      break;
  }
}

/// Of what was launched.
inline void break_plan(Plan& plan, Cause cause, Noise& noise) {
  switch (cause) {
    case Cause::no_overlap:
      plan.overlap = {false, false, false, false, false, false};
      break;
    case Cause::recompute_on:
      plan.recompute = Recompute{RecomputeMode::full, {}, {}, RecomputeMethod::uniform};
      break;
    case Cause::recompute_off:
      plan.recompute = Recompute{};
      break;
    case Cause::unbalanced_experts:
      plan.expert_imbalance = noise.uniform(1.4, 2.8);
      break;
    case Cause::unfused_attention:
      plan.flash_attention = false;
      break;
    default:
      break;
  }
}

inline Scenario with_fault(Scenario scenario, SimulatedFault& fault, Noise& noise) {
  if (!fault.cause) return scenario;
  break_machine(scenario, *fault.cause, noise);
  break_plan(scenario.plan, *fault.cause, noise);
  if (fault.cause == Cause::data_loading) fault.waits = noise.uniform(0.15, 0.8);
  if (fault.cause == Cause::fragmentation)
    fault.growth = noise.uniform(0.15, 0.4), fault.slack = noise.uniform(0.08, 0.3);
  return scenario;
}

namespace simulated {

/// A format of as many numbers as are given.
template <typename... Numbers>
std::string line(const char* format, Numbers... numbers) {
  char text[400];
  std::snprintf(text, sizeof text, format, numbers...);
  return text;
}

inline std::string timer(const char* name, double least, double most) {
  std::string text = std::string("    ") + name + " ";
  text.append(std::max<std::size_t>(4, 46 - text.size()), '.');
  return text + line(": (%.2f, %.2f)\n", least * 1e3, std::max(least, most) * 1e3);
}

/// The ranks' forward and backward seconds in a step; those that share a stage differ by a percent or so.
inline std::string timers(const Report& report, double wait, double factor, Noise& noise) {
  RankSpan forward{1e300, 0}, backward{1e300, 0};
  const Run& run = report.scenario.run;
  for (std::size_t r = 0; r < report.time->stages.size(); ++r) {
    const StageTime& stage = report.time->stages[r];
    const double slow = run.slow_rank == static_cast<std::int64_t>(r) ? run.slow_factor : 1;
    const double f = stage.forward.value * report.timeline->micro_batches * factor;
    const double b = (stage.recompute + stage.backward_input + stage.backward_weight).value *
                     report.timeline->micro_batches * factor;
    const double under = 1 - 0.012 * noise.exponential(), over = 1 + 0.012 * noise.exponential();
    forward = {std::min(forward.least, f * under), std::max(forward.most, f * slow * over)};
    backward = {std::min(backward.least, b * under), std::max(backward.most, b * slow * over)};
  }
  const double sync = report.time->breakdown.dp_comm.value * noise.lognormal(0.15), own = noise.uniform(0.1e-3, 2e-3);
  return "(min, max) time across ranks (ms):\n" +
         timer("forward-backward", report.time->step.value * 0.9, report.time->step.value * 0.9) +
         timer("batch-generator", own * 0.5 + wait * noise.uniform(0.5, 0.9), own + wait) +
         timer("forward-compute", forward.least + wait * noise.uniform(0.7, 1), forward.most + wait) +
         timer("backward-compute", backward.least, backward.most) +
         timer("all-grads-sync", sync * 0.5 + 1e-4, sync * 0.6 + 3e-4) +
         timer("params-all-gather", sync * 0.3, sync * 0.4);
}

/// How a fault comes and goes from one step to the next.
inline double step_factor(const SimulatedFault& fault, double progress, Noise& noise) {
  double factor = 1 + fault.growth * progress * noise.uniform(0.7, 1.3);
  if (fault.growth > 0 && noise.once_in(25)) factor *= noise.uniform(1.1, 2);
  if (fault.cause == Cause::slow_rank || fault.cause == Cause::half_network) factor *= noise.lognormal(0.01);
  if (fault.cause == Cause::unbalanced_experts || fault.cause == Cause::slow_host) factor *= noise.lognormal(0.02);
  return factor;
}

}  // namespace simulated

/// `report` is the real machine's, fault and all.
inline std::string simulated_log(const Report& report, const SimulatedFault& fault, bool timers, Noise& noise) {
  const double step = report.time->step.value, quiet = sign_scale::quiet_jitter * noise.lognormal(0.6);
  const int steps = static_cast<int>(noise.uniform(40, 160));
  std::string text;
  double lasting = 0;  // jitter that goes on for a few steps
  for (int i = 1; i <= steps; ++i) {
    lasting = 0.4 * lasting + quiet * noise.normal();
    double factor = std::exp(lasting) * simulated::step_factor(fault, static_cast<double>(i) / steps, noise);
    if (i <= 2) factor *= 2.5 - 0.5 * i;
    if (noise.once_in(120)) factor *= noise.uniform(1.15, 2.2);
    const double wait = fault.waits * step * (noise.exponential() + noise.exponential()) / 2;
    text += simulated::line(" iteration %8.0f/ %8.0f | elapsed time per iteration (ms): %.1f | lm loss: 2.0E+00 |\n",
                            static_cast<double>(i), static_cast<double>(steps), (step * factor + wait) * 1e3);
    if (timers) text += simulated::timers(report, wait, factor, noise);
  }
  const double bytes = *figures_of(report, MemoryKind::allocated)[index_of(MeasuredField::peak_memory_bytes)];
  const double held = *figures_of(report, MemoryKind::reserved)[index_of(MeasuredField::peak_memory_bytes)] / bytes;
  const double allocated = bytes * noise.lognormal(0.042), reserved = allocated * held * noise.lognormal(0.03);
  text += simulated::line(
      "[Rank 0] (after 2 iterations) memory (MB) | allocated: 1.0 | max allocated: %.1f | reserved: 1.0 | max "
      "reserved: %.1f\n",
      allocated / 1048576, reserved * (1 + fault.slack) / 1048576);
  return text;
}

}  // namespace shardscope::tests
