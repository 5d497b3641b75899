#include "app/session/give_from_outside.h"

#include <doctest/doctest.h>

#include "app/session/documents.h"
#include "app/session/kept/kept_documents.h"
#include "tests/app/desk.h"

using namespace shardscope;
using namespace shardscope::testing;

namespace {

constexpr const char* script =
    "torchrun --nproc_per_node 8 --nnodes $NNODES pretrain_gpt.py --num-layers 32 --hidden-size 4096 \\\n"
    "  --num-attention-heads 32 --seq-length 4096 --max-position-embeddings 4096 --vocab-size 32000 --bf16 \\\n"
    "  --micro-batch-size 1 --global-batch-size 512 --tensor-model-parallel-size 8\n";

}  // namespace

TEST_CASE("a document keeps the script that it was read from, through copies, undo and the next start") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  Session& session = explorer.session;
  CHECK_FALSE(session.history.present().source);
  paste_text(session, script);
  REQUIRE(session.history.present().source);
  CHECK(session.history.present().source->text == script);
  give_from_outside(session, "NNODES", "16");
  CHECK(session.history.present().said.scenario.cluster.gpus == 128);
  const KeptDocuments kept = read_kept_documents(write_kept_documents(session, true), shipped_presets());
  REQUIRE(kept.documents.size() == 1);
  CHECK(kept.documents.front().source == session.history.present().source);
  copy_document(session);
  CHECK(session.history.present().source->outside.environment.at("NNODES") == "16");
  close_document(session);
  undo(session);
  CHECK(session.history.present().source->outside.environment.empty());
  undo(session);
  CHECK_FALSE(session.history.present().source);
}

TEST_CASE("what is given again as it was is no step, and an empty value takes it away") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  Session& session = explorer.session;
  paste_text(session, script);
  const std::size_t steps = session.history.size();
  give_from_outside(session, "NNODES", "");
  CHECK(session.history.size() == steps);
  give_from_outside(session, "NNODES", "2");
  CHECK(session.history.present().said.scenario.cluster.gpus == 16);
  give_from_outside(session, "NNODES", "");
  CHECK(session.history.present().said.scenario.cluster.gpus == 8);
}

TEST_CASE("of several arguments each can be given by itself, in any order, and taken away again") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  Session& session = explorer.session;
  std::string text(script);
  text.replace(text.find("$NNODES"), 7, "$1");
  text.replace(text.find("parallel-size 8"), 15, "parallel-size $2");
  text.replace(text.find("batch-size 512"), 14, "batch-size $3");
  paste_text(session, text);
  CHECK_FALSE(session.taken.problems.empty());
  for (const auto& [name, value] : {std::pair{"3", "512"}, {"1", "16"}}) {
    give_from_outside(session, name, value);
    CHECK_FALSE(session.taken.problems.empty());  // the others are still asked for
    CHECK(given_from_outside(shown_source(session.taken, session.history.present())->outside, name) == value);
  }
  give_from_outside(session, "2", "4");
  CHECK(session.taken.problems.empty());
  const Scenario& read = session.history.present().said.scenario;
  CHECK(read.plan.tp == 4);
  CHECK(read.cluster.gpus == 128);
  CHECK(read.plan.global_batch == 512);
  give_from_outside(session, "2", "");
  CHECK_FALSE(session.taken.problems.empty());
}

TEST_CASE("a script that was refused is what is shown until one turns back from it") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  Session& session = explorer.session;
  std::string text(script);
  text.replace(text.find("--bf16"), 6, "--num-layer 3");
  paste_text(session, text);
  REQUIRE_FALSE(session.taken.problems.empty());
  CHECK(session.attention == Attention::check);  // where its faults stand, and fields for what it asks for
  CHECK(shown_source(session.taken, session.history.present())->text == text);
  leave_refused(session);
  CHECK_FALSE(shown_source(session.taken, session.history.present()));
}

TEST_CASE("in the window a control or a field stands for what a command line would say") {
  Problem open(Severity::hint, "cluster.gpu", "h100 is taken");
  open.remedy = {RemedyKind::setting, "--set cluster.gpu=NAME says another", {}, {}};
  CHECK(window_words(open) == "h100 is taken");
  open.remedy.flag = "--vocab-size";
  CHECK(window_words(open) == "h100 is taken; --vocab-size says another");
  CHECK(window_words({Severity::error, "", "no"}) == "no");
  Problem unset(Severity::error, TextPlace{{}, 3, "--tp"}, "$TP isn't set");
  unset.remedy = {RemedyKind::outside, "--env TP=VALUE says it", {}, {"TP"}};
  CHECK(window_words(unset) == "$TP isn't set; fill it in above the script");
  unset.remedy = {RemedyKind::none, "write the number", {}, {}};
  CHECK(window_words(unset) == "$TP isn't set; write the number");
}
