#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "app/cluster/cluster_parts.h"
#include "app/explorer/carry_out.h"
#include "app/explorer/state/view_list.h"
#include "app/session/documents.h"
#include "tests/gui/drawn_words.h"
#include "tests/gui/window_driver.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// The smallest and the largest window that all views are made for.
constexpr WindowSize smallest{1024, 640, 1}, largest{3440, 1440, 2};
constexpr std::array scales = {1.0F, 1.25F, 1.5F, 2.0F};

std::vector<WindowSize> usual_sizes() {
  std::vector<WindowSize> sizes;
  for (const auto& [width, height] :
       {std::pair{1024, 640}, {1280, 720}, {1440, 900}, {1760, 1080}, {2560, 1440}, {3440, 1440}})
    for (const float scale : scales) sizes.push_back({width, height, scale});
  return sizes;
}

/// As many of other windows, the same each time.
std::vector<WindowSize> drawn_sizes(std::mt19937& random, int count) {
  const auto within = [&](int low, int high) { return low + static_cast<int>(random() % (high - low + 1)); };
  std::vector<WindowSize> sizes;
  for (int i = 0; i < count; ++i)
    sizes.push_back({within(smallest.width, largest.width), within(smallest.height, largest.height),
                     scales[random() % scales.size()]});
  return sizes;
}

/// What a person does to the scenario once it is open.
enum class Edited { no, tensor, impossible };

struct Shown {
  std::string preset;
  Edited edited = Edited::no;
  void (*change)(Scenario&) = nullptr;  // to another scenario from the start
};

void two_sites(Scenario& scenario) {
  scenario.cluster.sites.number = 2;
}

void two_pools(Scenario& scenario) {
  const Presets& presets = real_presets();
  scenario.cluster.pools = {{*presets.gpu("h100-sxm"), 2048, {}, {}, {}}, {*presets.gpu("a100-80"), 2048, {}, {}, {}}};
}

const std::vector<Shown>& shown_scenarios() {
  static const std::vector<Shown> all = {{"gpt4-25k-a100"},
                                         {"llama3-405b-16k-h100"},
                                         {"deepseek-v3-2048-h800"},
                                         {"llama2-7b-256-a100"},  // one stage
                                         {"gpt4-25k-a100", Edited::no, two_sites},
                                         {"llama3-70b-4096-h100", Edited::no, two_pools},
                                         {"gpt4-25k-a100", Edited::tensor},
                                         {"llama3-405b-16k-h100", Edited::tensor},
                                         {"gpt4-25k-a100", Edited::impossible},
                                         {"llama3-405b-16k-h100", Edited::impossible}};
  return all;
}

/// Any preset, with any edit.
Shown drawn_scenario(std::mt19937& random) {
  const std::vector<LaunchedScenario>& presets = real_presets().scenarios;
  return {presets[random() % presets.size()].scenario.preset, static_cast<Edited>(random() % 3)};
}

void edit_tensor(WindowDriver& window, std::int64_t tp) {
  Scenario edited = window.scenario();
  edited.plan.tp = tp;
  take_edit(window.explorer.session, edited, "plan.tp");
}

void open_shown(WindowDriver& window, const Shown& shown) {
  LaunchedScenario scenario = *real_presets().launched(shown.preset);
  if (shown.change != nullptr) shown.change(scenario.scenario);
  open_preset(window.explorer.session, scenario);
  window.frames(1);
  if (shown.edited == Edited::tensor) edit_tensor(window, window.plan().tp > 1 ? window.plan().tp / 2 : 2);
  if (shown.edited == Edited::impossible) edit_tensor(window, 7);
  window.frames(1);
}

std::vector<Rect> places_called(const WindowDriver& window, std::string_view name) {
  std::vector<Rect> rects;
  for (const Place& place : window.explorer.places.all)
    if (place.name == name) rects.push_back(place.rect);
  return rects;
}

void check_words(WindowDriver& window, const WindowSize& size) {
  CAPTURE(size.width);
  CAPTURE(size.height);
  CAPTURE(size.scale);
  window.resize(size);
  window.frames(3);
  CHECK(word_faults(places_called(window, "card"), places_called(window, "veil")) == "");
}

/// Every view of the scenario in windows of these sizes, with nothing under way any more.
void check_views(WindowDriver& window, const Shown& shown, const std::vector<WindowSize>& sizes) {
  CAPTURE(shown.preset);
  CAPTURE(static_cast<int>(shown.edited));
  open_shown(window, shown);
  for (const std::string_view view : picture_names()) {
    CAPTURE(std::string(view));
    show_view(window.explorer, view);
    window.settle();
    for (const WindowSize& size : sizes) check_words(window, size);
  }
}

/// The racks in every colouring, in the view and in its card.
void check_colorings(const Shown& shown, const std::vector<WindowSize>& sizes) {
  WindowDriver window(shown.preset);
  CAPTURE(shown.preset);
  open_shown(window, shown);
  window.explorer.cluster_in_small_window = true;
  for (const char* view : {"window", "cluster"}) {
    CAPTURE(std::string(view));
    show_view(window.explorer, view);
    for (const ClusterColoring& coloring : cluster_colorings) {
      CAPTURE(std::string(coloring.segment.name));
      window.explorer.of<ClusterState>().racks.coloring = coloring.coloring;
      for (const WindowSize& size : sizes) check_words(window, size);
    }
  }
}

}  // namespace

TEST_CASE("every view of any size, scale, preset and edit has no words on one another, cut, clipped or across a card") {
  std::mt19937 random(21);
  WindowDriver window;
  for (int i = 0; i < 3; ++i) check_views(window, drawn_scenario(random), drawn_sizes(random, 3));
}

TEST_CASE("racks in every colouring have no words on one another, cut or clipped") {
  std::mt19937 random(4);
  for (const char* preset : {"gpt4-25k-a100", "deepseek-v3-2048-h800"})
    check_colorings({preset}, drawn_sizes(random, 3));
}

TEST_CASE("once a plan was edited no word of the verdict, of Compare or of Launch is cut") {
  WindowDriver window;
  for (const Shown& shown : shown_scenarios()) {
    if (shown.edited == Edited::no) continue;
    CAPTURE(shown.preset);
    open_shown(window, shown);
    for (const char* view : {"window", "compare", "launch"}) {
      CAPTURE(std::string(view));
      show_view(window.explorer, view);
      window.settle();
      for (const WindowSize& size : {WindowSize{1024, 640, 1}, {1280, 720, 1.25F}, {1440, 900, 1}, {1760, 1080, 1.5F}})
        check_words(window, size);
    }
  }
}

TEST_CASE("every view of every usual size and scale has no words on one another, cut, clipped or across a card" *
          doctest::test_suite("long")) {
  WindowDriver window;
  for (const Shown& shown : shown_scenarios()) check_views(window, shown, usual_sizes());
}

TEST_CASE("many more windows have no words on one another, cut, clipped or across a card" *
          doctest::test_suite("long")) {
  std::mt19937 random(2100);
  WindowDriver window;
  for (int i = 0; i < 24; ++i) check_views(window, drawn_scenario(random), drawn_sizes(random, 6));
}

TEST_CASE("racks in every colouring at every usual size have no words on one another, cut or clipped" *
          doctest::test_suite("long")) {
  for (const Shown& shown :
       {Shown{"gpt4-25k-a100"}, Shown{"deepseek-v3-2048-h800"}, Shown{"llama3-70b-4096-h100", Edited::no, two_pools}})
    check_colorings(shown, usual_sizes());
}
