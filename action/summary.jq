# The report of crdtool lint as Markdown. Texts come from files of whoever opened
# the pull request, so nothing in them may count as markup.
def count($n; $noun): "\($n) \($noun)" + (if $n == 1 then "" else "s" end);
def plain: .[0:300] | gsub("[\\s\\p{Cc}]+"; " ") | gsub("&"; "&amp;") | gsub("<"; "&lt;") | gsub(">"; "&gt;")
  | gsub("(?<c>[\\\\`*_{}\\[\\]()#+!|~@:])"; "\\\(.c)");
def heading: .summary as $s
  | if $s.errors + $s.warnings == 0 then "no findings"
    else [count($s.errors; "error"), count($s.warnings; "warning")] | join(", ") end
  | "### crdtool: \(.) in \(count($s.crds; "CRD"))";
def rank: {"error": 0, "warning": 1}[.severity] // 2;

heading,
(.findings as $all
  | if ($all | length) == 0 then empty else
    "",
    "| rule | severity | findings |",
    "|---|---|---:|",
    ($all | group_by([rank, .rule])[] | "| \(.[0].rule | plain) | \(.[0].severity) | \(length) |"),
    "",
    "| place | finding |",
    "|---|---|",
    ($all | sort_by(rank) | .[0:20][] | "| \(.file | plain)\(if .line > 0 then "\\:\(.line)" else "" end) | **\(.severity)** \(.message | plain) |"),
    (if ($all | length) > 20 then "", "and \(count(($all | length) - 20; "more finding"))" else empty end)
    end)
