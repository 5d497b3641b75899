#include "core/calibration/observed_rates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "core/base/characters.h"
#include "core/base/number_text.h"
#include "core/base/trimmed.h"
#include "core/cluster/collectives.h"
#include "core/hardware/operation_time.h"

namespace shardscope {

namespace {

std::vector<Problem> no_rate(std::string why) {
  return {{Severity::error, "", std::move(why), ""}};
}

std::vector<std::string_view> words_of_line(std::string_view line) {
  std::vector<std::string_view> words;
  while (!(line = trimmed(line)).empty()) {
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return words;
}

// What nccl-tests' programs are called (NVIDIA/nccl-tests).
constexpr std::pair<std::string_view, Collective> programs[] = {{"all_reduce", Collective::all_reduce},
                                                                {"all_gather", Collective::all_gather},
                                                                {"reduce_scatter", Collective::reduce_scatter},
                                                                {"alltoall", Collective::all_to_all},
                                                                {"all_to_all", Collective::all_to_all}};

std::optional<Collective> collective_named(std::string_view text) {
  for (const auto& [name, collective] : programs)
    if (text.find(name) != std::string_view::npos) return collective;
  return std::nullopt;
}

/// A run of one of nccl-tests' programs: its ranks by host, and its largest message.
struct NcclRun {
  std::optional<Collective> collective;
  std::map<std::string, std::int64_t, std::less<>> ranks_of_host;
  double bytes = 0, seconds = 0;

  [[nodiscard]] std::int64_t ranks() const {
    std::int64_t sum = 0;
    for (const auto& [host, count] : ranks_of_host) sum += count;
    return sum;
  }
};

/// "#  Rank  0 Group  0 Pid  4321 on  host01 device  0 [0x10] NVIDIA H100".
void take_rank(NcclRun& run, const std::vector<std::string_view>& words) {
  const auto on = std::find(words.begin(), words.end(), "on");
  if (on != words.end() && on + 1 != words.end()) ++run.ranks_of_host[std::string(*(on + 1))];
}

/// "1048576  262144  float  sum  -1  47.31  22.16  38.79  0 …": size, count, type, reduction, root, time in
/// microseconds. Releases before 2.11 have no root: the time is then the word before.
void take_row(NcclRun& run, const std::vector<std::string_view>& words) {
  if (words.size() < 7) return;
  const std::optional<double> bytes = parse_number(words[0]);
  const bool root = parse_whole(words[4]).has_value();
  const std::optional<double> time = parse_number(words[root ? 5 : 4]);
  if (bytes && time && *bytes >= run.bytes && *time > 0) run.bytes = *bytes, run.seconds = *time * 1e-6;
}

std::vector<NcclRun> nccl_runs(std::string_view output) {
  std::vector<NcclRun> runs;
  std::optional<Collective> named;
  for (const std::string_view line : lines_of(output)) {
    const std::vector<std::string_view> words = words_of_line(line);
    if (words.empty()) continue;
    if (const auto collective = collective_named(line)) named = collective;
    const bool begins = line.find("nThread") != std::string_view::npos;
    if (begins || runs.empty()) runs.push_back({begins ? std::exchange(named, std::nullopt) : std::nullopt, {}, 0, 0});
    if (words.size() > 2 && words[0] == "#" && words[1] == "Rank")
      take_rank(runs.back(), words);
    else if (words.front() != "#" && is_digit(words.front().front()))
      take_row(runs.back(), words);
  }
  return runs;
}

Observation observed_message(const std::string& name, const NcclRun& run, const Scenario& scenario) {
  Cluster cluster = scenario.cluster;
  const auto nodes = static_cast<std::int64_t>(run.ranks_of_host.size());
  const std::int64_t ranks = run.ranks(), in_domain = std::max<std::int64_t>(1, ranks / nodes);
  cluster.gpus = ranks;
  if (nodes > 1)
    cluster.gpus_per_node = std::max(cluster.gpus_per_node, in_domain), cluster.scale_up_domain = in_domain;
  const GroupSpan group{ranks, 1, in_domain, nodes, nodes > 1 ? Reach::rack : Reach::node};
  Observation observation{name, run.seconds, {}, {}, {}, {}};
  observation.predicted = [=](const Calibration& calibration) -> std::optional<double> {
    Cluster own = cluster;
    own.gpu.calibration = calibration;
    const CollectiveCost cost = collective_cost(*run.collective, Bytes{run.bytes}, group, own);
    return (cost.time - cost.start).value;
  };
  observation.spreads = calibrated_spreads(scenario.cluster, false);
  return observation;
}

struct ProductColumns {
  std::optional<std::size_t> m, n, k, dtype, tflops, seconds;
  double seconds_unit = 1;

  [[nodiscard]] bool whole() const { return m && n && k && (tflops || seconds); }
};

std::vector<std::string> cells_of_line(std::string_view line) {
  std::vector<std::string> cells;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    std::string cell(trimmed(line.substr(begin, end - begin)));
    std::erase(cell, '"');
    cells.push_back(lower(cell));
    begin = end + 1;
  }
  return cells;
}

ProductColumns columns_of_table(std::string_view head) {
  ProductColumns columns;
  const std::vector<std::string> names = cells_of_line(head);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& name = names[i];
    const auto time = [&](double unit) { columns.seconds = i, columns.seconds_unit = unit; };
    if (name == "m") columns.m = i;
    if (name == "n") columns.n = i;
    if (name == "k") columns.k = i;
    if (name == "dtype" || name == "type" || name == "precision") columns.dtype = i;
    if (name == "tflops" || name == "tflop/s" || name == "tflops/s") columns.tflops = i;
    if (name == "seconds" || name == "s" || name == "time_s") time(1);
    if (name == "ms" || name == "time_ms" || name == "time (ms)") time(1e-3);
    if (name == "us" || name == "time_us" || name == "time (us)") time(1e-6);
  }
  return columns;
}

std::optional<Precision> precision_named(std::string_view name) {
  if (name.empty() || name.find("bf") != std::string_view::npos) return Precision::bf16;
  if (name.find("8") != std::string_view::npos) return Precision::fp8;
  if (name.find("16") != std::string_view::npos || name == "half") return Precision::fp16;
  return std::nullopt;
}

struct MeasuredProduct {
  double m = 0, n = 0, k = 0, seconds = 0;
  Precision precision = Precision::bf16;
};

std::optional<MeasuredProduct> product_of_row(const std::vector<std::string>& cells, const ProductColumns& columns) {
  const auto number = [&](const std::optional<std::size_t>& at) {
    return at && *at < cells.size() ? parse_number(cells[*at]).value_or(0) : 0;
  };
  MeasuredProduct product{number(columns.m), number(columns.n), number(columns.k), 0, {}};
  const double flops = 2 * product.m * product.n * product.k;
  const double rate = number(columns.tflops) * flops_per_teraflop;
  product.seconds = columns.seconds ? number(columns.seconds) * columns.seconds_unit : rate > 0 ? flops / rate : 0;
  const std::optional<Precision> precision =
      precision_named(columns.dtype && *columns.dtype < cells.size() ? cells[*columns.dtype] : "");
  if (!(flops > 0) || !(product.seconds > 0) || !precision) return std::nullopt;
  product.precision = *precision;
  return product;
}

Observation observed_product(const std::string& name, const MeasuredProduct& measured, const Scenario& scenario) {
  Operation operation;
  operation.kind = OperationKind::matrix;
  operation.m = measured.m, operation.n = measured.n, operation.k = measured.k;
  operation.low_precision = measured.precision == Precision::fp8;
  Plan plan;
  plan.precision = measured.precision;
  Observation observation{name, measured.seconds, {}, {}, {}, {}};
  observation.predicted = [=, gpu = scenario.cluster.gpu, constants = scenario.cluster.constants](
                              const Calibration& calibration) -> std::optional<double> {
    Gpu own = gpu;
    own.calibration = calibration;
    const std::optional<MachineSpeed> speed = machine_speed(own, plan, Software{}, false, constants);
    if (!speed) return std::nullopt;
    return operation_time(operation, Direction::forward, *speed).value;
  };
  observation.spreads = calibrated_spreads(scenario.cluster, false);
  return observation;
}

}  // namespace

