// app/output: reports as text. In: a Report, or several with their names. Out: one string to be written to stdout.
// A Page (page.h) is what is said, and its two forms, terminal text and Markdown; report_page.h makes it of reports.
// csv.h writes plain SI numbers for a spreadsheet. JSON is the core's (core/report_json/report_json.h). Units:
// render/text/format.h.
//
// This file: the page, as a plain value.
#pragma once

#include <string>
#include <vector>

namespace shardscope {

/// A cell of what isn't known.
inline constexpr const char* no_figure = "–";

/// Cells as text. Without a head it is a list of facts: what, and its value.
struct Table {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
  std::string align;  // a letter a column, l or r; columns beyond are r

  [[nodiscard]] bool right(std::size_t column) const { return column >= align.size() || align[column] == 'r'; }
};

struct Section {
  std::string heading;             // empty: the page's opening
  std::vector<std::string> lines;  // each a paragraph
  Table table;                     // nothing where it has no rows
};

struct Page {
  std::string title;
  std::vector<Section> sections;
};

/// The table with rows and columns exchanged, its head included. The first column is aligned left, the others right.
[[nodiscard]] Table transposed(const Table& table);

/// A table alone, as it stands in a page.
[[nodiscard]] std::string text_of(const Table& table);

/// What a terminal of fixed-width characters shows.
[[nodiscard]] std::string text_of(const Page& page);

/// CommonMark with the tables of GitHub's dialect, for a design document.
[[nodiscard]] std::string markdown_of(const Page& page);

}  // namespace shardscope
