#include "app/launch/script_detail.h"

#include <algorithm>

#include "app/session/give_from_outside.h"
#include "core/fields/json_document.h"
#include "core/fields/whole_parts.h"
#include "render/text/spoken_value.h"

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
  for (LitFault& fault : faults) fault.headline = with_spoken_numbers(fault.headline);
  return faults;
}

MarkedScript marked_script(const LaunchReading& reading, const ViewFrame& frame, const LaunchSource& source) {
  MarkedScript marked{reading.lit, {}};
  for (LitFault& fault : marked.lit.faults) fault.message = window_words(fault.message, fault.remedy, fault.severity);
  if (!is_refused(frame))
    marked.lit = with_faults(reading.lit, lines_of_launch(source, reading.files), present_faults(frame));
  if (!reading.framework.empty())
    marked.read = what_was_read(reading, marked.lit, framework_named(frame.presets, reading.framework));
  return marked;
}

/// Whether a field of the span hangs on what isn't known.
bool is_open(const MarkedScript& marked, const LitSpan& span) {
  for (const auto* group : {&marked.read.model, &marked.read.plan, &marked.read.machine})
    for (const ReadField& read : *group)
      if (read.origin == ReadOrigin::open &&
          std::find(span.fields.begin(), span.fields.end(), read.path) != span.fields.end())
        return true;
  return false;
}

/// Where the eye is led once a launch is read: the first line that hangs on what isn't known, else the first that stops
/// it; of one that is refused elsewhere the first that says something. The line that stops it is picked.
void lead_to_fault(LaunchState& state, bool refused) {
  const MarkedScript& marked = *state.marked;
  const std::vector<LitSpan>& spans = marked.lit.spans;
  const auto first = [&](auto wanted) -> std::optional<std::size_t> {
    const auto found = std::find_if(spans.begin(), spans.end(), wanted);
    return found == spans.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - spans.begin()));
  };
  const auto stops = first(
      [&](const LitSpan& span) { return span.fault && marked.lit.faults[*span.fault].severity == Severity::error; });
  auto lead = first([&](const LitSpan& span) { return refused && is_open(marked, span); });
  if (!lead) lead = stops;
  if (!lead && refused) lead = first([](const LitSpan& span) { return span.part != LitPart::none; });
  state.pick = {{}, stops, lead.has_value(), false, {}};
  state.pick.lead = lead;
  if (lead) state.file = spans[*lead].file;
}

/// Of {"rope_type":"llama3","factor":8.0} the values alone, the kind first.
std::string short_object(const std::string& json) {
  const nlohmann::json object = nlohmann::json::parse(json, nullptr, false);
  const std::string kind = object.is_object() ? text_at(object, "rope_type") : std::string();
  if (kind.empty()) return json;
  return object.contains("factor") ? kind + ", factor " + object["factor"].dump() : kind;
}

/// Mends of the text, as far as it is what the plan is: edits in the window would be lost.
MendSearch mend_search(const LaunchState& state, const ViewFrame& frame, const LaunchSource& source) {
  const LitScript& lit = state.marked->lit;
  const std::string& name = state.reading->framework;
  const bool edited = frame.document.said.scenario.plan != frame.document.baseline.scenario.plan && !is_refused(frame);
  if (lit.refused() == 0 || name.empty() || edited) return {};
  const std::vector<LaunchLines> texts = lines_of_launch(source, state.reading->files);
  return {possible_mends(source, texts, lit, framework_named(frame.presets, name)), {}, 0};
}

