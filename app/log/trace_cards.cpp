// A profiler's trace beside the plan: its seconds by kinds of kernels, its collectives, its longest kernels
// (log_cards.h).
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/log/log_cards.h"
#include "app/output/runs/log_page.h"
#include "app/output/runs/trace_page.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "render/log/kind_bars.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// A line of a list: words, and at the right what they take.
struct Line {
  std::string words, seconds, tip_title;
  std::vector<std::string> tip;
};

/// As many lines as the body has room for; what is under the pointer explains itself.
void draw_lines(const ViewFrame& frame, const Rect& body, const char* name, const std::vector<Line>& lines) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float pitch = text_height(theme, TextRole::secondary) * 1.55F;
  const bool hovered = chart_area(frame, name, body);
  const ImVec2 pointer = pointer_if(hovered);
  float top = body.min.y;
  for (const Line& line : lines) {
    if (top + pitch > body.max.y) break;
    const Rect row{{body.min.x, top}, {body.max.x, top + pitch}};
    const float y = text_top(theme, TextRole::secondary, row);
    const float used = text_width(theme, TextRole::secondary, line.seconds);
    draw_fitted(draw, theme, TextRole::secondary, {row.min.x, y}, theme.text, row.width() - used - theme.px(12),
                line.words);
    draw_text_right(draw, theme, TextRole::secondary, {row.max.x, y}, theme.dim, line.seconds);
    if (hovered && row.contains(pointer)) show_tip(frame, {line.tip_title, line.seconds, line.tip, ""});
    top += pitch;
  }
}

std::string calls_words(double calls) {
  return fixed(calls, calls < 10 && calls != std::round(calls) ? 1 : 0) + (calls == 1 ? " time" : " times") +
         " per step";
}

std::vector<std::string> kind_tip(const TraceBeside& trace, KernelKind kind) {
  const StepProfile& profile = *trace.traced.profile;
  std::vector<std::string> lines = {std::string(choice_of(kind).help)};
  const std::size_t i = index_of(kind);
  if (profile.step.value > 0)
    lines.push_back(format_percent(profile.seconds[i] / profile.step).text() + " of the measured step.");
  if (profile.running[i] > profile.seconds[i])
    lines.push_back("They run " + step_text(profile.running[i].value) + " in all; the rest is hidden beside kernels.");
  if (const std::optional<Seconds> predicted = trace.predicted_of(kind))
    lines.push_back("Predicted: " + step_text(predicted->value) + ".");
  else if (trace.predicted)
    lines.emplace_back("No prediction tells them apart.");
  return lines;
}

}  // namespace

void trace_kinds_card(const LogDetail& detail, const ViewFrame& frame, const Rect& card) {
  const TraceBeside& trace = *detail.trace;
  const char* subtitle = trace.predicted ? "measured above, predicted below"
                                         : "each moment once: what computes hides "
                                           "what travels";
  const Rect body = plain_card(frame, card, "What the GPU does in a step", subtitle);
  if (!trace.traced.profile) return say_in_body(frame, body, trace_notes(trace).front());
  const bool hovered = chart_area(frame, "trace.kinds", body);
  const std::optional<KernelKind> kind =
      draw_kind_bars(*ImGui::GetWindowDrawList(), frame.theme, body, kinds_beside(trace), trace.traced.profile->step,
                     pointer_if(hovered));
  if (hovered && kind)
    show_tip(frame, {std::string(label_of(*kind)), step_text(trace.traced.profile->seconds[index_of(*kind)].value),
                     kind_tip(trace, *kind), ""});
}

void trace_collectives_card(const LogDetail& detail, const ViewFrame& frame, const Rect& card) {
  const std::optional<StepProfile>& profile = detail.trace->traced.profile;
  const Rect body = plain_card(frame, card, "Collectives", "what of them nothing hides, per step");
  if (!profile || profile->collectives.empty())
    return say_in_body(frame, body, "The trace has no kernel of a collective.");
  std::vector<Line> lines;
  for (const CollectiveRow& row : profile->collectives)
    lines.push_back({collective_words(row),
                     step_text(row.exposed.value) + " of " + step_text(row.running.value),
                     collective_words(row),
                     {calls_words(row.calls) + ". They run " + step_text(row.running.value) + ", and " +
                          step_text(row.exposed.value) + " of that nothing else does.",
                      "A collective's kernel runs while it waits for others, so a slow rank shows here, too."}});
  draw_lines(frame, body, "trace.collectives", lines);
}

void trace_kernels_card(const LogDetail& detail, const ViewFrame& frame, const Rect& card) {
  const std::optional<StepProfile>& profile = detail.trace->traced.profile;
  const Rect body = plain_card(frame, card, "Longest kernels", "together, per step");
  if (!profile) return say_in_body(frame, body, "The trace has no kernel.");
  std::vector<Line> lines;
  for (const KernelRow& row : profile->kernels) {
    if (lines.size() == listed_kernels) break;
    lines.push_back({short_kernel_name(row.name),
                     step_text(row.running.value),
                     short_kernel_name(row.name),
                     {std::string(label_of(row.kind)) + ", " + calls_words(row.calls) + ".", row.name}});
  }
  draw_lines(frame, body, "trace.kernels", lines);
}

void trace_notes_card(const LogDetail& detail, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const Rect body = plain_card(frame, card, "How it is read", "");
  std::string words = trace_words(*detail.trace);
  for (const std::string& note : trace_notes(*detail.trace)) words += " " + note;
  const float used =
      draw_wrapped(*ImGui::GetWindowDrawList(), theme, TextRole::secondary, body.min, theme.dim, words, body.width());
  words_tip(frame, "trace.notes", {body.min, {body.max.x, body.min.y + used}},
            {"How the trace is read", {}, {words}, frame.log->name});
}

}  // namespace shardscope
