#include "app/output/csv.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/inspect/bubble.h"

namespace shardscope {

namespace {

std::string csv_quoted(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

/// The shortest text that reads back as the same csv_number.
std::string csv_number(double value) {
  if (!std::isfinite(value)) return "";
  char digits[32];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), value).ptr;
  return {std::begin(digits), end};
}

std::string csv_number(const std::optional<double>& value) {
  return value ? csv_number(*value) : "";
}
template <class Dimension>
std::string csv_number(const std::optional<Quantity<Dimension>>& value) {
  return value ? csv_number(value->value) : "";
}
std::string csv_number(std::int64_t value) {
  return std::to_string(value);
}
std::string csv_number(const std::optional<std::int64_t>& value) {
  return value ? csv_number(*value) : "";
}

using Cell = std::pair<std::string, std::string>;  // column, text

void add_plan(std::vector<Cell>& cells, const Scenario& scenario) {
  const Plan& plan = scenario.plan;
  cells.insert(cells.end(), {{"gpus", csv_number(scenario.cluster.gpus)},
                             {"tp", csv_number(plan.tp)},
                             {"pp", csv_number(plan.pp)},
                             {"dp", csv_number(plan.dp)},
                             {"cp", csv_number(plan.cp)},
                             {"ep", csv_number(plan.ep)},
                             {"virtual_stages", csv_number(plan.virtual_stages)},
                             {"sequence_length", csv_number(plan.sequence_length)},
                             {"micro_batch", csv_number(plan.micro_batch)},
                             {"global_batch", csv_number(plan.global_batch)}});
}

void add_memory(std::vector<Cell>& cells, const Report& report) {
  const MemoryReport& memory = report.memory;
  const StageMemory* fullest = nullptr;
  for (const StageMemory& stage : memory.stages)
    if (stage.stage == memory.peak_stage) fullest = &stage;
  const auto of = [&](auto StageMemory::*part) { return fullest ? csv_number((fullest->*part).value) : std::string(); };
  cells.insert(cells.end(), {{"parameters_total", csv_number(report.parameters.total)},
                             {"parameters_active", csv_number(report.parameters.active)},
                             {"peak_bytes", of(&StageMemory::total)},
                             {"capacity_bytes", csv_number(memory.capacity.value)},
                             {"allocated_bytes", of(&StageMemory::allocated)},
                             {"reserved_bytes", of(&StageMemory::reserved)},
                             {"weights_bytes", of(&StageMemory::weights)},
                             {"gradients_bytes", of(&StageMemory::gradients)},
                             {"optimizer_bytes", of(&StageMemory::optimizer)},
                             {"activations_bytes", of(&StageMemory::activations)},
                             {"buffers_bytes", of(&StageMemory::buffers)}});
}

void add_time(std::vector<Cell>& cells, const Report& report) {
  const auto& time = report.time;
  const auto& throughput = report.throughput;
  cells.insert(cells.end(), {{"step_seconds", time ? csv_number(time->step.value) : ""},
                             {"compute_seconds", time ? csv_number(time->breakdown.compute().value) : ""}});
  for (const auto& [name, part] : breakdown_parts) {
    const bool idle = part == &StepBreakdown::bubble;  // of one rank: the bubble is of all, as everywhere
    cells.emplace_back(idle ? "idle_of_busiest_rank_seconds" : std::string(name) + "_seconds",
                       time ? csv_number((time->breakdown.*part).value) : "");
  }
  cells.insert(cells.end(),
               {{"bubble_share_of_step", csv_number(bubble_share_of(report))},
                {"idle_share_of_makespan", report.timeline ? csv_number(report.timeline->bubble_fraction()) : ""},
                {"tokens_per_second", throughput ? csv_number(throughput->tokens_per_second) : ""},
                {"tokens_per_second_per_gpu", throughput ? csv_number(throughput->tokens_per_second_per_gpu) : ""},
                {"model_flops_per_gpu_per_second", throughput ? csv_number(throughput->model_flops_per_gpu.value) : ""},
                {"mfu", throughput ? csv_number(throughput->mfu) : ""},
                {"hfu", throughput ? csv_number(throughput->hfu) : ""},
                {"step_seconds_low", time ? csv_number(time->range.low.value) : ""},
                {"step_seconds_high", time ? csv_number(time->range.high.value) : ""}});
}

void add_run(std::vector<Cell>& cells, const RunReport& run) {
  cells.insert(cells.end(), {{"days", csv_number(run.days)},
                             {"calendar_days", csv_number(run.calendar_days)},
                             {"gpu_hours", csv_number(run.gpu_hours)},
                             {"total_flops", csv_number(run.total_flops)},
                             {"goodput", csv_number(run.goodput)},
                             {"energy_joules", csv_number(run.energy_joules)},
                             {"energy_usd", csv_number(run.energy_usd)},
                             {"rental_usd", csv_number(run.rental_usd)},
                             {"capital_usd", csv_number(run.capital_usd)}});
}

std::vector<Cell> cells_of(const NamedReport& named) {
  const Report& report = named.report;
  std::vector<Cell> cells = {{"scenario", title_of(named)},
                             {"valid", report.valid ? "true" : "false"},
                             {"fits", report.fits ? "true" : "false"},
                             {"problems", csv_number(static_cast<std::int64_t>(report.problems.size()))}};
  add_plan(cells, report.scenario);
  add_memory(cells, report);
  add_time(cells, report);
  add_run(cells, report.run);
  return cells;
}

}  // namespace

std::string csv_of(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows) {
  std::string text;
  const auto write = [&](const std::vector<std::string>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i > 0 ? "," : "") + csv_quoted(row[i]);
    text += "\n";
  };
  write(head);
  for (const std::vector<std::string>& row : rows) write(row);
  return text;
}

std::string csv_of(std::span<const NamedReport> reports) {
  if (reports.empty()) return "";
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
  for (const NamedReport& named : reports) {
    std::vector<std::string>& row = rows.emplace_back();
    for (Cell& cell : cells_of(named)) {
      if (rows.size() == 1) head.emplace_back(cell.first);
      row.push_back(std::move(cell.second));
    }
  }
  return csv_of(head, rows);
}

}  // namespace shardscope
