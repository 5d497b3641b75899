#include "tests/gui/drawn_words.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace shardscope::tests {

namespace {

std::string described(const DrawnRun& run) {
  return "“" + run.words + "” at " + std::to_string(std::lround(run.rect.min.x)) + ", " +
         std::to_string(std::lround(run.rect.min.y));
}

/// Whether a window that scrolls along this axis ends here: what is clipped there goes on behind.
bool scrolls_at(float border, float ImVec2::*axis) {
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (!window->WasActive || !(window->ScrollMax.*axis > 0)) continue;
    if (std::abs(window->InnerClipRect.Min.*axis - border) < 1.5F ||
        std::abs(window->InnerClipRect.Max.*axis - border) < 1.5F)
      return true;
  }
  return false;
}

bool is_clipped(const DrawnRun& run, ImVec2 window) {
  const float left = std::max(0.0F, run.clip.min.x), right = std::min(window.x, run.clip.max.x);
  const float top = std::max(0.0F, run.clip.min.y), bottom = std::min(window.y, run.clip.max.y);
  return (run.rect.min.x < left - 0.5F && !scrolls_at(left, &ImVec2::x)) ||
         (run.rect.max.x > right + 0.5F && !scrolls_at(right, &ImVec2::x)) ||
         (run.rect.min.y < top - 0.5F && !scrolls_at(top, &ImVec2::y)) ||
         (run.rect.max.y > bottom + 0.5F && !scrolls_at(bottom, &ImVec2::y));
}

using Runs = std::vector<DrawnRun>;

template <class Is>
std::vector<std::string> described_where(const Runs& runs, const Is& is) {
  std::vector<std::string> found;
  for (const DrawnRun& run : runs)
    if (is(run)) found.push_back(described(run));
  return found;
}

bool lies_in(const Rect& inner, const Rect& outer) {
  return inner.min.x >= outer.min.x && inner.max.x <= outer.max.x && inner.min.y >= outer.min.y &&
         inner.max.y <= outer.max.y;
}

bool is_covered(const Rect& rect, std::span<const Rect> covers) {
  return std::any_of(covers.begin(), covers.end(), [&](const Rect& cover) { return lies_in(rect, cover); });
}

std::vector<std::string> overlapping(const Runs& runs, std::span<const Rect> covers) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (std::size_t k = i + 1; k < runs.size(); ++k) {
      const Rect &a = runs[i].rect, &b = runs[k].rect;
      const float wide = std::min(a.max.x, b.max.x) - std::max(a.min.x, b.min.x);
      const float high = std::min(a.max.y, b.max.y) - std::max(a.min.y, b.min.y);
      if (wide > 1.5F && high > 0.3F * std::min(a.height(), b.height()) && !is_covered(b, covers))
        found.push_back(described(runs[i]) + " on " + described(runs[k]));
    }
  return found;
}

std::vector<std::string> clipped(const Runs& runs) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  return described_where(runs, [&](const DrawnRun& run) { return is_clipped(run, window); });
}

std::vector<std::string> cut(const Runs& runs) {
  return described_where(runs, [](const DrawnRun& run) { return run.words.ends_with("…"); });
}

std::vector<std::string> across(const Runs& runs, std::span<const Rect> cards, std::span<const Rect> covers) {
  return described_where(runs, [&](const DrawnRun& run) {
    return !is_covered(run.rect, covers) && std::any_of(cards.begin(), cards.end(), [&](const Rect& card) {
      // Ink that is clipped isn't there.
      const Rect seen{{std::max(run.rect.min.x, run.clip.min.x), std::max(run.rect.min.y, run.clip.min.y)},
                      {std::min(run.rect.max.x, run.clip.max.x), std::min(run.rect.max.y, run.clip.max.y)}};
      return seen.overlaps(card) && !lies_in(seen, card);
    });
  });
}

}  // namespace

std::vector<DrawnRun> drawn_runs() {
  const ImVector<ImDrawList*>& lists = ImGui::GetDrawData()->CmdLists;
  return shardscope::drawn_runs({lists.Data, static_cast<std::size_t>(lists.Size)});
}

std::vector<std::string> overlapping_words(std::span<const Rect> covers) {
  return overlapping(drawn_runs(), covers);
}

std::vector<std::string> clipped_words() {
  return clipped(drawn_runs());
}

std::vector<std::string> cut_words() {
  return cut(drawn_runs());
}

std::vector<std::string> words_across(std::span<const Rect> cards, std::span<const Rect> covers) {
  return across(drawn_runs(), cards, covers);
}

std::string word_faults(std::span<const Rect> cards, std::span<const Rect> covers) {
  const Runs runs = drawn_runs();
  std::string all;
  const auto say = [&](const char* kind, const std::vector<std::string>& lines) {
    if (!lines.empty()) all += std::string(kind) + ": " + joined_lines(lines);
  };
  say("overlapping", overlapping(runs, covers));
  say("clipped", clipped(runs));
  say("cut", cut(runs));
  say("across a card's border", across(runs, cards, covers));
  return all;
}

std::string joined_lines(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines) all += line + ";\n";
  return all;
}

}  // namespace shardscope::tests
