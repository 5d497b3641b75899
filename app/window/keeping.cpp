#include "app/window/keeping.h"

#include <algorithm>

#include "app/files/files.h"
#include "app/session/kept/kept_documents.h"

namespace shardscope {

namespace {

std::filesystem::path beside(const std::filesystem::path& settings, const char* name) {
  return settings.empty() ? settings : settings.parent_path() / name;
}

/// Empty where there is none.
std::string text_of_file(const std::filesystem::path& file) {
  constexpr std::size_t bytes_max = 16u << 20;
  const Outcome<std::string> text = read_text_file(file.string(), bytes_max);
  return succeeded(text) ? value_of(text) : std::string();
}

}  // namespace

Keeping::Keeping(const std::filesystem::path& settings)
    : place_(take_kept_place(beside(settings, "open.json"))),
      documents_(place_.file),
      lessons_(beside(settings, "lessons.json")),
      settings_(settings) {}

void Keeping::open(Explorer& explorer, const Presets& presets) {
  KeptDocuments before = load_kept_documents(place_.file, presets);
  std::vector<KeptViews> of_others;
  for (const std::filesystem::path& left : place_.left) {
    KeptDocuments more = load_kept_documents(left, presets);
    of_others.push_back(std::move(more.views));
    add_documents(before, std::move(more));
  }
  unread_ = before.unread;
  begun_ = load_progress(lessons_.file());
  lessons_ = KeptFile(lessons_.file(), write_progress(begun_));
  settings_written_ = write_settings(explorer.session.settings);
  explorer.of<LessonsState>().progress = begun_;
  take_choices(explorer.session, before);
  take_documents(explorer.session, before);
  if (place_.is_first && !before.views.contains("presentation"))  // where an older version kept it
    explorer.presentation.prepared = read_slides(text_of_file(beside(settings_.file(), "presentation.json")), presets);
  take_beside(explorer, before.views);
  for (const KeptViews& views : of_others) add_beside(explorer, views);
  changed_ = true;  // that it is open now
}

std::optional<double> Keeping::due_in(double now) const {
  if (!changed_) return std::nullopt;
  return std::clamp(kept_at_ + keep_every_seconds - now, 0.0, keep_every_seconds);
}

void Keeping::keep(Explorer& explorer, double now) {
  const std::optional<double> due = due_in(now);
  if (!due || *due > 0) return;
  keep_all(explorer, false);
  changed_ = false;
  kept_at_ = now;
}

void Keeping::keep_all(Explorer& explorer, bool closed) {
  std::string why = documents_.keep(write_kept_documents(explorer.session, closed, unread_, kept_beside(explorer)));
  if (documents_.stands()) forget_left(place_);
  // Another window writes these two as well: what is only there stays.
  const LessonProgress& progress = explorer.of<LessonsState>().progress;
  if (progress != begun_) {
    const std::string of_lessons =
        lessons_.keep(write_progress(merged_progress(load_progress(lessons_.file()), begun_, progress)));
    if (why.empty()) why = of_lessons;
  }
  Settings settings = explorer.session.settings;
  if (const std::string own = write_settings(settings); own != settings_written_) {
    add_recent_files(settings, load_settings(settings_.file()).recent_files);
    const std::string of_settings = settings_.keep(write_settings(settings));
    if (settings_.stands()) settings_written_ = own;
    if (why.empty()) why = of_settings;
  }
  if (!why.empty()) explorer.session.notice = {"What is open can't be kept for the next start: " + why, true};
}

void Keeping::close(Explorer& explorer) {
  keep_all(explorer, true);
  if (place_.is_first || place_.file.empty()) return;
  // What a second window had open was closed with it; what was put aside there is offered by the next one.
  const KeptViews aside = put_aside(explorer);
  std::error_code ignored;
  if (aside.empty())
    std::filesystem::remove(place_.file, ignored);
  else
    (void)documents_.keep(write_kept_views(aside));
}

}  // namespace shardscope
