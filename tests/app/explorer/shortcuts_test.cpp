#include "app/explorer/shortcuts.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "app/explorer/command_palette.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("F1 shows all keys and hides them again; Esc hides them and nothing else") {
  WindowDriver window;
  CHECK_FALSE(window.shows("shortcuts"));
  window.key(ImGuiKey_F1);
  CHECK(window.shows("shortcuts"));
  window.key(ImGuiKey_F1);
  CHECK_FALSE(window.shows("shortcuts"));
  window.click("grow.timeline");
  window.key(ImGuiKey_F1);
  REQUIRE(window.shows("shortcuts"));
  window.key(ImGuiKey_Escape);
  CHECK_FALSE(window.shows("shortcuts"));
  CHECK(window.explorer.grown == "timeline");
}

TEST_CASE("the list of keys is whole in small windows, at every scale") {
  for (const WindowSize size : {WindowSize{1024, 640, 1}, WindowSize{1760, 1080, 1}, WindowSize{3440, 1440, 2}}) {
    WindowDriver window("gpt4-25k-a100", size);
    window.key(ImGuiKey_F1);
    const Rect list = window.place("shortcuts");
    CHECK(list.min.x >= 0);
    CHECK(list.min.y >= 0);
    CHECK(list.max.x <= static_cast<float>(size.width));
    CHECK(list.max.y <= static_cast<float>(size.height));
  }
}

TEST_CASE("the palette opens the list of keys") {
  WindowDriver window;
  window.key(ImGuiMod_Ctrl | ImGuiKey_K);
  window.frames(2);
  window.type("all keys");
  window.frames(1);
  window.key(ImGuiKey_Enter);
  window.frames(2);
  CHECK(window.shows("shortcuts"));
}

TEST_CASE("no two shortcuts share their keys or their name, and each says what it does") {
  std::set<ImGuiKeyChord> chords;
  std::set<std::string_view> names;
  for (const Shortcut& shortcut : shortcuts()) {
    CAPTURE(shortcut.name);
    for (const ImGuiKeyChord chord : shortcut.chords)
      if (chord != ImGuiKey_None) CHECK(chords.insert(chord).second);
    CHECK(names.insert(shortcut.name).second);
    CHECK_FALSE(shortcut.does.empty());
    CHECK((shortcut.act != nullptr));
  }
}

TEST_CASE("the palette lists the shortcuts that count, with their keys; a view without a scenario has few") {
  WindowDriver window;
  for (const bool alone : {false, true}) {
    CAPTURE(alone);
    if (alone) show_view(window.explorer, "lab");
    const ViewFrame frame = window.view_frame();
    const std::vector<PaletteEntry> entries = palette_entries(window.explorer, frame);
    for (const Shortcut& shortcut : shortcuts()) {
      const bool listed = std::any_of(entries.begin(), entries.end(), [&](const PaletteEntry& entry) {
        return entry.name == shortcut.name && entry.kind == shortcut.keys;
      });
      CAPTURE(shortcut.name);
      CHECK(listed == (!shortcut.name.empty() && counts(shortcut, window.explorer)));
      CHECK(counts(shortcut, window.explorer) == (!alone || shortcut.place == ShortcutPlace::everywhere));
    }
  }
}

TEST_CASE("the palette's Larger stops where the keys do: at what the window holds") {
  WindowDriver keys("gpt4-25k-a100", {800, 500, 1}), palette("gpt4-25k-a100", {800, 500, 1});
  for (int i = 0; i < 25; ++i) {
    keys.key(ImGuiMod_Ctrl | ImGuiKey_Equal);
    const ViewFrame frame = palette.view_frame();
    for (const PaletteEntry& entry : palette_entries(palette.explorer, frame))
      if (entry.name == "Larger") entry.act();
    palette.frames(1);
  }
  CHECK(palette.explorer.session.settings.zoom == doctest::Approx(keys.explorer.session.settings.zoom));
  CHECK(palette.explorer.session.settings.zoom < 3);
}