bool is_nccl_output(std::string_view text) {
  return text.find("busbw") != std::string_view::npos && text.find("algbw") != std::string_view::npos;
}

bool is_product_table(std::string_view text) {
  const ProductColumns columns = columns_of_table(text.substr(0, text.find('\n')));
  return columns.m && columns.n && columns.k;
}

Outcome<std::vector<Observation>> observed_collectives(const std::string& name, std::string_view output,
                                                       const Scenario& scenario) {
  constexpr double bytes_least = 32 << 20;
  std::vector<Observation> observations;
  for (NcclRun& run : nccl_runs(output)) {
    if (run.bytes == 0) continue;
    if (!run.collective) run.collective = collective_named(name);
    if (!run.collective)
      return no_rate("nothing says which collective it is: call the file after it, as all_reduce.txt");
    if (run.ranks() < 2) return no_rate("it doesn't list two ranks or more with their hosts");
    if (run.bytes < bytes_least)
      return no_rate("its largest message has " + short_number(run.bytes, 3) +
                     " bytes; the link's rate shows from 33,554,432 on");
    observations.push_back(observed_message(name, run, scenario));
  }
  if (observations.empty()) return no_rate("no line of it is a message with its time");
  return observations;
}

Outcome<std::vector<Observation>> observed_products(const std::string& name, std::string_view table,
                                                    const Scenario& scenario) {
  const std::vector<std::string_view> lines = lines_of(table);
  const ProductColumns columns = columns_of_table(lines.empty() ? "" : lines.front());
  if (!columns.whole()) return no_rate("its first line names no column tflops, seconds, ms or us beside m, n and k");
  std::vector<Observation> observations;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (trimmed(lines[i]).empty()) continue;
    const std::optional<MeasuredProduct> product = product_of_row(cells_of_line(lines[i]), columns);
    if (!product) return no_rate("line " + std::to_string(i + 1) + " is no product with its time");
    observations.push_back(observed_product(name + ", line " + std::to_string(i + 1), *product, scenario));
  }
  if (observations.empty()) return no_rate("it has no product");
  return observations;
}

}  // namespace shardscope
