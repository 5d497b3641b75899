#include "core/shell/filters/expression_fit.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

/// "1-3 2-3": where all of it fits, and its groups.
std::string places(std::string_view text, std::string_view expression, std::size_t begin = 0) {
  std::size_t work_left = limits::expression_places_max;
  const ExpressionFit fit = fit_of(text, expression, work_left, begin);
  if (!fit.followed) return "not followed";
  std::string all;
  for (const auto& [from, to] : fit.places.value_or(FittedPlaces{}))
    all += (all.empty() ? "" : " ") +
           (from == std::string::npos ? std::string("-") : std::to_string(from) + "-" + std::to_string(to));
  return all;
}

}  // namespace

TEST_CASE("an expression fits a part of the text, and one that isn't followed is left open") {
  CHECK(fits_expression("llama-70b", "^llama-[0-9]+b$") == true);
  CHECK(fits_expression("llama-70b", "^(opt|llama)-(7|13)b$") == false);
  CHECK(fits_expression("a.b", "a\\.b?$") == true);
  CHECK(fits_expression("axb", "a\\.b") == false);
  CHECK(fits_expression("", "^$") == true);
  CHECK(fits_expression("a", "[^a-c]|x*$") == true);
  for (const char* open :
       {"[[=a=]]", "[[:letter:]]", "\\1", "\\dx", "a{x}", "a{2", "a{3,2}", "(a", "a)", "*a", "^*a", "a{200}{200}"})
    CHECK(fits_expression("a", open) == std::nullopt);
  CHECK(fits_expression(std::string(4'000, 'a'), "((a*)*)*b") != true);
}

TEST_CASE("signs of repetition behind one another repeat once more, and only ^ turns a class around") {
  CHECK(fits_expression("llama-7b", "^.*?7b$") == true);
  CHECK(fits_expression("aab", "^a+*b$") == true);
  CHECK(fits_expression("b", "^a+?b$") == true);
  CHECK(fits_expression("b", "^a++b$") == false);
  CHECK(fits_expression("a", "^[!b]$") == false);
  CHECK(fits_expression("!", "^[!b]$") == true);
}

TEST_CASE("it says where the first and longest lies, and its groups") {
  CHECK(places("xtp12", "tp([0-9]+)") == "1-5 3-5");
  CHECK(places("abcd", "a|ab|abc") == "0-3");
  CHECK(places("b", "(a)|(b)") == "0-1 - 0-1");
  CHECK(places("aXbX", "X", 2) == "3-4");
  CHECK(places("abab", "(ab)*") == "0-4 2-4");
  CHECK(places("x", "y").empty());
}

TEST_CASE("counts, classes, blanks and edges of words are followed") {
  CHECK(places("aaaa", "a{2,3}") == "0-3");
  CHECK(places("aaaa", "^a{2}$").empty());
  CHECK(places("aaa", "a{2,}") == "0-3");
  CHECK(places("tp 8", "[[:space:]]([[:digit:]])") == "2-4 3-4");
  CHECK(places("a b", "\\w\\s\\w") == "0-3");
  CHECK(places("retp tp", "\\btp") == "5-7");
  CHECK(places("tpx tp", "tp\\>") == "4-6");
  CHECK(places("]", "[]]") == "0-1");
}

TEST_CASE("what would take too long isn't followed") {
  std::size_t work_left = 100;
  CHECK_FALSE(fit_of(std::string(400, 'a'), "(a|b)*c", work_left).followed);
  CHECK(fits_expression(std::string(20'000, 'a'), "a") == std::nullopt);
  CHECK(fits_expression("a", std::string(300, 'a')) == std::nullopt);
}

TEST_CASE("a basic expression's signs mean what they do there") {
  CHECK(extended_expression("\\(a\\)\\+[+(]") == "(a)+[+(]");
  CHECK(extended_expression("${A}") == "\\$\\{A\\}");
  CHECK(extended_expression("^a*$") == "^a*$");
  CHECK(extended_expression("*a^b") == "\\*a\\^b");
  CHECK(fits_expression("a.b", literal_expression("a.b")) == true);
}
