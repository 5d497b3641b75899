// The keys that do something whatever the pointer is over, in one table: the window looks for them, the list of keys
// (F1) and the palette (Ctrl+K) show them.
#pragma once

#include <imgui.h>

#include <array>
#include <span>
#include <string_view>

#include "app/explorer/state/explorer.h"

namespace shardscope {

enum class ShortcutGroup { everywhere, scenarios, window };

/// Where a shortcut counts.
enum class ShortcutPlace {
  everywhere,
  scenario,    // not in a view that shows none
  no_dialog,   // nor while a dialog is open
  not_typing,  // nor while a field is typed in, which has these keys for itself
};

struct Shortcut {
  std::array<ImGuiKeyChord, 3> chords = {};  // any of them; ImGuiKey_None: none more
  std::string_view keys = {};                // "Ctrl+Z"
  std::string_view does = {};                // "undo": in the list of keys
  std::string_view name = {};                // "Undo": in the palette; empty: not there
  std::string_view searched = {};            // what else finds it there
  void (*act)(Explorer&, const Frame&) = nullptr;
  ShortcutGroup group = ShortcutGroup::scenarios;
  ShortcutPlace place = ShortcutPlace::everywhere;
  bool beside_last = false;  // in the list in one line with the one before
};

/// In the order in which they are listed.
[[nodiscard]] std::span<const Shortcut> shortcuts();
/// Whether the shortcut counts now, whatever is typed in: the palette, which is itself, lists it then.
[[nodiscard]] bool counts(const Shortcut& shortcut, const Explorer& explorer);

/// Does what the keys that were pressed ask for.
void follow_shortcuts(Explorer& explorer, const Frame& frame);
/// F1 shows all keys, and hides them again.
void shortcut_list(Explorer& explorer, const Frame& frame);

}  // namespace shardscope
