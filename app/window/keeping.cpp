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

KeptViews kept_views(const Explorer& explorer) {
  KeptViews views;
  for (const ViewEntry& entry : view_entries())
    if (entry.kept_settings != nullptr) views[std::string(entry.info.name)] = entry.kept_settings(explorer.views);
  return views;
}

}  // namespace

Keeping::Keeping(const std::filesystem::path& settings)
    : place_(take_kept_place(beside(settings, "open.json"))),
      documents_(place_.file),
      lessons_(beside(settings, "lessons.json")),
      settings_(settings),
      slides_(place_.is_first ? beside(settings, "presentation.json") : std::filesystem::path()) {}

void Keeping::open(Explorer& explorer, const Presets& presets) {
  KeptDocuments before = load_kept_documents(place_.file, presets);
  for (const std::filesystem::path& left : place_.left) add_documents(before, load_kept_documents(left, presets));
  unread_ = before.unread;
  begun_ = load_progress(lessons_.file());
  lessons_ = KeptFile(lessons_.file(), write_progress(begun_));
  settings_written_ = write_settings(explorer.session.settings);
  explorer.of<LessonsState>().progress = begun_;
  explorer.presentation.prepared = read_slides(text_of_file(slides_.file()), presets);
  slides_ = KeptFile(slides_.file(), write_slides(explorer.presentation.prepared, presets));
  take_choices(explorer.session, before);
  take_documents(explorer.session, before);
  for (const ViewEntry& entry : view_entries())
    if (const auto kept = before.views.find(std::string(entry.info.name));
        kept != before.views.end() && entry.take_kept_settings != nullptr)
      entry.take_kept_settings(explorer.views, kept->second);
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
  std::string why = documents_.keep(write_kept_documents(explorer.session, closed, unread_, kept_views(explorer)));
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
  const std::string of_slides = slides_.keep(write_slides(explorer.presentation.prepared, *explorer.session.presets));
  if (why.empty()) why = of_slides;
  if (!why.empty()) explorer.session.notice = {"What is open can't be kept for the next start: " + why, true};
}

void Keeping::close(Explorer& explorer) {
  keep_all(explorer, true);
  if (place_.is_first || place_.file.empty()) return;
  std::error_code ignored;  // what a second window had open was closed with it
  std::filesystem::remove(place_.file, ignored);
}

}  // namespace shardscope
