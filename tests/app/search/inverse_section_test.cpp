#include "app/search/inverse_section.h"

#include "core/evaluate/evaluate.h"
#include "tests/app/search/search_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// Frames until the question that was clicked is answered.
const InverseAnswer& answered(SearchDriver& driver, InverseQuestion question) {
  driver.window.click("search.find." + std::string(entry_of(question).name));
  driver.window.frames(2);
  for (int i = 0; i < 4000 && !driver.state().inverse.progress.known.done; ++i) driver.window.frames(1);
  REQUIRE(driver.state().inverse.progress.known.done);
  driver.window.frames(2);
  return driver.state().inverse.progress.known;
}

/// A window in which the whole column is in sight.
constexpr WindowSize tall{1760, 1500, 1};

}  // namespace

TEST_CASE(
    "a question that is clicked is answered, and a click on the answer shows its plan, from which Esc leads back") {
  for (const InverseQuestion question : {InverseQuestion::longest_sequence, InverseQuestion::largest_micro_batch,
                                         InverseQuestion::largest_model, InverseQuestion::fewest_gpus}) {
    CAPTURE(entry_of(question).name);
    SearchDriver driver("gpt2-xl-8-a100", tall);
    driver.search();
    const Scenario before = driver.window.scenario();
    const InverseAnswer& known = answered(driver, question);
    REQUIRE(known.answer() != nullptr);
    const Scenario shown = scenario_of(*known.answer());
    CHECK(evaluate(shown).fits);
    driver.window.click("search.answer.0");
    driver.window.frames(2);
    CHECK(driver.window.scenario().plan == shown.plan);
    CHECK(driver.window.scenario().model == shown.model);
    CHECK(driver.window.explorer.grown.empty());
    driver.window.key(ImGuiKey_Escape);
    driver.window.frames(2);
    CHECK(driver.window.scenario() == before);
    CHECK(driver.window.explorer.grown == "search");
  }
}

TEST_CASE("the cheapest kinds of GPU are listed with their clusters, and a budget leaves none") {
  SearchDriver driver("gpt2-xl-8-a100", tall);
  driver.search();
  const InverseAnswer& known = answered(driver, InverseQuestion::cheapest_gpu);
  REQUIRE(known.answer() != nullptr);
  CHECK(known.trials.size() > 3);
  driver.window.click("search.answer.1");
  driver.window.frames(2);
  CHECK(driver.window.scenario().cluster.gpu.preset != known.answer()->request.base.cluster.gpu.preset);
  driver.window.key(ImGuiKey_Escape);
  driver.window.frames(2);
  driver.window.set_value("search.budget", "0.000001");
  CHECK(driver.state().settings.budget.has_value());
  driver.window.frames(2);
  for (int i = 0; i < 4000 && !driver.state().inverse.progress.known.done; ++i) driver.window.frames(1);
  CHECK(driver.state().inverse.progress.known.done);
  CHECK(driver.state().inverse.progress.known.answer() == nullptr);
  CHECK_FALSE(driver.window.shows("search.answer.0"));
}

TEST_CASE("a second click leaves the question, and another scenario is asked anew") {
  SearchDriver driver("gpt2-xl-8-a100", tall);
  driver.search();
  const double longest = answered(driver, InverseQuestion::longest_sequence).answer()->value;
  Scenario scenario = driver.window.scenario();
  scenario.model.num_hidden_layers *= 8;
  edit_as_step(driver.window.explorer.session, scenario, "model.num_hidden_layers");
  driver.window.frames(1);
  for (int i = 0; i < 4000 && !driver.state().inverse.progress.known.done; ++i) driver.window.frames(1);
  REQUIRE(driver.state().inverse.progress.known.answer() != nullptr);
  CHECK(driver.state().inverse.progress.known.answer()->value < longest);
  driver.window.click("search.find.longest-sequence");
  driver.window.frames(2);
  CHECK_FALSE(driver.state().inverse.question.has_value());
}
