#include "app/window/file_portal.h"

#include <dbus/dbus.h>

#include <string_view>

namespace shardscope {

namespace {

constexpr const char* portal_name = "org.freedesktop.portal.Desktop";
constexpr const char* portal_path = "/org/freedesktop/portal/desktop";
constexpr const char* chooser = "org.freedesktop.portal.FileChooser";
constexpr const char* request = "org.freedesktop.portal.Request";
constexpr int call_milliseconds_max = 2000;  // a portal that starts takes some hundred; then our own dialog asks

struct MessageFree {
  void operator()(DBusMessage* message) const { dbus_message_unref(message); }
};
using BusMessage = std::unique_ptr<DBusMessage, MessageFree>;

BusMessage call(DBusConnection* bus, DBusMessage* message) {
  const BusMessage sent(message);
  DBusError error;
  dbus_error_init(&error);
  BusMessage reply(dbus_connection_send_with_reply_and_block(bus, sent.get(), call_milliseconds_max, &error));
  dbus_error_free(&error);
  return reply;
}

/// Whether the portal answers, started by the bus if need be, and has a file dialog.
bool has_file_dialog(DBusConnection* bus) {
  DBusMessage* get = dbus_message_new_method_call(portal_name, portal_path, "org.freedesktop.DBus.Properties", "Get");
  const char* version = "version";
  dbus_message_append_args(get, DBUS_TYPE_STRING, &chooser, DBUS_TYPE_STRING, &version, DBUS_TYPE_INVALID);
  return call(bus, get) != nullptr;
}

void add_entry(DBusMessageIter* dictionary, const char* key, const char* signature,
               void (*add)(DBusMessageIter*, const std::string&), const std::string& value) {
  DBusMessageIter entry, variant;
  dbus_message_iter_open_container(dictionary, DBUS_TYPE_DICT_ENTRY, nullptr, &entry);
  dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
  dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, signature, &variant);
  add(&variant, value);
  dbus_message_iter_close_container(&entry, &variant);
  dbus_message_iter_close_container(dictionary, &entry);
}

void add_text(DBusMessageIter* into, const std::string& value) {
  const char* text = value.c_str();
  dbus_message_iter_append_basic(into, DBUS_TYPE_STRING, &text);
}

/// Paths are bytes with a zero behind, since they need not be UTF-8.
void add_bytes(DBusMessageIter* into, const std::string& value) {
  DBusMessageIter array;
  dbus_message_iter_open_container(into, DBUS_TYPE_ARRAY, "y", &array);
  const char* bytes = value.c_str();
  dbus_message_iter_append_fixed_array(&array, DBUS_TYPE_BYTE, &bytes, static_cast<int>(value.size() + 1));
  dbus_message_iter_close_container(into, &array);
}

BusMessage question_message(const FileQuestion& question, const std::string& window) {
  BusMessage message(
      dbus_message_new_method_call(portal_name, portal_path, chooser, question.save ? "SaveFile" : "OpenFile"));
  DBusMessageIter arguments, options;
  dbus_message_iter_init_append(message.get(), &arguments);
  add_text(&arguments, window);
  add_text(&arguments, question.title);
  dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sv}", &options);
  if (!question.folder.empty()) add_entry(&options, "current_folder", "ay", add_bytes, question.folder);
  if (question.save && !question.name.empty()) add_entry(&options, "current_name", "s", add_text, question.name);
  dbus_message_iter_close_container(&arguments, &options);
  return message;
}

