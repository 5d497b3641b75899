// What the window keeps without being asked: what is open, how far lessons are, what was asked of views, settings, a
// presentation's steps. No GLFW: a test gives the time.
#pragma once

#include <optional>

#include "app/explorer/state/explorer.h"
#include "app/session/kept/kept_file.h"
#include "app/session/kept/kept_place.h"

namespace shardscope {

/// Nothing that a person did is lost but what came within so many seconds.
inline constexpr double keep_every_seconds = 0.25;

class Keeping {
 public:
  /// `settings`: their file; the others lie beside it. Empty: nothing is kept.
  explicit Keeping(const std::filesystem::path& settings);

  /// Opens what was kept: scenarios in place of the one that is open, how far lessons are.
  void open(Explorer& explorer, const Presets& presets);
  /// Something may have changed.
  void note_change() { changed_ = true; }
  /// Seconds until something is to be kept; nothing where nothing is.
  [[nodiscard]] std::optional<double> due_in(double now) const;
  /// Keeps what has changed, where it is time for that. What can't be kept is said once.
  void keep(Explorer& explorer, double now);
  /// The person closes the window.
  void close(Explorer& explorer);

 private:
  void keep_all(Explorer& explorer, bool closed);

  KeptPlace place_;
  KeptFile documents_, lessons_, settings_;
  std::vector<std::string> unread_;
  LessonProgress begun_;
  std::string settings_written_;  // without what another window added
  bool changed_ = false;
  double kept_at_ = -keep_every_seconds;
};

}  // namespace shardscope
