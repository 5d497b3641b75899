#include "app/output/plans/inverse_page.h"

#include <cmath>

#include "app/output/plans/plan_words.h"
#include "render/text/headline_text.h"

namespace shardscope {

namespace {

std::string counted_words(double value, const char* what) {
  return grouped(std::llround(value)) + " " + what;
}

std::string dollars_words(const std::optional<double>& dollars) {
  return format_headline(Headline::rental, dollars).text();
}

std::string model_words(const InverseAnswer& known, const InverseTrial& trial) {
  const Model& model = trial.request.base.model;
  return grouped(model.num_hidden_layers) + " layers of " + grouped(model.hidden_size) + ": " +
         format_count(figure_of(known.question, trial).value_or(0)).text() + " parameters";
}

/// Those that were tried, the answer's first where they are kinds, in their order where they are sizes.
Section tried_section(const InverseAnswer& known) {
  Section section{"Tried", {}, {}};
  section.table.head = {"", "Plan"};
  section.table.align = "ll";
  for (const InverseTrial& trial : known.trials)
    if (trial.tried || trial.found)
      section.table.rows.push_back({answer_words(known, trial), plan_of_answer_words(trial)});
  return section;
}

}  // namespace

std::string answer_words(const InverseAnswer& known, const InverseTrial& trial) {
  const Scenario& base = trial.request.base;
  switch (known.question) {
    case InverseQuestion::fewest_gpus:
      return counted_words(static_cast<double>(trial.found ? trial.found->gpus : base.cluster.gpus), "GPUs");
    case InverseQuestion::cheapest_gpu: {
      const std::string& gpu = base.cluster.gpu.title.empty() ? base.cluster.gpu.preset : base.cluster.gpu.title;
      if (!trial.found) return gpu;
      return counted_words(static_cast<double>(trial.found->gpus), gpu.c_str()) + ": " +
             dollars_words(trial.found->rental_usd);
    }
    case InverseQuestion::longest_sequence:
      return counted_words(trial.value, "tokens per sequence");
    case InverseQuestion::largest_micro_batch:
      return counted_words(trial.value, trial.value == 1 ? "sequence per micro-batch" : "sequences per micro-batch");
    case InverseQuestion::largest_model:
      return model_words(known, trial);
  }
  return {};
}

std::string plan_of_answer_words(const InverseTrial& trial) {
  if (!trial.found) return "no plan fits and keeps every need";
  std::string words = choice_words(trial.request, trial.found->choice) + ": " +
                      format_headline(Headline::step, trial.found->step.value).text() + " per step, " +
                      format_headline(Headline::memory, trial.found->peak_memory.value).text();
  if (trial.found->days) words += ", " + format_headline(Headline::days, trial.found->days).text();
  return words;
}

Page inverse_page(const InverseAnswer& known, const Scenario& asked, double seconds) {
  Page page{std::string(entry_of(known.question).label) + ", of " + asked.name, {}};
  const std::string looked = format_count(static_cast<double>(known.looked_at)).text() + " plans looked at in " +
                             format_seconds(Seconds{seconds}).text() + ".";
  if (const InverseTrial* answer = known.answer()) {
    page.sections.push_back({"", {answer_words(known, *answer), plan_of_answer_words(*answer), looked}, {}});
  } else {
    page.sections.push_back({"", {"Nothing that was tried has a plan that fits and keeps every need.", looked}, {}});
  }
  page.sections.push_back(tried_section(known));
  return page;
}

}  // namespace shardscope