/// The first of "uris" in an answer's results.
std::string first_uri(DBusMessageIter* results) {
  DBusMessageIter entry;
  for (dbus_message_iter_recurse(results, &entry); dbus_message_iter_get_arg_type(&entry) == DBUS_TYPE_DICT_ENTRY;
       dbus_message_iter_next(&entry)) {
    DBusMessageIter pair, variant, list;
    dbus_message_iter_recurse(&entry, &pair);
    const char* key = nullptr;
    dbus_message_iter_get_basic(&pair, &key);
    dbus_message_iter_next(&pair);
    if (key == nullptr || std::string_view(key) != "uris") continue;
    dbus_message_iter_recurse(&pair, &variant);
    if (dbus_message_iter_get_arg_type(&variant) != DBUS_TYPE_ARRAY) continue;
    dbus_message_iter_recurse(&variant, &list);
    if (dbus_message_iter_get_arg_type(&list) != DBUS_TYPE_STRING) continue;
    const char* uri = nullptr;
    dbus_message_iter_get_basic(&list, &uri);
    return uri != nullptr ? uri : "";
  }
  return {};
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace

struct FilePortal::Bus {
  DBusConnection* connection = nullptr;
  std::string handle;  // of the question that is open

  ~Bus() {
    if (connection == nullptr) return;
    dbus_connection_close(connection);
    dbus_connection_unref(connection);
  }
};

FilePortal::FilePortal() : bus_(std::make_unique<Bus>()) {
  DBusError error;
  dbus_error_init(&error);
  DBusConnection* connection = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
  dbus_error_free(&error);
  if (connection == nullptr) return;
  dbus_connection_set_exit_on_disconnect(connection, FALSE);
  bus_->connection = connection;
  if (!has_file_dialog(connection)) {
    bus_ = std::make_unique<Bus>();
    return;
  }
  dbus_error_init(&error);
  const std::string wanted = "type='signal',interface='" + std::string(request) + "',member='Response'";
  dbus_bus_add_match(connection, wanted.c_str(), &error);
  dbus_error_free(&error);
}

FilePortal::~FilePortal() = default;

bool FilePortal::ready() const {
  return bus_->connection != nullptr && dbus_connection_get_is_connected(bus_->connection) == TRUE;
}

bool FilePortal::asking() const {
  return !bus_->handle.empty();
}

bool FilePortal::ask(const FileQuestion& question, const std::string& window) {
  if (!ready() || asking()) return false;
  const BusMessage reply = call(bus_->connection, question_message(question, window).release());
  const char* handle = nullptr;
  if (!reply || dbus_message_get_args(reply.get(), nullptr, DBUS_TYPE_OBJECT_PATH, &handle, DBUS_TYPE_INVALID) != TRUE)
    return false;
  bus_->handle = handle;
  return true;
}

std::optional<FileAnswer> FilePortal::answer() {
  if (!asking()) return std::nullopt;
  dbus_connection_read_write(bus_->connection, 0);
  while (const BusMessage message = BusMessage(dbus_connection_pop_message(bus_->connection))) {
    const char* path = dbus_message_get_path(message.get());
    const bool ours =
        dbus_message_is_signal(message.get(), request, "Response") == TRUE && path != nullptr && bus_->handle == path;
    DBusMessageIter arguments;
    if (!ours || dbus_message_iter_init(message.get(), &arguments) != TRUE) continue;
    bus_->handle.clear();
    dbus_uint32_t response = 2;  // 0: a file was taken, 1: cancelled, 2: ended otherwise
    if (dbus_message_iter_get_arg_type(&arguments) == DBUS_TYPE_UINT32)
      dbus_message_iter_get_basic(&arguments, &response);
    const bool more =
        dbus_message_iter_next(&arguments) == TRUE && dbus_message_iter_get_arg_type(&arguments) == DBUS_TYPE_ARRAY;
    return FileAnswer{response == 0 && more ? path_of_uri(first_uri(&arguments)) : std::string()};
  }
  if (ready()) return std::nullopt;
  bus_->handle.clear();  // the bus is gone, and the dialog with it
  return FileAnswer{};
}

std::string path_of_uri(const std::string& uri) {
  constexpr std::string_view scheme = "file://";
  if (!uri.starts_with(scheme)) return {};
  const std::size_t begin = uri.find('/', scheme.size());
  if (begin == std::string::npos) return {};
  std::string path;
  for (std::size_t i = begin; i < uri.size(); ++i) {
    const int high = uri[i] == '%' && i + 2 < uri.size() ? hex_digit(uri[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit(uri[i + 2]) : -1;
    if (low >= 0) i += 2;
    path += low >= 0 ? static_cast<char>(high * 16 + low) : uri[i];
  }
  return path;
}

}  // namespace shardscope
