#include "app/explorer/state/view_list.h"

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

/// Some settings are plain words, others have scenarios in them, for which the presets are needed.
template <class State>
constexpr void add_kept(ViewEntry& entry) {
  constexpr bool plain = requires(State & state) {
    take_kept_settings(state, std::string_view());
  };
  constexpr bool of_presets = requires(State & state, const Presets& presets) {
    take_kept_settings(state, std::string_view(), presets);
  };
  if constexpr (plain) {
    entry.kept_settings = [](Views& views, const Presets&) { return kept_settings(std::get<State>(views)); };
    entry.take_kept_settings = [](Views& views, std::string_view text, const Presets&) {
      take_kept_settings(std::get<State>(views), text);
    };
  }
  if constexpr (of_presets) {
    entry.kept_settings = [](Views& views, const Presets& presets) {
      return kept_settings(std::get<State>(views), presets);
    };
    entry.take_kept_settings = [](Views& views, std::string_view text, const Presets& presets) {
      take_kept_settings(std::get<State>(views), text, presets);
    };
  }
  if constexpr (requires(State & state) { add_kept_settings(state, std::string_view()); })
    entry.add_kept_settings = [](Views& views, std::string_view text, const Presets&) {
      add_kept_settings(std::get<State>(views), text);
    };
  if constexpr (requires(State & state, const Presets& presets) {
                  add_kept_settings(state, std::string_view(), presets);
                })
    entry.add_kept_settings = [](Views& views, std::string_view text, const Presets& presets) {
      add_kept_settings(std::get<State>(views), text, presets);
    };
  if constexpr (requires(const State& state) { words_of_step(state, std::string_view(), std::string_view()); })
    entry.words_of_step = [](const Views& views, std::string_view before, std::string_view after) {
      return words_of_step(std::get<State>(views), before, after);
    };
}

/// What can be asked of a view that has pages or texts.
template <class State>
constexpr void add_pages(ViewEntry& entry) {
  if constexpr (requires(State & state) { show_page(state, std::string_view()); }) {
    entry.show_page = [](Views& views, std::string_view name) { show_page(std::get<State>(views), name); };
    entry.shown_page = [](const Views& views) { return shown_page(std::get<State>(views)); };
  }
  if constexpr (requires(const State& state, const Presets& presets) {
                  text_of_view(state, std::string_view(), presets);
                })
    entry.text = [](const Views& views, std::string_view ending, const Presets& presets) {
      return text_of_view(std::get<State>(views), ending, presets);
    };
}

template <class State>
constexpr ViewEntry entry_of() {
  ViewEntry entry{State::info};
  entry.draw = [](Views& views, const ViewFrame& frame, const Rect& area) {
    draw_view(std::get<State>(views), frame, area);
  };
  if constexpr (requires(State & state, const ViewFrame& frame, const Rect& card) { draw_in_card(state, frame, card); })
    entry.draw_in_card = [](Views& views, const ViewFrame& frame, const Rect& card) {
      draw_in_card(std::get<State>(views), frame, card);
    };
  if constexpr (requires(const State& state) { is_working(state); })
    entry.is_working = [](const Views& views) { return is_working(std::get<State>(views)); };
  if constexpr (requires(State & state) { show_all(state); })
    entry.show_all = [](Views& views) { show_all(std::get<State>(views)); };
  if constexpr (requires(State & state) { state.offers = std::vector<PinnedPlan>(); })
    entry.take_offers = [](Views& views, std::vector<PinnedPlan>&& offers) {
      std::get<State>(views).offers = std::move(offers);
    };
  if constexpr (requires(State & state) { escape(state); })
    entry.escape = [](Views& views) { return escape(std::get<State>(views)); };
  if constexpr (requires(State & state) { finish(state); })
    entry.finish = [](Views& views) { finish(std::get<State>(views)); };
  if constexpr (!State::info.needs_scenario()) {
    entry.can_undo = [](const Views& views) { return can_undo(std::get<State>(views)); };
    entry.can_redo = [](const Views& views) { return can_redo(std::get<State>(views)); };
    entry.undo = [](Views& views) { undo(std::get<State>(views)); };
    entry.redo = [](Views& views) { redo(std::get<State>(views)); };
    entry.chart_exports = [](const Views& views) { return chart_exports(std::get<State>(views)); };
    entry.choose_export = [](Views& views, const ChartExport& chosen) {
      return choose_export(std::get<State>(views), chosen);
    };
    entry.exported_timeline = [](const Views& views) { return exported_timeline(std::get<State>(views)); };
  }
  add_pages<State>(entry);
  add_kept<State>(entry);
  return entry;
}

template <std::size_t... Is>
constexpr std::array<ViewEntry, view_count> entries_of(std::index_sequence<Is...>) {
  return {entry_of<std::tuple_element_t<Is, Views>>()...};
}

}  // namespace

bool ViewEntry::has_page(std::string_view name) const {
  return std::find(info.pages.begin(), info.pages.end(), name) != info.pages.end();
}

const std::array<ViewEntry, view_count>& view_entries() {
  static constexpr std::array<ViewEntry, view_count> entries = entries_of(std::make_index_sequence<view_count>());
  return entries;
}

const ViewEntry* find_view(std::string_view name) {
  for (const ViewEntry& entry : view_entries())
    if (entry.info.name == name || entry.has_page(name)) return &entry;
  return nullptr;
}

std::string_view name_of_view(Headline about) {
  for (const ViewEntry& entry : view_entries())
    if (entry.info.figure == about) return entry.info.name;
  return {};
}

std::vector<std::string_view> picture_names() {
  std::vector<std::string_view> names = {whole_window};
  for (const ViewEntry& entry : view_entries()) {
    if (entry.info.pages.empty()) names.push_back(entry.info.name);
    names.insert(names.end(), entry.info.pages.begin(), entry.info.pages.end());
  }
  return names;
}

std::string picture_names_in_words(std::string_view before_last) {
  const std::vector<std::string_view> names = picture_names();
  std::string words;
  for (std::size_t i = 0; i < names.size(); ++i)
    words += std::string(i == 0 ? "" : i + 1 < names.size() ? ", " : before_last) + std::string(names[i]);
  return words;
}

}  // namespace shardscope
