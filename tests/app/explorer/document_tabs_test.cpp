#include <doctest/doctest.h>

#include "app/explorer/window_parts.h"
#include "app/session/documents.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("New tab opens a second scenario, a click shows the other, a cross and a key close it") {
  WindowDriver window;
  CHECK_FALSE(window.shows("document.0"));
  window.click("button.new_tab");
  CHECK(document_count(window.explorer.session) == 2);
  REQUIRE(window.shows("document.1"));
  window.set_value("plan.micro_batch", "2");
  CHECK(window.plan().micro_batch == 2);
  window.click("document.0");
  CHECK(window.plan().micro_batch == 1);
  window.key(ImGuiMod_Ctrl | ImGuiKey_PageDown);
  CHECK(window.plan().micro_batch == 2);
  window.click("document.0.close");
  CHECK(document_count(window.explorer.session) == 1);
  CHECK(window.plan().micro_batch == 2);
  CHECK_FALSE(window.shows("document.0"));
  window.key(ImGuiMod_Ctrl | ImGuiKey_T);
  CHECK(document_count(window.explorer.session) == 2);
  window.key(ImGuiMod_Ctrl | ImGuiKey_W);
  CHECK(window.explorer.session.pending == Pending::close_document);
  window.click("dialog.cancel");
  CHECK(window.explorer.session.pending == Pending::nothing);
  window.key(ImGuiMod_Ctrl | ImGuiKey_W);
  window.click("dialog.discard");
  CHECK(document_count(window.explorer.session) == 1);
  CHECK_FALSE(window.explorer.session.closing);
}

TEST_CASE("views and panel keep clear of the strip of tabs") {
  WindowDriver window;
  const float before = window.place("view.memory").min.y;
  window.click("button.new_tab");
  const Rect strip = window.place("document.0");
  CHECK(window.place("view.memory").min.y > before);
  CHECK(window.place("plan.tp").min.y > strip.max.y);
}
