// Each group's collectives by every algorithm, on the network page of the grown Cluster view (cluster_parts.h).
#include <imgui.h>

#include <array>
#include <span>
#include <string>
#include <vector>

#include "app/cluster/cluster_parts.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "core/cluster/algorithms.h"
#include "core/scenario/gpu_family.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float row_height = 26, message_gap = 8, foot_height = 46;  // at scale 1
constexpr float name_share = 0.34F;

constexpr std::array<std::string_view, 5> heads = {"ring", "tree", "hierarchical", "halving", "in-network"};

/// Fast perhaps, but nothing that frameworks run over GPUs has it here.
bool in_brackets(const AlgorithmRate& rate) {
  return rate.bus.value > 0 && !rate.candidate && !rate.chosen;
}

/// "NCCL", or of other makers' devices what stands in its place.
std::string library_of(const ViewFrame& frame) {
  return facts_of(frame.shown.scenario.cluster.gpu.family).has_cuda ? "NCCL" : "the library";
}

std::string brackets_words(const std::string& library) {
  return "In brackets: not in " + library +
         " here, so it isn't taken though it may be faster; plan.collective_algorithm forces it. Reduce-scatters and "
         "all-gathers have the ring alone.";
}

void draw_rates(const ViewFrame& frame, const Rect& row, const std::string& name,
                std::span<const AlgorithmRate> rates) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float first = row.width() * name_share, width = (row.width() - first) / static_cast<float>(heads.size());
  draw_text(draw, theme, TextRole::secondary, row.min, theme.text,
            first_fitting(theme, TextRole::secondary, std::span(&name, 1), first - theme.px(8)));
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const float right = row.min.x + first + width * static_cast<float>(i + 1);
    const std::string rate = rates[i].bus.value > 0 ? format_bandwidth(rates[i].bus).text() : "–";
    const std::string words = in_brackets(rates[i]) ? "(" + rate + ")" : rate;
    const float used = text_width(theme, TextRole::secondary, words);
    if (rates[i].chosen)
      draw.AddRectFilled({right - used - theme.px(7), row.min.y - theme.px(2)},
                         {right + theme.px(7), row.min.y + text_height(theme, TextRole::secondary) + theme.px(2)},
                         with_alpha(theme.accent, 0.25F), theme.px(design::control_radius));
    draw_text_right(draw, theme, TextRole::secondary, {right, row.min.y}, rates[i].chosen ? theme.text : theme.dim,
                    words);
  }
}

/// What an algorithm's place in the row says, and why it isn't taken.
std::string rate_words(const AlgorithmRate& rate, std::string_view algorithm, const std::string& library) {
  std::string words(algorithm);
  if (!(rate.bus.value > 0)) return words + ": not over these links";
  words += ": " + format_bandwidth(rate.bus).text();
  return rate.chosen ? words + ", taken" : in_brackets(rate) ? words + ", not in " + library + " here" : words;
}

/// Each algorithm's bus bandwidth, and of the one that is taken, how it comes about.
Explanation explain_rates(const GroupRates& rates, const std::string& library) {
  Explanation words{rates.name + ", " + format_whole_bytes(rates.message),
                    {},
                    {},
                    "nccl-tests, doc/PERFORMANCE.md",
                    {},
                    {"time.step_seconds"}};
  const double factor = bus_factor(rates.collective, rates.gpus);
  for (std::size_t i = 0; i < rates.rates.size(); ++i) {
    const AlgorithmRate& rate = rates.rates[i];
    words.lines.push_back(rate_words(rate, heads[i], library));
    if (rate.chosen) words.value = format_bandwidth(rate.bus).text();
  }
  for (const AlgorithmRate& rate : rates.rates)
    if (rate.chosen && rate.bus.value > 0)
      words.lines.push_back("bus bandwidth = message / its time × " +
                            std::string(rounds_of(rates.collective) > 1 ? "2 (n − 1) / n" : "(n − 1) / n") + " = " +
                            format_bytes(rates.message).text() + " / " +
                            format_seconds(rates.message * factor / rate.bus).text() + " × " + fixed(factor, 3) +
                            " = " + words.value);
  return words;
}

float heading(const ViewFrame& frame, const Rect& body, float y, const GroupRates& first) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const std::string size = format_whole_bytes(first.message), words = "Messages of " + size;
  const float used = draw_text(draw, theme, TextRole::strong, {body.min.x, y}, theme.text, words);
  words_tip(frame, "cluster.message." + size, {{body.min.x, y}, {body.min.x + used, y + theme.px(row_height)}},
            {words,
             {},
             {"What one collective works on, before its group shares it: large messages show the links' bandwidth, "
              "small ones the latency of each algorithm's steps."},
             ""});
  const float names = body.width() * name_share;
  const float width = (body.width() - theme.px(6) - names) / static_cast<float>(heads.size());
  for (std::size_t i = 0; i < heads.size(); ++i)
    draw_text_right(draw, theme, TextRole::secondary, {body.min.x + names + width * static_cast<float>(i + 1), y},
                    theme.dim, heads[i]);
  return y + theme.px(row_height);
}

}  // namespace

float cluster_algorithms_height(const Theme& theme, const std::vector<GroupRates>& rates) {
  if (rates.empty()) return 0;
  std::size_t sizes = 1;
  for (std::size_t i = 1; i < rates.size(); ++i) sizes += rates[i].message == rates[i - 1].message ? 0 : 1;
  return theme.px(row_height) * static_cast<float>(rates.size() + sizes) +
         theme.px(message_gap) * static_cast<float>(sizes) + theme.px(52 + foot_height);
}

void cluster_algorithms_card(const ViewFrame& frame, const Rect& card, const std::vector<GroupRates>& rates) {
  const Theme& theme = frame.theme;
  const std::string library = library_of(frame);
  const std::array<std::string, 4> subtitles = {
      "bus bandwidth with all groups at once; marked: what is taken; in brackets: not in " + library + " here",
      "bus bandwidth; marked: taken; (…): not in " + library + " here", "marked: taken; (…): not in " + library,
      "(…): not in " + library};
  const Rect body = plain_card(frame, card, "Algorithms", subtitles, SubtitleAt::right);
  frame.places.note("cluster.algorithms", body);
  const Rect inside = begin_scroll("algorithms", frame, body);
  float y = inside.min.y;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    if (i > 0 && !(rates[i].message == rates[i - 1].message)) y += theme.px(message_gap);
    if (i == 0 || !(rates[i].message == rates[i - 1].message)) y = heading(frame, inside, y, rates[i]);
    const Rect row{{inside.min.x, y}, {inside.max.x - theme.px(6), y + theme.px(row_height)}};
    draw_rates(frame, row, rates[i].name, rates[i].rates);
    const std::string name = "cluster.rates." + std::to_string(i);
    if (hit_area(frame, name.c_str(), row).hovered && !frame.is_picture)
      show_tip(frame, explain_rates(rates[i], library));
    y = row.max.y;
  }
  y += theme.px(message_gap);
  y += draw_wrapped(*ImGui::GetWindowDrawList(), theme, TextRole::secondary, {inside.min.x, y}, theme.dim,
                    brackets_words(library), inside.width());
  end_scroll(inside, y);
}

}  // namespace shardscope
