#include "app/session/kept/kept_documents.h"

#include <doctest/doctest.h>

#include "app/explorer/carry_out.h"
#include "app/session/documents.h"
#include "tests/app/desk.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::testing;
using shardscope::tests::TemporaryFolder;

TEST_CASE("the scenarios that were open come back in their tabs, with their edits and their files") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  edit(explorer, "plan.micro_batch", [](Scenario& scenario) { scenario.plan.micro_batch = 2; });
  const LaunchedScenario& llama = *shipped_presets().launched("llama3-70b-4096-h100");
  open_document(explorer.session, {llama, llama, "llama.json"});
  open_document(explorer.session, {llama, llama, {}});
  show_document(explorer.session, 1);
  explorer.session.launch.rules = "torchtitan";
  const KeptDocuments kept = read_kept_documents(write_kept_documents(explorer.session, true), shipped_presets());
  REQUIRE(kept.documents.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(kept.documents[i].said == document_at(explorer.session, i).said);
    CHECK(kept.documents[i].baseline == document_at(explorer.session, i).baseline);
  }

  Explorer next = explorer_on("gpt3-175b-v100");
  take_choices(next.session, kept);
  take_documents(next.session, kept);
  CHECK(document_count(next.session) == 3);
  CHECK(next.session.document_place == 1);
  const std::string file = next.session.history.present().file;  // the next start may be in another folder
  CHECK(std::filesystem::path(file).is_absolute());
  CHECK(std::filesystem::path(file).filename() == "llama.json");
  CHECK(document_at(next.session, 0).file.empty());
  CHECK(document_at(next.session, 0).edited());
  CHECK(next.session.report.scenario.model.preset == "llama3-70b");
  CHECK(next.session.launch.rules == "torchtitan");
  CHECK(next.session.launch.form == "megatron");
}

TEST_CASE("a damaged session opens nothing, and what can't be read any more is left out") {
  for (const char* text : {"", "[]", "{", "{\"documents\": 3}", "{\"documents\": [null, {}, {\"scenario\": {}}]}"}) {
    CAPTURE(text);
    CHECK(read_kept_documents(text, shipped_presets()).documents.empty());
  }
  Explorer explorer = explorer_on("gpt4-25k-a100");
  take_documents(explorer.session, {});
  take_choices(explorer.session, {{}, 0, "a framework that is gone", {}});
  CHECK(document_count(explorer.session) == 1);
  CHECK(explorer.session.launch.rules == "megatron");
}

TEST_CASE("a session goes through its file") {
  const TemporaryFolder folder;
  const Explorer explorer = explorer_on("gpt4-25k-a100");
  const std::string file = folder.write("open.json", write_kept_documents(explorer.session, true));
  const KeptDocuments kept = load_kept_documents(file, shipped_presets());
  REQUIRE(kept.documents.size() == 1);
  CHECK(kept.documents[0] == explorer.session.history.present());
  CHECK(kept.closed);
  CHECK_FALSE(is_of_newer_version(file));
  CHECK(load_kept_documents({}, shipped_presets()) == KeptDocuments{});
}

TEST_CASE("what was open when nobody closed it is back with a word, and undo leads to what it was opened as") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const LaunchedScenario& llama = *shipped_presets().launched("llama3-70b-4096-h100");
  open_document(explorer.session, {llama, llama, {}});
  edit(explorer, "plan.micro_batch", [](Scenario& scenario) { scenario.plan.micro_batch = 2; });
  for (const bool closed : {false, true}) {
    CAPTURE(closed);
    Explorer next = explorer_on("gpt3-175b-v100");
    take_documents(next.session,
                   read_kept_documents(write_kept_documents(explorer.session, closed), shipped_presets()));
    CHECK(next.session.history.present().said.scenario.plan.micro_batch == 2);
    CHECK(next.session.notice.text.empty() == closed);
    CHECK(next.session.history.can_undo() == !closed);
    undo(next.session);
    CHECK(next.session.history.present().edited() == closed);
    show_document(next.session, 0);
    CHECK_FALSE(next.session.history.can_undo());
  }
}

TEST_CASE("a scenario that can't be read now is kept for when it can be again") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const std::string gone = R"({"scenario": {"model": "gone"}, "file": "mine.json"})";
  const std::string text = write_kept_documents(explorer.session, true, {gone});
  const KeptDocuments kept = read_kept_documents(text, shipped_presets());
  CHECK(kept.documents.size() == 1);
  REQUIRE(kept.unread.size() == 1);
  CHECK(kept.unread[0].find("mine.json") != std::string::npos);
  CHECK(read_kept_documents(write_kept_documents(explorer.session, true, kept.unread), shipped_presets()) == kept);
}

TEST_CASE("what is no session is put aside, and a newer version's is told from one's own") {
  const TemporaryFolder folder;
  const std::string damaged = folder.write("open.json", "{\"documents\": [");
  CHECK(load_kept_documents(damaged, shipped_presets()).documents.empty());
  CHECK(std::filesystem::exists(damaged + ".damaged"));
  CHECK_FALSE(std::filesystem::exists(damaged));
  CHECK(is_of_newer_version(folder.write("newer.json", R"({"version": 2})")));
  CHECK_FALSE(is_of_newer_version(folder.write("old.json", R"({"documents": []})")));
  CHECK_FALSE(is_of_newer_version(folder.path("none.json")));
}

TEST_CASE("what was set by hand and how a launch starts come back, so that the way back still leads back") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  Session& session = explorer.session;
  const Scenario before = session.history.present().said.scenario;
  Scenario edited = before;
  edited.plan.tp = 4;
  take_edit(session, edited, "plan.tp");
  REQUIRE(session.history.present().by_hand != SetByHand());
  session.launch.launcher = Launcher::slurm;
  const KeptDocuments kept = read_kept_documents(write_kept_documents(session, true), shipped_presets());
  REQUIRE(kept.documents.size() == 1);
  CHECK(kept.documents.front().by_hand == session.history.present().by_hand);
  Explorer next = explorer_on("gpt3-175b-v100");
  take_choices(next.session, kept);
  take_documents(next.session, kept);
  CHECK(next.session.launch.launcher == Launcher::slurm);
  Scenario back = next.session.history.present().said.scenario;
  back.plan.tp = before.plan.tp;
  take_edit(next.session, back, "plan.tp");
  CHECK(next.session.history.present().said.scenario == before);
}
