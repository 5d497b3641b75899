#include "app/output/svg.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "tests/app/output/timelines.h"

using namespace shardscope;

namespace {

std::string svg_of(const Report& report, const Theme& theme, const SvgOptions& options = {}) {
  std::ostringstream out;
  write_svg(out, timeline_source(report), theme, options);
  return out.str();
}

bool is_entity(std::string_view text) {
  for (const std::string_view known : {"&amp;", "&lt;", "&gt;", "&quot;"})
    if (text.starts_with(known)) return true;
  return false;
}

/// Why the text isn't well-formed XML as far as this writer can go wrong: elements closed in order, attributes quoted,
/// no stray "<" or "&". Nothing where it is.
std::optional<std::string> flaw_in(const std::string& xml) {
  std::vector<std::string> open;
  std::size_t at = 0;
  while ((at = xml.find_first_of("<&", at)) != std::string::npos) {
    if (xml[at] == '&') {
      if (!is_entity(std::string_view(xml).substr(at))) return "a stray & at " + std::to_string(at);
      ++at;
      continue;
    }
    const std::size_t end = xml.find('>', at);
    if (end == std::string::npos) return "an unfinished tag";
    const std::string tag = xml.substr(at + 1, end - at - 1);
    if (tag.find('<') != std::string::npos) return "a stray < in " + tag;
    if (std::count(tag.begin(), tag.end(), '"') % 2 != 0) return "an open quote in " + tag;
    const std::string name = tag.substr(0, tag.find(' '));
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) return "a wrong </" + tag.substr(1) + ">";
      open.pop_back();
    } else if (!tag.starts_with('?') && !tag.ends_with('/')) {
      open.push_back(name);
    }
    at = end + 1;
  }
  return open.empty() ? std::nullopt : std::optional("an unclosed " + open.back());
}

std::size_t count(const std::string& text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size())) ++found;
  return found;
}

}  // namespace

TEST_CASE("the picture is well-formed XML in every schedule, theme and size, whatever the scenario is called") {
  for (const Report& report : tests::reports_of_schedules())
    for (const Theme& theme : {dark_theme(), light_theme()})
      for (const SvgOptions options : {SvgOptions{}, SvgOptions{300, 120}, SvgOptions{4000, 2000}}) {
        CAPTURE(json_name(*report.scenario.plan.schedule));
        const std::string svg = svg_of(report, theme, options);
        const auto flaw = flaw_in(svg);
        CAPTURE(flaw.value_or(""));
        CHECK_FALSE(flaw.has_value());
        CHECK(svg.starts_with("<?xml"));
        CHECK(svg.find("nan") == std::string::npos);
        CHECK(svg.find("width=\"-") == std::string::npos);
      }
}

TEST_CASE("the checker finds what is wrong") {
  CHECK(flaw_in("<a><b></a></b>"));
  CHECK(flaw_in("<a>1 & 2</a>"));
  CHECK(flaw_in("<a b=\"c></a>"));
  CHECK_FALSE(flaw_in("<?xml?><a b=\"c\"><d/>1 &amp; 2</a>"));
}

TEST_CASE("every pass is a bar that says what it is, with its micro-batch's number where it fits") {
  const Report report = tests::report_of(ScheduleKind::one_f_one_b);
  const std::string svg = svg_of(report, dark_theme(), {3000, 0});
  CHECK(count(svg, ", micro-batch ") == report.timeline->records.size());
  CHECK(count(svg, "class=\"number") == report.timeline->records.size());
  CHECK(count(svg_of(report, dark_theme(), {200, 0}), "class=\"number") == 0);
}

TEST_CASE("colours are the theme's, and idle time is hatched") {
  const Report report = tests::report_of(ScheduleKind::zb_h1);
  const std::string dark = svg_of(report, dark_theme()), light = svg_of(report, light_theme());
  CHECK(dark.find("#4E8FE8") != std::string::npos);
  CHECK(light.find("#2F74D0") != std::string::npos);
  CHECK(light.find("#4E8FE8") == std::string::npos);
  for (const std::string& svg : {dark, light}) {
    CHECK(svg.find("<pattern id=\"idle\"") != std::string::npos);
    CHECK(count(svg, "class=\"idle\"") == 4 + 1);  // a lane each, and the legend
  }
}

TEST_CASE("a step of many bars stays a small picture, whose lanes show the mix of their work") {
  Scenario scenario = gpt3_on(8, 8, 1);
  scenario.plan.global_batch = 20'000;
  const Report report = evaluate(scenario);
  REQUIRE(report.timeline.has_value());
  REQUIRE(report.timeline->records.size() == 320'000);
  const std::string svg = svg_of(report, dark_theme());
  CHECK_FALSE(flaw_in(svg).has_value());
  CHECK(svg.size() < 2'000'000);
  CHECK(count(svg, "<rect") > 8 * 2);
}

TEST_CASE("the legend breaks its lines where the picture ends, above the picture's foot") {
  const Report report = tests::report_of(ScheduleKind::zb_h1);
  for (const int width : {300, 600, 800, 1600}) {
    CAPTURE(width);
    const std::string svg = svg_of(report, dark_theme(), {width, 400});
    std::size_t entries = 0;
    for (std::size_t at = svg.find("class=\"dim\" x=\""); at != std::string::npos;
         at = svg.find("class=\"dim\" x=\"", at + 1)) {
      const double x = std::stod(svg.substr(at + 15)), y = std::stod(svg.substr(svg.find("y=\"", at) + 3));
      const std::size_t words = svg.find('>', at) + 1, length = svg.find('<', words) - words;
      if (y < 100) continue;  // the title's
      ++entries;
      if (width > 300) CHECK(x + 6.6 * static_cast<double>(length) <= width);
      CHECK(y <= 400);
    }
    CHECK(entries >= 6);
  }
}
