// The file dialog against a portal of this test's own, on a bus of its own.
#include "app/window/file_portal.h"

#include <dbus/dbus.h>
#include <doctest/doctest.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <optional>
#include <string>
#include <thread>

using namespace shardscope;

namespace {

/// A message bus for the time of the test, as this process's session bus.
struct PrivateBus {
  std::string kept, address;
  int pid = 0;

  PrivateBus() {
    if (const char* before = std::getenv("DBUS_SESSION_BUS_ADDRESS"); before != nullptr) kept = before;
    FILE* started = popen(
        "dbus-daemon --session --fork --print-address=1 "
        "--print-pid=1 2>/dev/null",
        "r");
    std::array<char, 512> line = {};
    if (started != nullptr && fgets(line.data(), line.size(), started) != nullptr) {
      address = line.data();
      address.erase(address.find_last_not_of("\r\n") + 1);
    }
    if (started != nullptr && fgets(line.data(), line.size(), started) != nullptr) pid = std::atoi(line.data());
    if (started != nullptr) pclose(started);
    setenv("DBUS_SESSION_BUS_ADDRESS", address.c_str(), 1);
  }
  PrivateBus(const PrivateBus&) = delete;
  PrivateBus& operator=(const PrivateBus&) = delete;
  ~PrivateBus() {
    if (pid > 0) kill(pid, SIGTERM);
    if (kept.empty())
      unsetenv("DBUS_SESSION_BUS_ADDRESS");
    else
      setenv("DBUS_SESSION_BUS_ADDRESS", kept.c_str(), 1);
  }
};

/// A portal whose person takes `uri` at once, or cancels where it is empty.
class FakePortal {
 public:
  explicit FakePortal(std::string uri) : uri_(std::move(uri)) {
    connection_ = dbus_bus_get_private(DBUS_BUS_SESSION, nullptr);
    REQUIRE(connection_ != nullptr);
    dbus_connection_set_exit_on_disconnect(connection_, FALSE);
    REQUIRE(dbus_bus_request_name(connection_, "org.freedesktop.portal.Desktop", 0, nullptr) > 0);
    thread_ = std::thread([this] { serve(); });
  }
  FakePortal(const FakePortal&) = delete;
  FakePortal& operator=(const FakePortal&) = delete;
  ~FakePortal() {
    stop_ = true;
    thread_.join();
    dbus_connection_close(connection_);
    dbus_connection_unref(connection_);
  }

  void wait_until_answered() const { answered_.wait(false); }

  std::string asked;  // the method of the last question; read once it is answered

 private:
  static constexpr const char* handle = "/org/freedesktop/portal/desktop/request/1_1/t";

  void serve() {
    while (!stop_) {
      dbus_connection_read_write(connection_, 10);
      while (DBusMessage* message = dbus_connection_pop_message(connection_)) {
        if (dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_METHOD_CALL) reply_to(message);
        dbus_message_unref(message);
      }
    }
  }

  void reply_to(DBusMessage* message) {
    const std::string method = dbus_message_get_member(message);
    DBusMessage* reply = dbus_message_new_method_return(message);
    DBusMessageIter arguments, variant;
    dbus_message_iter_init_append(reply, &arguments);
    if (method == "Get") {
      const dbus_uint32_t version = 3;
      dbus_message_iter_open_container(&arguments, DBUS_TYPE_VARIANT, "u", &variant);
      dbus_message_iter_append_basic(&variant, DBUS_TYPE_UINT32, &version);
      dbus_message_iter_close_container(&arguments, &variant);
    } else {
      asked = method;
      dbus_message_iter_append_basic(&arguments, DBUS_TYPE_OBJECT_PATH, &handle);
    }
    dbus_connection_send(connection_, reply, nullptr);
    dbus_message_unref(reply);
    if (method != "Get") respond();
    dbus_connection_flush(connection_);
    if (method == "Get") return;
    answered_ = true;
    answered_.notify_all();
  }

