#include "render/explain/explain_traffic.h"

#include <doctest/doctest.h>

#include "core/derivation/derived_figures.h"
#include "core/evaluate/evaluate.h"
#include "core/fields/fields.h"
#include "render/text/format.h"
#include "tests/real_presets.h"
#include "tests/render/explain/has_line.h"

using namespace shardscope;
using tests::has_line;

namespace {

/// Whether each name that it goes by is a figure of the report or a field.
bool leads_on(const Explanation& words, const Report& report) {
  const DerivedFigures figures = derived_figures(report);
  for (const std::string& name : words.made_from)
    if (find_figure(figures, name) == nullptr && find_field(name) == nullptr) return false;
  return !words.made_from.empty();
}

}  // namespace

TEST_CASE("each level of each preset's network says how its load comes about, and the kinds make the whole") {
  for (const LaunchedScenario& preset : tests::real_presets().scenarios) {
    const Report report = evaluate(preset.scenario);
    if (!report.time) continue;
    CAPTURE(preset.scenario.name);
    for (const LevelLoad& level : report.network) {
      const Explanation words = explain_level(report, level);
      CHECK(words.value == format_percent(level.load).text());
      CHECK(has_line(words, "= " + words.value));
      CHECK(has_line(words, format_bandwidth(level.capacity).text() + " / "));
      CHECK(leads_on(words, report));
      double shares = 0;
      for (std::size_t kind = 0; kind < group_kinds; ++kind) {
        if (!(level.by_kind[kind].value > 0)) continue;
        const Explanation own = explain_level(report, level, static_cast<GroupKind>(kind));
        CHECK(has_line(own, format_bytes(level.by_kind[kind]).text() + " / "));
        CHECK(leads_on(own, report));
        shares += level.by_kind[kind] / level.capacity / report.time->step;
      }
      CHECK(shares == doctest::Approx(level.load).epsilon(1e-6));
    }
  }
}

TEST_CASE("each collective of each preset says its groups, bytes, time and what of it nothing hides") {
  for (const LaunchedScenario& preset : tests::real_presets().scenarios) {
    const Report report = evaluate(preset.scenario);
    if (!report.time) continue;
    CAPTURE(preset.scenario.name);
    for (const Communication& row : report.communication) {
      const Explanation words = explain_communication(row);
      CAPTURE(words.title);
      CHECK(words.title == communication_title(row));
      CHECK(words.value == format_seconds(row.time).text());
      CHECK(has_line(words, "groups of " + grouped(row.group_size) + " GPUs"));
      CHECK(has_line(words, "nothing hides " + format_seconds(row.exposed).text()));
      CHECK(leads_on(words, report));
    }
  }
}
