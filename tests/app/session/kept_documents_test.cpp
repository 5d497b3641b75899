#include "app/session/kept_documents.h"

#include <doctest/doctest.h>

#include "app/session/documents.h"
#include "tests/app/desk.h"
#include "tests/gui/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::testing;
using shardscope::tests::TemporaryFolder;

TEST_CASE("the scenarios that were open come back in their tabs, with their edits and their files") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  edit(explorer, "plan.micro_batch", [](Scenario& scenario) { scenario.plan.micro_batch = 2; });
  const Scenario& llama = *shipped_presets().scenario("llama3-70b-4096-h100");
  open_document(explorer.session, {llama, llama, "llama.json"});
  open_document(explorer.session, {llama, llama, {}});
  show_document(explorer.session, 1);
  explorer.session.launch.rules = "torchtitan";
  const Session session = read_session(write_session(explorer.session), shipped_presets());
  REQUIRE(session.documents.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(session.documents[i].scenario == document_at(explorer.session, i).scenario);
    CHECK(session.documents[i].baseline == document_at(explorer.session, i).baseline);
  }

  Explorer next = explorer_on("gpt3-175b-v100");
  take_choices(next, session);
  take_documents(next, session);
  CHECK(document_count(next) == 3);
  CHECK(next.document_place == 1);
  const std::string file = next.history.present().file;  // the next start may be in another folder
  CHECK(std::filesystem::path(file).is_absolute());
  CHECK(std::filesystem::path(file).filename() == "llama.json");
  CHECK(document_at(next, 0).file.empty());
  CHECK(document_at(next, 0).edited());
  CHECK(next.report.scenario.model.preset == "llama3-70b");
  CHECK(next.launch.rules == "torchtitan");
  CHECK(next.launch.form == "megatron");
}

TEST_CASE("a damaged session opens nothing, and what can't be read any more is left out") {
  for (const char* text : {"", "[]", "{", "{\"documents\": 3}", "{\"documents\": [null, {}, {\"scenario\": {}}]}"}) {
    CAPTURE(text);
    CHECK(read_session(text, shipped_presets()).documents.empty());
  }
  Explorer explorer = explorer_on("gpt4-25k-a100");
  take_documents(explorer.session, {});
  take_choices(explorer.session, {{}, 0, "a framework that is gone", {}});
  CHECK(document_count(explorer.session) == 1);
  CHECK(explorer.session.launch.rules == "megatron");
}

TEST_CASE("a session goes through its file") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path("deep/open.json");
  const Explorer explorer = explorer_on("gpt4-25k-a100");
  save_session(file, explorer);
  const Session session = load_session(file, shipped_presets());
  REQUIRE(session.documents.size() == 1);
  CHECK(session.documents[0] == explorer.session.history.present());
  CHECK(load_session({}, shipped_presets()) == Session{});
}