  void respond() {
    DBusMessage* signal = dbus_message_new_signal(handle, "org.freedesktop.portal.Request", "Response");
    DBusMessageIter arguments, results, entry, variant, list;
    dbus_message_iter_init_append(signal, &arguments);
    const dbus_uint32_t response = uri_.empty() ? 1 : 0;
    dbus_message_iter_append_basic(&arguments, DBUS_TYPE_UINT32, &response);
    dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sv}", &results);
    if (!uri_.empty()) {
      const char *key = "uris", *uri = uri_.c_str();
      dbus_message_iter_open_container(&results, DBUS_TYPE_DICT_ENTRY, nullptr, &entry);
      dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
      dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, "as", &variant);
      dbus_message_iter_open_container(&variant, DBUS_TYPE_ARRAY, "s", &list);
      dbus_message_iter_append_basic(&list, DBUS_TYPE_STRING, &uri);
      dbus_message_iter_close_container(&variant, &list);
      dbus_message_iter_close_container(&entry, &variant);
      dbus_message_iter_close_container(&results, &entry);
    }
    dbus_message_iter_close_container(&arguments, &results);
    dbus_connection_send(connection_, signal, nullptr);
    dbus_message_unref(signal);
  }

  std::string uri_;
  DBusConnection* connection_ = nullptr;
  std::atomic<bool> stop_ = false, answered_ = false;
  std::thread thread_;
};

/// The answer to the last question: once the portal has sent it, the bus needs some turns at most to pass it on.
std::optional<FileAnswer> awaited(FilePortal& portal, const FakePortal& fake) {
  fake.wait_until_answered();
  DBusConnection* turns = dbus_bus_get_private(DBUS_BUS_SESSION, nullptr);
  REQUIRE(turns != nullptr);
  std::optional<FileAnswer> answer = portal.answer();
  for (int i = 0; i < 1000 && !answer; ++i) {
    dbus_bus_name_has_owner(turns, "org.freedesktop.portal.Desktop", nullptr);  // the bus answers when it has done so
    answer = portal.answer();
  }
  dbus_connection_close(turns);
  dbus_connection_unref(turns);
  return answer;
}

}  // namespace

TEST_CASE(
    "a file that is taken in the desktop's dialog comes back as its "
    "path, a cancelled one as none") {
  const PrivateBus bus;
  REQUIRE_FALSE(bus.address.empty());
  for (const bool save : {false, true}) {
    FakePortal fake("file:///home/me/a%20plan.json");
    FilePortal portal;
    REQUIRE(portal.ready());
    CHECK_FALSE(portal.answer().has_value());
    REQUIRE(portal.ask({save, "Which?", "/home/me", "a plan.json"}, ""));
    const std::optional<FileAnswer> answer = awaited(portal, fake);
    REQUIRE(answer.has_value());
    CHECK(answer->path == "/home/me/a plan.json");
    CHECK_FALSE(portal.asking());
    CHECK(fake.asked == (save ? "SaveFile" : "OpenFile"));
  }
  FakePortal fake("");
  FilePortal portal;
  REQUIRE(portal.ask({false, "Which?", "", ""}, ""));
  const std::optional<FileAnswer> answer = awaited(portal, fake);
  REQUIRE(answer.has_value());
  CHECK(answer->path.empty());
}

TEST_CASE(
    "without a portal on the bus, or without a bus, there is no dialog "
    "of the desktop's") {
  {
    const PrivateBus bus;
    REQUIRE_FALSE(bus.address.empty());
    FilePortal portal;
    CHECK_FALSE(portal.ready());
    CHECK_FALSE(portal.ask({}, ""));
  }
  const char* before = std::getenv("DBUS_SESSION_BUS_ADDRESS");
  const std::string kept = before != nullptr ? before : "";
  setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus", 1);
  const FilePortal portal;
  CHECK_FALSE(portal.ready());
  if (kept.empty())
    unsetenv("DBUS_SESSION_BUS_ADDRESS");
  else
    setenv("DBUS_SESSION_BUS_ADDRESS", kept.c_str(), 1);
}

TEST_CASE("a file's address is its path") {
  CHECK(path_of_uri("file:///a/b.json") == "/a/b.json");
  CHECK(path_of_uri("file://host/a%2Fb%C3%A9.json") == "/a/b\xC3\xA9.json");
  CHECK(path_of_uri("file:///100%") == "/100%");
  CHECK(path_of_uri("https://example.org/a").empty());
  CHECK(path_of_uri("").empty());
}
