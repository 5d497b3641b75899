#include "app/panels/scenario/machine_rows.h"

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "app/panels/controls.h"
#include "core/fields/whole_parts.h"
#include "render/text/format.h"

namespace shardscope {

void network_row(Scenario& scenario, const Frame& frame) {
  constexpr std::array<int, 7> gigabits = {25, 50, 100, 200, 400, 800, 1600};
  const bool several = scenario.cluster.gpus_per_node > 1;
  const auto rate = [&](double bits) {
    const std::string each = fixed(bits, bits < 10 ? 1 : 0) + " Gb/s";
    return several ? grouped(scenario.cluster.gpus_per_node) + " × " + each : each;
  };
  const auto name = [&](double bits) { return rate(bits) + (several ? " per node" : ""); };
  const double present_bits = scenario.cluster.scale_out_bandwidth / bytes_per_gigabit;
  std::vector<Option> options;
  std::optional<std::size_t> present;
  for (const int bits : gigabits) {
    if (std::abs(present_bits - bits) < 0.5) present = options.size();
    options.push_back({name(bits), format_bandwidth(BytesPerSecond{bits * bytes_per_gigabit}).text() + " per GPU", {}});
  }
  ComboRow row{"cluster.scale_out_bandwidth", "Network", name(present_bits), options, present};
  row.shown_short = rate(present_bits);
  if (const auto chosen = combo_row(frame, row))
    scenario.cluster.scale_out_bandwidth = gigabits[*chosen] * bytes_per_gigabit;
}

void gpu_row(Scenario& scenario, const Frame& frame) {
  std::vector<Option> options;
  std::optional<std::size_t> present;
  for (const Gpu& gpu : frame.presets.gpus) {
    if (gpu.preset == scenario.cluster.gpu.preset) present = options.size();
    const std::optional<double> peak = gpu.peak_flops.bf16 ? gpu.peak_flops.bf16 : gpu.peak_flops.fp16;
    options.push_back({gpu.title, peak ? format_flops_rate(FlopsPerSecond{*peak}).text() : "", gpu.source});
  }
  const std::string shown = title_of_part(whole_gpu, scenario);
  const std::string& shown_short = scenario.cluster.gpu.short_title;
  if (const auto chosen = combo_row(frame, {whole_gpu, "GPU", shown, options, present, true, {}, shown_short}))
    scenario.cluster.gpu = frame.presets.gpus[*chosen];
}

}  // namespace shardscope
