#include "app/output/page.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace shardscope {

namespace {

/// Characters that a terminal shows: code points, of which none used here is wide or combining.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

std::size_t column_count(const Table& table) {
  std::size_t count = table.head.size();
  for (const auto& row : table.rows) count = std::max(count, row.size());
  return count;
}

const std::string& cell_of(const std::vector<std::string>& row, std::size_t column) {
  static const std::string empty;
  return column < row.size() ? row[column] : empty;
}

/// The row padded to the columns' widths, without blanks at its end.
std::string padded_row(const Table& table, const std::vector<std::string>& row,
                       const std::vector<std::size_t>& widths) {
  std::string line = " ";
  for (std::size_t column = 0; column < widths.size(); ++column) {
    const std::string& cell = cell_of(row, column);
    const std::string blanks(widths[column] - width_of(cell), ' ');
    line += " ";
    line += table.right(column) ? blanks + cell : cell + blanks;
    line += " ";
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

/// Names come from files: a control character among them would end a table's row or steer the terminal.
void clean(std::string& text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return (c >= 0 && c < ' ') || c == 127; }, ' ');
}

Page cleaned(Page page) {
  clean(page.title);
  for (Section& section : page.sections) {
    clean(section.heading);
    for (std::string& line : section.lines) clean(line);
    for (std::string& cell : section.table.head) clean(cell);
    for (auto& row : section.table.rows)
      for (std::string& cell : row) clean(cell);
  }
  return page;
}

/// Text that Markdown would take for its own marks is escaped.
std::string markdown_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\|*_`<>[]").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string markdown_row(const std::vector<std::string>& row, std::size_t columns) {
  std::string line = "|";
  for (std::size_t column = 0; column < columns; ++column) line += " " + markdown_escaped(cell_of(row, column)) + " |";
  return line + "\n";
}

std::string markdown_table(const Table& table) {
  const std::size_t columns = column_count(table);
  std::string text = markdown_row(table.head, columns) + "|";
  for (std::size_t column = 0; column < columns; ++column) text += table.right(column) ? " ---: |" : " :--- |";
  text += "\n";
  for (const auto& row : table.rows) text += markdown_row(row, columns);
  return text;
}

}  // namespace

Table transposed(const Table& table) {
  Table turned{.head = {}, .rows = {}, .align = "l"};
  turned.head.push_back(cell_of(table.head, 0));
  for (const auto& row : table.rows) turned.head.push_back(cell_of(row, 0));
  for (std::size_t column = 1; column < column_count(table); ++column) {
    std::vector<std::string> cells = {cell_of(table.head, column)};
    for (const auto& row : table.rows) cells.push_back(cell_of(row, column));
    turned.rows.push_back(std::move(cells));
  }
  return turned;
}

std::string text_of(const Table& table) {
  std::vector<std::size_t> widths(column_count(table), 0);
  const auto widen = [&](const std::vector<std::string>& row) {
    for (std::size_t column = 0; column < row.size(); ++column)
      widths[column] = std::max(widths[column], width_of(row[column]));
  };
  widen(table.head);
  for (const auto& row : table.rows) widen(row);
  std::string text;
  if (!table.head.empty()) text += padded_row(table, table.head, widths) + "\n";
  for (const auto& row : table.rows) text += padded_row(table, row, widths) + "\n";
  return text;
}

std::string text_of(const Page& given) {
  const Page page = cleaned(given);
  std::string text = page.title + "\n";
  for (const Section& section : page.sections) {
    text += "\n";
    if (!section.heading.empty()) text += section.heading + "\n";
    for (const std::string& line : section.lines) text += (section.heading.empty() ? "" : "  ") + line + "\n";
    if (!section.table.rows.empty()) text += text_of(section.table);
  }
  return text;
}

std::string markdown_of(const Page& given) {
  const Page page = cleaned(given);
  std::string text = "# " + markdown_escaped(page.title) + "\n";
  for (const Section& section : page.sections) {
    if (!section.heading.empty()) text += "\n## " + markdown_escaped(section.heading) + "\n";
    for (const std::string& line : section.lines) text += "\n" + markdown_escaped(line) + "\n";
    if (!section.table.rows.empty()) text += "\n" + markdown_table(section.table);
  }
  return text;
}

}  // namespace shardscope
