package source

// seeds are texts that have something to them.
var seeds = []string{
	"",
	"a: 1\n",
	"---\na: 1\n---\nb: 2\n...\nc: 3\n",
	"apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: A\n- {apiVersion: v1, kind: B}\n",
	"apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinitionList\nitems:\n- metadata: {name: a}\n",
	"a: &x {b: 1, c: 2}\nd:\n  b: 0\n  <<: *x\n  e: *x\nf: {<<: [*x, {b: 3, g: 4}], c: 5}\n",
	"a: &a [x]\nb: [*a, *a]\n",
	"&a a: 1\n*a : 2\n",
	"a: &a\n  b: *a\n",
	"kind: '{{ a }}'\n<<: &x {<<: *x}\n",
	"n: y\n1: 2\n1.5: 3\n~: 4\n",
	"? a\n: b\n? [c]\n: d\n",
	"a: |\n  x\n   y\n\nb: >-\n  x\n  y\nc: \"x\\ty\\u00e9\"\nd: 'it''s'\ne: x\n  y\n",
	"a: !!str 1\nb: !!int \"2\"\nc: !!float 3\nd: !!bool yes\ne: !!null ''\nf: !!binary aGk=\ng: !x y\nh: !!timestamp 2024-01-01\n",
	"a: .inf\n", "a: .nan\n", "a: -.INF\n", "a: !!int x\n", "a: !!binary x\n",
	"# only a comment\n", "a: b # comment\n\n# foot\n", "  # head\n\na: 1\n# tail\n---\n# next\nb: 1\n",
	"{\"a\": 1.0, \"b\": [true, null, \"\\u00e9\"]}\n{\"c\": 2}",
	"0: !!binary 000=\n",
	"\u00a0[1, a]: v\n", "\u00a0{a: b}\n", "\n [a, b]\n", "a: b\n# c\n\t# d\n", "a: b\n# c\n\t\n# d\n", "a: |\n  # b\n  \t# c\nd: [\n  # e\n\t# f\n  ]\n", "a: !!int b\n# c\n  \t# d\n", "# a\n \t# b\n", "? a\n: \t# b\n", "- \t# a\n  b\n", "? \t# a\n", "a: \t# b\n  c\n", "a: b\r# c\r\t# d\r",
	"{\"a\nb\": 1}", "{\"a\rb\": 1}\r\n",
	"{\"a\": 1e400}", "{\"a\": 1,}", "{a: b, c: [d]}", "[1, 2]", "{\n\t\"a\": \"b\"\n}\n---\n{\"c\": 1.0}\n",
	"a:\n\tb: 1\n", "a: b: c\n", "a: \"x\n", "x: [1\n", "a:\n    b: 1\n  c: 2\n", "a: 'it's'\n", "a: @x\n", "a: *x\n",
	"name: {{ .Values.name }}\n", "{{- if .x }}\na: 1\n{{- end }}\n", "kind: X\nmetadata:\n  name: a-{{ .b }}\n", "a: \"{{ b }}\"\n",
	"\xef\xbb\xbfa: 1\n", "\xff\xfea\x00", "a: \xff\n", "a: \x00\n", "a: \x01\n", "a: 1\r\nb: 2\r\n", "a: 1\rb: 2\r", "a: x\u2028y\nb: 1\n", "a: x\u0085b: 1\n",
	"--- # c\na: 1\n", "--- a\n", "---\n---\n---\n", "...\n", "%YAML 1.1\n---\na: 1\n",
	"- a\n- - b\n  - c\n-\n- ~\n", "é: ü\n日本: {語: x}\n",
}

// scalars are spellings that YAML 1.1, YAML 1.2 and JSON tell apart.
var scalars = []string{
	"", "~", "null", "Null", "NULL", "nULL", "y", "Y", "n", "N", "yes", "Yes", "YES", "yEs", "no", "No", "NO",
	"on", "On", "ON", "off", "Off", "OFF", "true", "True", "TRUE", "false", "False", "FALSE", "t", "f", "o",
	"0", "-0", "+0", "1", "+1", "-1", "010", "-010", "08", "0o10", "-0o10", "0O10", "0x1F", "0X1f", "-0x1f", "+0x1f", "0xg",
	"0b101", "-0b101", "+0b101", "0b-1", "-0b-1", "0b2", "0b", "1_000", "_1", "1_", "0x_1", "1__0", "0_1",
	"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
	"1.0", "1.", ".5", "-.5", "+.5", ".", "..", "1.5", "1e3", "1E3", "1e+3", "1e-3", "1.5e3", "1e", "1e400", "-1e400", "1e20", "1e21", "1e22", "123456789012345678901234567890",
	"9007199254740993.0", "1152921504606846976.0", "9223372036854775807.0", "0.1", "1e-7", "3.14159265358979", "-0.0", "1_0.5", ".5_0", "0x1p4", "0x1.8p1",
	".inf", ".Inf", ".INF", "+.inf", "-.inf", "-.INF", ".nan", ".NaN", ".NAN", "-.nan", "inf", "nan", "Infinity",
	"1:30", "12:30:45", "190:20:30.15", "2024-01-01", "2024-1-1", "2001-12-14t21:59:43.10-05:00", "2001-12-15 2:59:43.10", "2024-13-01",
	"<<", "=", "!", "! 1", "!!str 1", "!!int 0x10", "!!float 1", "!!float x", "!!bool y", "!!null ~", "!!null x", "!!binary aGVsbG8=", "!!binary '='", "!foo 1", "!!timestamp 2024-01-01", "!!timestamp x", "!!int 1.5", "!!float 18446744073709551615", "!!set x", "!!merge <<",
	"'1'", "\"1\"", "\"\\n\"", "|", ">", "a b", "a: b", "a #b", "a#b", "[1, a]", "{a: 1}", "&a 1", "*a", "@", "`", "%", "-", "- a", "?", "? a", ",", "]", "}", "1m", "100Mi", "1.2.3", "v1", "5s",
	"\u00e9", "\ufeff", "\u00a0", "\t1", "1\t", "\x7f",
}
