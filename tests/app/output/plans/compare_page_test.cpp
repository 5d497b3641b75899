#include "app/output/plans/compare_page.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/real_presets.h"

using namespace shardscope;

namespace {

struct Pair {
  Scenario a = *tests::real_presets().scenario("gpt4-25k-a100"), b = a;
};

std::string page_text(const Scenario& a, const Scenario& b) {
  return text_of(compare_page("A and B", evaluate(a), evaluate(b), field_differences(a, b), plan_path(a, b)));
}

}  // namespace

TEST_CASE("the sentence says which step is shorter and what it comes from, the other way round of the other") {
  Pair pair;
  pair.b.plan.virtual_stages = 2, pair.b.plan.schedule = ScheduleKind::one_f_one_b_v;
  const Report a = evaluate(pair.a), b = evaluate(pair.b);
  const std::string there = difference_words(a, b).text(), back = difference_words(b, a).text();
  CHECK(there.find("B's step is ") == 0);
  CHECK(there.find(" shorter (") != std::string::npos);
  CHECK(there.find(" less of the busiest rank's idle time") != std::string::npos);
  CHECK(back.find(" longer (") != std::string::npos);
  CHECK(back.find(" more of the busiest rank's idle time") != std::string::npos);
  CHECK(difference_words(a, a).text() == "Their steps are equally long. Their fullest GPUs hold the same.");
}

TEST_CASE("the sentence's head says what its seconds say") {
  Pair pair;
  pair.b.plan.virtual_stages = 2, pair.b.plan.schedule = ScheduleKind::one_f_one_b_v;
  const Report a = evaluate(pair.a), b = evaluate(pair.b);
  CHECK(difference_words(a, b).step == b.time->step - a.time->step);
  CHECK(difference_words(a, b).head.ends_with("%)"));
  CHECK(difference_words(a, a).step == Seconds{});
}

TEST_CASE("steps of unequal tokens are compared by their rate too") {
  Pair pair;
  pair.b.plan.global_batch *= 2;
  const std::string words = difference_words(evaluate(pair.a), evaluate(pair.b)).text();
  CHECK(words.find(": B makes ") != std::string::npos);
  CHECK(words.find("more tokens/s") != std::string::npos);
}

TEST_CASE("the second plan has its own letter wherever the sentence names it") {
  Pair pair;
  pair.b.plan.global_batch *= 2;
  const std::string words = difference_words(evaluate(pair.a), evaluate(pair.b), "C").text();
  CHECK(words.starts_with("C's step is "));
  CHECK(words.find(": C makes ") != std::string::npos);
  CHECK(words.find("B") == std::string::npos);
}

TEST_CASE("the page tells settings, figures, parts and the way, and of the same plan that it is the same") {
  Pair pair;
  CHECK(page_text(pair.a, pair.a).find("the same plan") != std::string::npos);
  CHECK(page_text(pair.a, pair.a).find("one setting after another") == std::string::npos);
  pair.b.plan.tp = 16, pair.b.plan.dp = 104;
  const std::string text = page_text(pair.a, pair.b);
  CHECK(text.find("plan.tp 8 → 16 (plan.dp 208 → 104)") != std::string::npos);
  for (const char* words : {"What differs", "Where the seconds go", "Memory of the fullest GPU", "Together"})
    CHECK(text.find(words) != std::string::npos);
}

TEST_CASE("what takes next to nothing of a step is said in its own unit, its change too") {
  const auto& presets = tests::real_presets();
  const std::string text =
      page_text(*presets.scenario("llama3-8b-1024-h100"), *presets.scenario("mistral-7b-256-h100"));
  CHECK(text.find(" 0.0 s") == std::string::npos);
  const std::size_t row = text.find("Optimizer");
  const std::string optimizer = text.substr(row, text.find('\n', row) - row);
  CHECK(optimizer.find("µs") != std::string::npos);
  CHECK(optimizer.find(" 0 s") == std::string::npos);
}
