#include "app/compare/compare_kept.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/session/kept/document_json.h"
#include "core/fields/json_document.h"

namespace shardscope {

namespace {

using PinsJson = nlohmann::ordered_json;

std::vector<PinnedPlan> pins_of(std::string_view text, const Presets& presets) {
  std::vector<PinnedPlan> pins;
  const PinsJson json = PinsJson::parse(text, nullptr, false);
  if (!json.is_array()) return pins;
  for (const PinsJson& each : json) {
    if (!each.is_object() || !each.contains("document")) continue;
    if (std::optional<Document> document = document_of(each["document"], presets))
      pins.push_back({std::move(*document), text_at(each, "from")});
  }
  return pins;
}

/// The names of those in the one text that aren't in the other.
std::string names_only_in(const PinsJson& one, const PinsJson& other) {
  std::string names;
  for (const PinsJson& pin : one)
    if (pin.is_object() && std::find(other.begin(), other.end(), pin) == other.end())
      names += (names.empty() ? "" : ", ") + text_at(pin, "name");
  return names;
}

}  // namespace

std::string kept_settings(CompareState& state, const Presets& presets) {
  return state.kept.of(state.pins, [&] {
    PinsJson all = PinsJson::array();
    for (const PinnedPlan& pin : state.pins)
      all.push_back({{"name", pin.document.said.scenario.name},
                     {"from", pin.from},
                     {"document", json_of(pin.document, presets, false)}});
    return all.dump(-1, ' ', false, PinsJson::error_handler_t::replace);
  });
}

void take_kept_settings(CompareState& state, std::string_view text, const Presets& presets) {
  state.pins = pins_of(text, presets);
}

void add_kept_settings(CompareState& state, std::string_view text, const Presets& presets) {
  for (PinnedPlan& pin : pins_of(text, presets)) (void)pin_plan(state, pin.document, std::move(pin.from));
}

std::string words_of_step(const CompareState&, std::string_view before, std::string_view after) {
  const PinsJson was = PinsJson::parse(before, nullptr, false), is = PinsJson::parse(after, nullptr, false);
  if (!was.is_array() || !is.is_array()) return "pins";
  const std::string pinned = names_only_in(is, was), unpinned = names_only_in(was, is);
  if (unpinned.empty()) return "pin " + pinned;
  return pinned.empty() ? "unpin " + unpinned : "pin " + pinned + ", unpin " + unpinned;
}

}  // namespace shardscope
