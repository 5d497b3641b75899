#include "app/output/runs/trace_page.h"

#include <algorithm>

#include "app/output/runs/log_page.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

std::string steps_words(const StepProfile& profile) {
  if (profile.steps_by == StepsBy::none) return "no steps are marked in it, and all that the GPU did is taken as one";
  return grouped(static_cast<std::int64_t>(profile.steps), "step", "steps") +
         (profile.steps_by == StepsBy::gpu ? ", from the GPU's marks" : ", from the marks of the host's program");
}

std::string share_words(Seconds part, Seconds whole) {
  return whole.value > 0 ? format_percent_to(part / whole, 1).text() : no_figure;
}

/// Kind, measured, share; predicted and the difference where a plan is known.
Table kinds_table(const TraceBeside& trace) {
  const StepProfile& profile = *trace.traced.profile;
  Table table{{"On the GPU", "Measured", "Of the step"}, {}, "lrrrr"};
  if (trace.predicted)
    for (const char* head : {"Predicted", "Measured less predicted"}) table.head.emplace_back(head);
  const auto add = [&](std::string name, Seconds measured, std::optional<Seconds> predicted) {
    std::vector<std::string> row = {std::move(name), step_text(measured.value), share_words(measured, profile.step)};
    if (trace.predicted) {
      row.push_back(predicted ? step_text(predicted->value) : no_figure);
      row.push_back(predicted ? signed_step_text((measured - *predicted).value) : no_figure);
    }
    table.rows.push_back(std::move(row));
  };
  for (const KindBeside& each : kinds_beside(trace))
    add(std::string(label_of(each.kind)), each.measured, each.predicted);
  add("Step", profile.step, trace.predicted ? std::optional(trace.predicted->step) : std::nullopt);
  return table;
}

Section collectives_section(const StepProfile& profile) {
  constexpr std::size_t shown_max = 12;
  Section section{"Collectives", {}, {{"", "Per step", "They run", "Nothing hides"}, {}, "lrrr"}};
  section.lines.push_back("A collective's kernel runs while it waits for the others. Together " +
                          step_text(profile.hidden_communication().value) + " of a step are hidden beside kernels.");
  for (const CollectiveRow& row : profile.collectives) {
    if (section.table.rows.size() == shown_max) break;
    section.table.rows.push_back({collective_words(row), fixed(row.calls, row.calls < 10 ? 1 : 0),
                                  step_text(row.running.value), step_text(row.exposed.value)});
  }
  return section;
}

Section kernels_section(const StepProfile& profile) {
  constexpr std::size_t shown_max = 10;
  Section section{"Longest kernels", {}, {{"Kernel", "Kind", "Per step", "They run"}, {}, "llrr"}};
  for (const KernelRow& row : profile.kernels) {
    if (section.table.rows.size() == shown_max) break;
    section.table.rows.push_back({short_kernel_name(row.name), std::string(label_of(row.kind)),
                                  fixed(row.calls, row.calls < 10 ? 1 : 0), step_text(row.running.value)});
  }
  return section;
}

/// Without what stands in angle brackets and parentheses.
std::string without_arguments(const std::string& name) {
  std::string plain;
  int depth = 0;
  for (const char c : name) {
    if (c == '<' || c == '(') ++depth;
    if (depth == 0) plain += c;
    if ((c == '>' || c == ')') && depth > 0) --depth;
  }
  return plain;
}

}  // namespace

std::string short_kernel_name(const std::string& name) {
  constexpr std::size_t longest = 60;
  // A name that begins in brackets is one of an anonymous namespace, or no C++.
  std::string plain = name.starts_with("Memcpy") || name.starts_with("Memset") ? name : without_arguments(name);
  if (plain.starts_with("void ")) plain = plain.substr(5);
  if (const std::size_t colon = plain.rfind("::"); colon != std::string::npos && colon + 2 < plain.size())
    plain = plain.substr(colon + 2);
  if (plain.empty()) plain = name;
  return plain.size() <= longest ? plain : plain.substr(0, longest - 1) + "…";
}

std::string collective_words(const CollectiveRow& row) {
  std::string words = row.collective.empty() ? "collective" : row.collective;
  if (!row.group.empty() && row.group != "undefined") words += " within " + row.group;
  if (row.group_size > 0) words += " of " + std::to_string(row.group_size);
  return words;
}

std::string trace_words(const TraceBeside& trace) {
  const TraceFacts& facts = trace.traced.facts;
  const std::optional<StepProfile>& profile = trace.traced.profile;
  std::string words = "PyTorch's profiler";
  if (!facts.gpu.empty()) words += " on " + facts.gpu;
  if (facts.rank) words += ", rank " + std::to_string(*facts.rank);
  if (facts.rank && facts.world_size) words += " of " + std::to_string(*facts.world_size);
  return words + (profile ? ": " + steps_words(*profile) : "") + ".";
}

std::vector<std::string> trace_notes(const TraceBeside& trace) {
  std::vector<std::string> notes;
  const TraceFacts& facts = trace.traced.facts;
  const std::optional<StepProfile>& profile = trace.traced.profile;
  if (!profile) notes.emplace_back("No kernel of a GPU is in it: the profiler recorded the host alone.");
  if (facts.cut) notes.emplace_back("The file ends before its JSON does: what came before that counts.");
  if (facts.unread > 0)
    notes.push_back(grouped(static_cast<std::int64_t>(facts.unread), "kernel has", "kernels have") +
                    " no start and length, or are more than are kept, and count for nothing.");
  if (profile && profile->other_devices > 0)
    notes.push_back(grouped(static_cast<std::int64_t>(profile->other_devices), "other GPU is", "other GPUs are") +
                    " in it, too: the busiest one counts.");
  if (!profile) return notes;
  for (const Problem& problem : trace.problems)
    notes.push_back("No prediction: " + (problem.path.empty() ? "" : problem.path + ": ") + problem.message + ".");
  if (!trace.predicted && trace.problems.empty()) {
    notes.emplace_back(
        "A trace doesn't say its plan: --scenario with a preset, a file or the run's launch script sets a prediction "
        "beside it.");
  } else if (trace.predicted && facts.world_size && *facts.world_size != trace.predicted->plan_ranks) {
    notes.push_back("The trace is of a run on " + grouped(*facts.world_size, "GPU", "GPUs") + ", the plan of " +
                    grouped(trace.predicted->plan_ranks) + ": what is predicted is another run's, of pipeline rank " +
                    std::to_string(trace.predicted->pipeline_rank) + ", which has most to do.");
  } else if (trace.predicted && !trace.predicted->of_the_trace) {
    notes.push_back("Predicted is pipeline rank " + std::to_string(trace.predicted->pipeline_rank) +
                    ", which has most to do: the trace doesn't say which of the plan's ranks it is.");
  }
  return notes;
}

Page trace_page(const std::string& file, const TraceBeside& trace) {
  const std::optional<StepProfile>& profile = trace.traced.profile;
  Page page{"What " + file + " says", {}};
  page.sections.push_back({"", {trace_words(trace)}, {}});
  if (profile) page.sections.back().table = kinds_table(trace);
  if (std::vector<std::string> notes = trace_notes(trace); !notes.empty())
    page.sections.push_back({"", std::move(notes), {}});
  if (profile && !profile->collectives.empty()) page.sections.push_back(collectives_section(*profile));
  if (profile) page.sections.push_back(kernels_section(*profile));
  return page;
}

}  // namespace shardscope
