#include "app/launch/script_detail.h"

#include <algorithm>

#include "app/session/give_from_outside.h"
#include "core/fields/json_document.h"
#include "core/fields/whole_parts.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

constexpr double readable_contrast = 4.5;

/// What the framework and the plan's own rules say of the script that became the scenario.
std::vector<LitFault> present_faults(const ViewFrame& frame) {
  std::vector<LitFault> faults = faults_of(frame.rules);
  std::vector<Problem> errors;
  for (const Problem& problem : frame.report.problems)
    if (problem.severity == Severity::error && problem.origin != Origin::framework) errors.push_back(problem);
  for (LitFault& fault : faults_of(errors)) faults.push_back(std::move(fault));
  return faults;
}

MarkedScript marked_script(const LaunchReading& reading, const ViewFrame& frame, const std::string& text) {
  MarkedScript marked{reading.lit, {}};
  for (LitFault& fault : marked.lit.faults) fault.message = window_words(fault.message, fault.remedy, fault.severity);
  if (!is_refused(frame)) marked.lit = with_faults(reading.lit, text, present_faults(frame));
  if (!reading.framework.empty())
    marked.read = what_was_read(reading, marked.lit, framework_named(frame.presets, reading.framework));
  return marked;
}

/// The first flag that stops the launch, where the eye is led once it is read.
void lead_to_fault(ScriptPick& pick, const LitScript& lit) {
  for (std::size_t i = 0; i < lit.spans.size(); ++i)
    if (lit.spans[i].fault && lit.faults[*lit.spans[i].fault].severity == Severity::error)
      return void(pick = {{}, i, true, false});
}

/// Of {"rope_type":"llama3","factor":8.0} the values alone, the kind first.
std::string short_object(const std::string& json) {
  const nlohmann::json object = nlohmann::json::parse(json, nullptr, false);
  const std::string kind = object.is_object() ? text_at(object, "rope_type") : std::string();
  if (kind.empty()) return json;
  return object.contains("factor") ? kind + ", factor " + object["factor"].dump() : kind;
}

/// Mends of the text, as far as it is what the plan is: edits in the window would be lost.
MendSearch mend_search(const LaunchState& state, const ViewFrame& frame, const std::string& text) {
  const LitScript& lit = state.marked->lit;
  const std::string& name = state.reading->framework;
  const bool edited = frame.document.scenario.plan != frame.document.baseline.plan && !is_refused(frame);
  if (lit.refused() == 0 || name.empty() || edited) return {};
  return {possible_mends(text, lit, framework_named(frame.presets, name)), {}, 0};
}

/// Tries one more, or all of them where there is only one frame.
void go_on(MendSearch& search, const ViewFrame& frame, const LaunchSource& source) {
  const bool at_once = frame.evaluate_seconds <= 0;
  do {
    if (search.done()) return;
    ScriptMend& mend = search.open[search.next++];
    auto tried = tried_mend(std::move(mend), source, frame.presets, frame.document.scenario);
    // Of a text that isn't read, being read at all is a step.
    if (tried && (tried->broken == 0 || is_refused(frame))) search.found.push_back(std::move(*tried));
    order_mends(search.found);
  } while (at_once);
}

}  // namespace

bool is_working(const LaunchState& state) {
  return !state.mends->done();
}

bool is_refused(const ViewFrame& frame) {
  return !frame.taken.problems.empty();
}

bool refresh_script(LaunchState& state, const ViewFrame& frame) {
  const SharedValue<LaunchSource>& source = shown_source(frame.taken, frame.document);
  if (!source || frame.presets.frameworks.empty()) return false;
  const bool is_new = !state.reading.is_of(source);
  const LaunchReading& reading =
      state.reading.of(source, [&] { return read_launch_source(*source, frame.presets, &frame.document.scenario); });
  state.marked.of(source, frame.scenario(), frame.launch.rules,
                  [&] { return marked_script(reading, frame, source->text); });
  go_on(state.mends.of(source, frame.scenario(), frame.launch.rules,
                       [&] { return mend_search(state, frame, source->text); }),
        frame, *source);
  if (is_new) {
    state.pick = {}, state.all_without_effect = false;
    lead_to_fault(state.pick, state.marked->lit);
  }
  return true;
}

ImU32 part_color(const Theme& theme, LitPart part) {
  ImU32 color = theme.dim;
  if (part == LitPart::model) color = theme.accent;
  if (part == LitPart::plan) color = theme.warn;
  if (part == LitPart::machine) color = theme.gradients;
  for (int step = 0; step < 10 && contrast(color, theme.panel) < readable_contrast * 1.15; ++step)
    color = blend(color, theme.text, 0.1F);
  return color;
}

std::string field_name(const std::string& path) {
  return label_of_path(path);
}

std::string field_words(const std::string& path, const Scenario& filled) {
  if (std::string title = title_of_part(path, filled); !title.empty()) return title;
  if (path == whole_gpu) return "own GPU";
  const Field* field = find_field(path);
  if (field == nullptr) return {};
  const FieldValue value = field->get(filled);
  if (const auto* count = std::get_if<std::int64_t>(&value)) {
    const bool choice = field->kind == FieldKind::choice && *count >= 0;
    if (choice && static_cast<std::size_t>(*count) < field->choices.size())
      return std::string(field->choices[static_cast<std::size_t>(*count)].label);
    return grouped(*count);
  }
  const auto* real = std::get_if<double>(&value);
  if (real != nullptr && path == "run.tokens") return format_tokens(*real).text();
  if (real != nullptr && *real >= 1) return format_count(*real).text();
  if (const auto* on = std::get_if<bool>(&value)) return *on ? "on" : "off";
  return holds_object(*field) ? short_object(text_of(*field, value)) : text_of(*field, value);
}

std::string lines_words(const LitScript& lit, const ReadField& field) {
  constexpr std::size_t lines_max = 3;
  std::vector<int> lines;
  for (const bool of_flags : {true, false})  // what their values come from stands behind the flags themselves
    for (const std::size_t span : field.spans)
      if (const int line = lit.spans[span].place.line;
          lit.spans[span].is_flag == of_flags && std::find(lines.begin(), lines.end(), line) == lines.end())
        lines.push_back(line);
  std::string words;
  for (std::size_t i = 0; i < std::min(lines.size(), lines_max); ++i)
    words += (i > 0 ? ", " : "") + std::to_string(lines[i]);
  return lines.size() > lines_max ? words + ", …" : words;
}

void pick_field(LaunchState& state, const ReadField& field) {
  state.pick = {field.path, {}, false, false};
  const std::vector<LitSpan>& spans = state.marked->lit.spans;
  for (const std::size_t span : field.spans) {
    const bool better = !state.pick.span || (spans[span].is_flag && !spans[*state.pick.span].is_flag);
    if (better) state.pick.span = span, state.pick.to_script = true;
  }
}

void pick_span(LaunchState& state, std::size_t span) {
  const std::vector<std::string>& fields = state.marked->lit.spans[span].fields;
  state.pick = {fields.empty() ? std::string() : fields.front(), span, false, true};
  if (fields.empty()) state.all_without_effect = true;
}

bool is_picked(const LaunchState& state, std::size_t span) {
  if (state.pick.span == span) return true;
  const std::vector<std::string>& fields = state.marked->lit.spans[span].fields;
  return !state.pick.field.empty() && std::find(fields.begin(), fields.end(), state.pick.field) != fields.end();
}

}  // namespace shardscope
