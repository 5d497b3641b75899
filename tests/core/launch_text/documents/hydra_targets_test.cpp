#include "core/launch_text/documents/hydra_targets.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string recipe(const std::string& target, const std::string& more = {}) {
  return "model:\n  _target_: megatron.bridge.models." + target +
         "\n  tensor_model_parallel_size: 2\ntrain:\n  micro_batch_size: 1\n  global_batch_size: 128\n" + more;
}

}  // namespace

TEST_CASE("a class of the framework's that a YAML has made says its model, with a word") {
  const ImportedLaunch launch = imported(recipe("llama.Llama2ModelProvider7B"), {}, "run.yaml");
  CHECK(launch.parsed.said.scenario.model.preset == "llama2-7b");
  CHECK(launch.parsed.said.scenario.plan.sequence_length == 4096);
  CHECK(said_beside(launch).find("Llama2ModelProvider7B() sets model.from_hf_pretrained") != std::string::npos);
}

TEST_CASE("the data's sequence goes before the most that such a model reads") {
  const ImportedLaunch launch =
      imported(recipe("llama.Llama31ModelProvider8B", "dataset:\n  sequence_length: 8192\n"), {}, "run.yaml");
  CHECK(launch.parsed.said.scenario.plan.sequence_length == 8192);
}

TEST_CASE("of a model's class that isn't known that is said, and of other classes nothing") {
  CHECK(launch_complaints(recipe("x.OurProvider"), "run.yaml").find("doesn't say the model") != std::string::npos);
  const ImportedLaunch launch = imported(recipe("x.OurProvider", "sched:\n  _target_: x.Cosine\n"),
                                         {"model=llama2-7b", "plan.sequence_length=4096"}, "run.yaml");
  CHECK(said_beside(launch).find("what OurProvider() sets, which stands elsewhere, isn't known") != std::string::npos);
  CHECK(said_beside(launch).find("Cosine()") == std::string::npos);
}

TEST_CASE("a class beside the model, such as a teacher's, says nothing of it") {
  const ImportedLaunch launch = imported(
      recipe("llama.Llama3ModelProvider8B", "teacher:\n  _target_: m.Llama3ModelProvider70B\n"), {}, "run.yaml");
  CHECK(launch.parsed.said.scenario.model.preset == "llama3-8b");
  CHECK(said_beside(launch).find("Llama3ModelProvider70B() sets") == std::string::npos);
}