/// Tries one more, or all of them where there is only one frame.
void go_on(MendSearch& search, const ViewFrame& frame, const LaunchSource& source, std::size_t refused) {
  const bool at_once = frame.evaluate_seconds <= 0;
  do {
    if (search.done()) return;
    ScriptMend& mend = search.open[search.next++];
    auto tried = tried_mend(std::move(mend), source, frame.presets, frame.scenario());
    // Of a text that isn't read, being read at all is a step.
    if (tried && (tried->broken.size() < refused || is_refused(frame))) search.found.push_back(std::move(*tried));
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
  if (!source || frame.presets.frameworks.empty()) return state.mends.forget(), false;
  const bool is_new = !state.reading.is_of(source);
  const LaunchReading& reading =
      state.reading.of(source, [&] { return read_launch_source(*source, frame.presets, &frame.scenario()); });
  state.marked.of(source, frame.launched(), frame.launch.rules, [&] { return marked_script(reading, frame, *source); });
  go_on(
      state.mends.of(source, frame.launched(), frame.launch.rules, [&] { return mend_search(state, frame, *source); }),
      frame, *source, state.marked->lit.refused());
  if (is_new) {
    state.all_without_effect = false, state.file.clear();
    lead_to_fault(state, is_refused(frame));
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
  if (path == whole_model) return own_title_of_part(path, filled);  // a launch may have a name of its own for it
  if (find_part(path) != nullptr) return title_of_part(path, filled);
  const Field* field = find_field(path);
  if (field == nullptr) return {};
  const FieldValue value = field->get(filled);
  return holds_object(*field) ? short_object(text_of(*field, value)) : spoken_value(*field, value);
}

std::string value_words(const std::string& path, const Value& value) {
  const Field* field = find_field(path);
  if (field == nullptr) return words_of(value);
  if (const std::string* text = value.text())
    for (const Choice& choice : field->choices)
      if (choice.json == *text) return std::string(choice.label);
  if (const bool* on = value.toggle()) return spoken_value(*field, *on);
  if (field->kind == FieldKind::count && value.whole()) return spoken_value(*field, *value.whole());
  if (field->kind == FieldKind::real && value.number()) return spoken_value(*field, *value.number());
  return words_of(value);
}

std::string lines_words(const LitScript& lit, const ReadField& field) {
  constexpr std::size_t lines_max = 3;
  std::vector<std::pair<std::string, int>> lines;
  for (const bool of_flags : {true, false})  // what their values come from stands behind the flags themselves
    for (const std::size_t number : field.spans) {
      const LitSpan& span = lit.spans[number];
      const std::pair<std::string, int> line{span.file, span.place.line};
      if (span.is_flag == of_flags && std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    }
  std::string words, file;
  for (std::size_t i = 0; i < std::min(lines.size(), lines_max); ++i) {
    words += i > 0 ? ", " : "";
    if (lines[i].first != file) words += (lines[i].first.empty() ? "line" : lines[i].first) + " ";
    file = lines[i].first;
    words += std::to_string(lines[i].second);
  }
  return lines.size() > lines_max ? words + ", …" : words;
}

ImU32 fault_color(const Theme& theme, const LitFault& fault) {
  return fault.severity == Severity::error && fault.remedy.kind != RemedyKind::outside ? theme.bad : theme.warn;
}

const std::string& short_words(const LitFault& fault) {
  return fault.headline.empty() ? fault.message : fault.headline;
}

Explanation explain_fault(std::string title, const LitFault& fault) {
  const char* word = fault.remedy.kind == RemedyKind::outside ? "asked for"
                     : fault.severity == Severity::error      ? "refused"
                                                              : "warning";
  Explanation tip{std::move(title), word, {}, fault.source};
  if (!fault.headline.empty()) tip.lines.push_back(fault.headline);
  tip.lines.push_back(fault.message);
  return tip;
}

void pick_field(LaunchState& state, const ReadField& field) {
  state.pick = {field.path, {}, false, false, field.asks};
  const std::vector<LitSpan>& spans = state.marked->lit.spans;
  for (const std::size_t span : field.spans) {
    const bool better = !state.pick.span || (spans[span].is_flag && !spans[*state.pick.span].is_flag);
    if (better) state.pick.span = state.pick.lead = span, state.pick.to_script = true;
  }
  if (state.pick.span) state.file = spans[*state.pick.span].file;
}

void pick_span(LaunchState& state, std::size_t span) {
  const std::vector<std::string>& fields = state.marked->lit.spans[span].fields;
  state.pick = {fields.empty() ? std::string() : fields.front(), span, false, true, {}};
  if (fields.empty()) state.all_without_effect = true;
}

bool is_picked(const LaunchState& state, std::size_t span) {
  if (state.pick.span == span) return true;
  const std::vector<std::string>& fields = state.marked->lit.spans[span].fields;
  return !state.pick.field.empty() && std::find(fields.begin(), fields.end(), state.pick.field) != fields.end();
}

}  // namespace shardscope
