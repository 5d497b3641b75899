#include "render/text/headline_text.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("headline figures are written in the units that people say, and changes in the unit of their figure") {
  const auto said = [](Headline figure, double value) { return format_headline(figure, value).text(); };
  CHECK(said(Headline::step, 34.9) == format_seconds(Seconds{34.9}).text());
  CHECK(said(Headline::tokens_per_second, 1.72e6) == "1.72 M");
  CHECK(said(Headline::mfu, 0.334) == "33.4 %");
  CHECK(said(Headline::bubble, 0.162) == "16.2 %");
  CHECK(said(Headline::memory, 76.4e9) == "76.4 GB");
  CHECK(said(Headline::days, 94) == "94 days");
  CHECK(said(Headline::rental, 58e6) == "$58 M");
  CHECK(said(Headline::energy, 22.1 * 3.6e12) == "22.1 GWh");
  CHECK(format_headline(Headline::days, std::optional<double>{}).text() == "unknown");
  const auto moved = [](Headline figure, double change, double beside) {
    return format_headline_change(figure, change, beside).text();
  };
  CHECK(moved(Headline::step, -2, 38) == "−2.0 s");
  CHECK(moved(Headline::tokens_per_second, 0.12e6, 1.1e6) == "+0.12 M");
  CHECK(moved(Headline::mfu, 0.031, 0.4) == "+3.1 points");
  CHECK(moved(Headline::memory, 30e9, 100e9) == "+30.0 GB");
  CHECK(moved(Headline::days, -45, 45) == "−45 days");
  CHECK(moved(Headline::rental, -30e6, 30e6) == "−$30 M");
}
