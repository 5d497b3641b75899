#include "app/session/document/history.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

Document document_with_tp(std::int64_t tp) {
  Document document;
  document.said.scenario.plan.tp = tp;
  return document;
}

}  // namespace

TEST_CASE("a drag of many edits is one step of undo") {
  History history(document_with_tp(8));
  for (const std::int64_t tp : {7, 6, 5, 4}) history.edit(document_with_tp(tp));
  history.seal();
  CHECK(history.present().said.scenario.plan.tp == 4);
  history.undo();
  CHECK(history.present().said.scenario.plan.tp == 8);
  CHECK_FALSE(history.can_undo());
  history.redo();
  CHECK(history.present().said.scenario.plan.tp == 4);
}

TEST_CASE("edits after a seal are steps of their own") {
  History history(document_with_tp(8));
  history.edit(document_with_tp(4));
  history.seal();
  history.edit(document_with_tp(2));
  history.seal();
  history.undo();
  CHECK(history.present().said.scenario.plan.tp == 4);
  CHECK(history.previous().said.scenario.plan.tp == 8);
}

TEST_CASE("an edit forgets what was undone") {
  History history(document_with_tp(8));
  history.edit(document_with_tp(4));
  history.undo();
  history.edit(document_with_tp(2));
  history.seal();
  CHECK_FALSE(history.can_redo());
  CHECK(history.present().said.scenario.plan.tp == 2);
}

TEST_CASE("a drag that returns to its start leaves no step") {
  History history(document_with_tp(8));
  history.edit(document_with_tp(4));
  history.edit(document_with_tp(8));
  history.seal();
  CHECK_FALSE(history.can_undo());
}

TEST_CASE("an edit equal to the present changes nothing") {
  History history(document_with_tp(8));
  history.edit(document_with_tp(8));
  CHECK(history.size() == 1);
}

TEST_CASE("opening another preset keeps unsaved edits within undo's reach") {
  History history(document_with_tp(8));
  history.edit(document_with_tp(4));
  history.seal();
  CHECK(history.present().edited());
  Document other = document_with_tp(1);
  other.baseline = other.said;
  history.edit(other);
  history.seal();
  CHECK_FALSE(history.present().edited());
  history.undo();
  CHECK(history.present().said.scenario.plan.tp == 4);
  CHECK(history.present().edited());
}

TEST_CASE("saving makes the present the baseline without a step") {
  History history(document_with_tp(8));
  history.edit(document_with_tp(4));
  history.seal();
  mark_saved(history, "plan.json");
  CHECK_FALSE(history.present().edited());
  CHECK(history.present().file == "plan.json");
  CHECK(history.size() == 2);
}

TEST_CASE("the history stays bounded and keeps the newest entries") {
  History history(document_with_tp(0));
  for (std::int64_t i = 1; i <= 1500; ++i) {
    history.edit(document_with_tp(i));
    history.seal();
  }
  CHECK(history.size() == History::entries_max);
  CHECK(history.present().said.scenario.plan.tp == 1500);
  for (std::size_t i = 0; i < History::steps_max; ++i) history.undo();
  CHECK(history.present().said.scenario.plan.tp == 500);
  CHECK_FALSE(history.can_undo());
}

TEST_CASE("going to an entry keeps what lies behind it") {
  History history(document_with_tp(8));
  for (const std::int64_t tp : {4, 2, 1}) history.edit(document_with_tp(tp)), history.seal();
  history.go_to(1);
  CHECK(history.position() == 1);
  CHECK(history.present() == history.at(1));
  CHECK(history.can_redo());
  history.go_to(9);
  CHECK(history.position() == 1);
}
