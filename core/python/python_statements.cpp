#include "core/python/python_statements.h"

#include <algorithm>

#include "core/base/trimmed.h"
#include "core/python/python_code.h"

namespace shardscope {

namespace {

struct Row {
  int indent;
  PythonStatement statement;
};

/// Goes through a text, a logical line at a time.
class RowReader {
 public:
  explicit RowReader(std::string_view text) : text_(text) {}

  std::vector<Row> rows() {
    std::vector<Row> all;
    while (at_ < text_.size()) {
      Row row = next();
      row.statement.code = std::string(trimmed(row.statement.code));
      if (!row.statement.code.empty()) all.push_back(std::move(row));
    }
    return all;
  }

 private:
  int indent() {
    constexpr int tab = 8;
    int blanks = 0;
    for (; at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t'); ++at_)
      blanks += text_[at_] == '\t' ? tab : 1;
    return blanks;
  }

  Row next() {
    const int blanks = indent();
    Row row{blanks, {line_, {}, {}}};
    std::string& code = row.statement.code;
    for (int depth = 0; at_ < text_.size();) {
      const char c = text_[at_];
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == '"' || c == '\'') {
        const std::string_view quoted = text_.substr(at_, end_of_quoted(text_, at_) - at_);
        line_ += static_cast<int>(std::count(quoted.begin(), quoted.end(), '\n'));
        code += quoted;
        at_ += quoted.size();
      } else if (c == '\\' && text_.substr(at_ + 1, 1) == "\n") {
        at_ += 2;
        ++line_;
        code += '\n';
      } else if (c == '\n') {
        ++at_;
        ++line_;
        if (depth == 0) break;
        code += '\n';
      } else {
        if (c == '(' || c == '[' || c == '{') ++depth;
        if ((c == ')' || c == ']' || c == '}') && depth > 0) --depth;
        if (c != '\r') code += c;
        ++at_;
      }
    }
    return row;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

std::vector<PythonStatement> block(std::vector<Row>& rows, std::size_t& at, int indent, int depth) {
  std::vector<PythonStatement> all;
  while (at < rows.size() && rows[at].indent >= indent) {
    const int own = rows[at].indent;
    all.push_back(std::move(rows[at++].statement));
    const bool opens = all.back().code.ends_with(':') && at < rows.size() && rows[at].indent > own;
    if (opens && depth < limits::python_nesting_max) all.back().body = block(rows, at, own + 1, depth + 1);
  }
  return all;
}

}  // namespace

std::vector<PythonStatement> python_statements(std::string_view text) {
  std::vector<Row> rows = RowReader(text).rows();
  std::size_t at = 0;
  return block(rows, at, 0, 0);
}

}  // namespace shardscope
