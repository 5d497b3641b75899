// app/session/kept: what is kept without being saved. In: the session. Out: files beside the settings, and at the next
// start what was open; kept_place.h says which file, kept_file.h when it is written.
//
// What is open when the program ends and comes back when it starts again: the scenarios in their tabs, edits included,
// whose rules and text the Launch view shows, and what was asked of views.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/session.h"

namespace shardscope {

struct KeptDocuments {
  std::vector<Document> documents;
  std::size_t shown = 0;                  // of them
  std::string rules, form;                // the frameworks picked in the Launch view; empty: none was
  std::optional<Launcher> launcher = {};  // likewise
  bool closed = true;                     // false: the program ended without closing it
  std::vector<std::string> unread = {};   // scenarios, as JSON, that can't be read (a preset that is gone)
  KeptViews views = {};

  bool operator==(const KeptDocuments&) const = default;
};

/// The scenarios that are open, as JSON, with those that couldn't be read when it was opened. `closed`: by the person.
[[nodiscard]] std::string write_kept_documents(const Session& session, bool closed,
                                               const std::vector<std::string>& unread = {},
                                               const KeptViews& views = {});

/// The same of a window that was closed and had something put aside.
[[nodiscard]] std::string write_kept_views(const KeptViews& views);

/// What such a text says; a scenario that can't be read any more (a preset that is gone) is left out, and kept.
[[nodiscard]] KeptDocuments read_kept_documents(std::string_view text, const Presets& presets);

/// The frameworks that were picked; one that is gone leaves the usual one.
void take_choices(Session& session, const KeptDocuments& kept);
/// Opens the scenarios in the place of the only one that is open; nothing where there are none. Where the program ended
/// without closing them, each edited one can be undone to what it was opened as, and a notice says so.
void take_documents(Session& session, const KeptDocuments& kept);
/// Those of another program behind them, which is as if that one's had been opened here.
void add_documents(KeptDocuments& kept, KeptDocuments more);

/// What isn't such a file at all is put aside as FILE.damaged, so that nothing overwrites it.
[[nodiscard]] KeptDocuments load_kept_documents(const std::filesystem::path& file, const Presets& presets);
/// Whether a newer version of the program keeps what is open there.
[[nodiscard]] bool is_of_newer_version(const std::filesystem::path& file);

}  // namespace shardscope
