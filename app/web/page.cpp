#include "app/web/page.h"

#include <emscripten.h>
#include <emscripten/heap.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>

#include "app/explorer/state/explorer.h"
#include "app/explorer/window.h"
#include "app/files/scenario_source.h"
#include "app/panels/verdict_cells.h"
#include "app/session/documents.h"
#include "app/session/settings.h"
#include "app/web/address.h"
#include "app/web/browser_window.h"
#include "app/web/input.h"
#include "app/window/explorer_loop.h"
#include "app/window/keeping.h"
#include "core/fields/fields.h"
#include "core/report_json/report_json.h"
#include "core/script/evaluate_loaded.h"
#include "render/picture/gl.h"
#include "render/text/drawn_runs.h"
#include "render/text/fonts.h"

namespace shardscope {

namespace {

/// All that is open in the page.
struct Page {
  Presets presets;
  Fonts fonts;
  Explorer explorer;
  Keeping keeping;
  WindowSystem window;
  ExplorerLoop loop;
  Address address = {};

  /// On the scenario that was asked for, or the first preset.
  Page(Presets all, const LaunchedScenario* asked, const std::filesystem::path& settings, DrawFrame draw)
      : presets(std::move(all)),
        fonts(load_fonts(*ImGui::GetIO().Fonts, usual_font_folders())),
        explorer(
            make_explorer(presets, asked != nullptr ? *asked : presets.scenarios.front(), {}, load_settings(settings))),
        keeping(settings),
        window(page_window()),
        loop(explorer, keeping, window, fonts, draw) {}
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;
};

std::unique_ptr<Page>& page() {
  static std::unique_ptr<Page> open;
  return open;
}

/// A text that page.js reads before it asks for the next.
const char* answer(std::string text) {
  static std::string kept;
  kept = std::move(text);
  return kept.c_str();
}

void begin_drawing() {
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;  // our own settings keep the arrangement
  ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  ImGui_ImplOpenGL3_Init(shader_version);
  begin_input();
}

/// What the window shows at a place; of an icon alone what the place is called, "icon.more_rows": more rows.
std::string shown_words(const Place& place) {
  const ImVector<ImDrawList*>& lists = ImGui::GetDrawData()->CmdLists;
  const std::vector<DrawnRun> runs = drawn_runs({lists.Data, static_cast<std::size_t>(lists.Size)});
  if (std::string words = words_within(runs, place.rect); !words.empty()) return words;
  std::string name = place.name.substr(place.name.rfind('.') + 1);
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

/// What is at the place that the keys go to: of a field its name and its value, of anything else the words there.
std::string focused_words(const Explorer& explorer) {
  const ImGuiContext& gui = *ImGui::GetCurrentContext();
  if (!gui.IO.NavVisible || gui.NavWindow == nullptr || gui.NavId == 0) return {};
  const ImVec2 middle = ImGui::WindowRectRelToAbs(gui.NavWindow, gui.NavWindow->NavRectRel[gui.NavLayer]).GetCenter();
  const std::vector<Place>& places = explorer.places.all;
  const auto at = std::find_if(places.rbegin(), places.rend(),
                               [middle](const Place& place) { return place.rect.contains(middle); });
  if (at == places.rend()) return {};
  const Field* field = find_field(at->name);
  if (field == nullptr) return shown_words(*at);
  const Scenario& scenario = explorer.session.history.present().said.scenario;
  return std::string(field->label) + ", " + text_of(*field, field->get(scenario));
}

/// The scenario of the address; of none nothing, and what is wrong with one in `why`.
std::optional<LaunchedScenario> asked_scenario(const std::string& address, const Presets& presets, std::string& why) {
  if (address.empty()) return std::nullopt;
  std::istringstream nothing;
  const Outcome<ParsedScenario> read = load_scenario(address, {}, presets, nothing);
  if (succeeded(read)) return value_of(read).said;
  why = "The address holds no scenario: " + line_of(problems_of(read).front(), "");
  return std::nullopt;
}

/// The tab that has it, edited or not: a page that is loaded again is where it was.
void show_asked(Session& session, const Document& asked) {
  for (std::size_t place = 0; place < document_count(session); ++place)
    if (document_at(session, place).said == asked.said) return show_document(session, place);
  open_beside(session, asked);
}

}  // namespace

}  // namespace shardscope

using namespace shardscope;

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* shardscope_start(const char* scenario, const char* view, int alone, int keeps) {
  Outcome<Presets> presets = load_program_presets();
  if (!succeeded(presets)) return answer(line_of(problems_of(presets).front(), "presets"));
  if (std::string why = open_canvas(); !why.empty()) return answer(std::move(why));
  begin_drawing();
  (void)add_own_presets(std::get<0>(presets));
  const std::filesystem::path settings = keeps != 0 ? settings_file() : std::filesystem::path();
  std::string why;
  const auto asked = asked_scenario(scenario, std::get<0>(presets), why);
  page() = std::make_unique<Page>(std::move(std::get<0>(presets)), asked ? &*asked : nullptr, settings,
                                  alone != 0 ? draw_view_alone : draw_explorer);
  Page& open = *page();
  const Document before = open.explorer.session.history.present();
  if (alone == 0) open.keeping.open(open.explorer, open.presets);
  if (asked) show_asked(open.explorer.session, before);
  if (*view != '\0') show_view(open.explorer, std::string_view(view));
  if (!why.empty()) open.explorer.session.notice = {why, true};
  if (keeps == 0 && alone == 0 && open.explorer.session.notice.text.empty())
    open.explorer.session.notice = {"This tab keeps nothing for the next visit", false};
  return answer({});
}

EMSCRIPTEN_KEEPALIVE double shardscope_frame() {
  Page& open = *page();
  open.loop.frame();
  download_written();
  open.address.follow(open.explorer, ImGui::IsAnyMouseDown());
  const std::optional<double> next = open.loop.next_in();
  return next.value_or(-1);
}

EMSCRIPTEN_KEEPALIVE void shardscope_go_to(const char* code) {
  page()->address.go_to(page()->explorer, code);
}

EMSCRIPTEN_KEEPALIVE const char* shardscope_report(const char* preset) {
  std::istringstream nothing;
  const Outcome<ParsedScenario> read = load_scenario(preset, {}, page()->presets, nothing);
  if (!succeeded(read)) return answer(line_of(problems_of(read).front(), ""));
  return answer(report_json(evaluate_loaded(value_of(read)), TensorLists::peak_stage).dump(2) + "\n");
}

EMSCRIPTEN_KEEPALIVE const char* shardscope_place(const char* name) {
  const std::optional<Rect> place = page()->explorer.places.find(name);
  if (!place) return answer({});
  std::ostringstream words;
  words << place->min.x << ' ' << place->min.y << ' ' << place->width() << ' ' << place->height();
  return answer(words.str());
}

EMSCRIPTEN_KEEPALIVE const char* shardscope_words() {
  const Session& session = page()->explorer.session;
  std::string words = verdict_words(session.report, shown_report(session));
  if (!session.notice.text.empty()) words += " " + session.notice.text;
  return answer(std::move(words));
}

EMSCRIPTEN_KEEPALIVE int shardscope_memory() {
  return static_cast<int>(emscripten_get_heap_size());
}

EMSCRIPTEN_KEEPALIVE const char* shardscope_focused() {
  return answer(focused_words(page()->explorer));
}
}
