package source

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// FuzzFastPath compares the fast reader with yaml.v3 on any text.
func FuzzFastPath(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	for _, s := range fastSeeds {
		f.Add([]byte(s))
	}
	for _, s := range scalars {
		f.Add([]byte("a: " + s + "\n" + s + ": a\nb:\n- " + s + "\nc: [" + s + "]\n"))
	}
	_ = filepath.WalkDir(filepath.Join("..", "..", "testdata", "crd", "decode"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".txtar" {
			text, _ := os.ReadFile(path)
			for _, part := range yamlParts(string(text)) {
				f.Add([]byte(part))
			}
		}
		return nil
	})
	f.Fuzz(func(t *testing.T, text []byte) { compareFast(t, text, new(fastShare)) })
}

// FuzzFastPieces compares the two on texts made of what YAML gives a meaning to,
// one piece for each byte, which get further than any bytes do.
func FuzzFastPieces(f *testing.F) {
	for _, s := range fastSeeds {
		f.Add(piecesOf(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var b strings.Builder
		for _, c := range data {
			b.WriteString(pieces[int(c)%len(pieces)])
		}
		compareFast(t, []byte(b.String()), new(fastShare))
	})
}

var pieces = []string{
	"\n", " ", "  ", "a", "b: ", "c:\n", "- ", "-", ":", ": ", "#", " # x", "'", "\"", "''", "\\", "\\n", "\\\n", "|", ">", "|-\n", ">+\n", "|+\n", ">-\n",
	"\n  ", "\n    ", "\n- ", "\n  - ", "\na: ", "\n  b: ", "\n\n", "\n# y\n", "[", "]", "{", "}", ",", ", ", "{}", "[]", "? ", "?", "<<", ".inf", "~", "1", "true", "y",
	"é", "日", "&", "*", "!", "%", "@", "---\n", "...\n", "...", "|2\n", "\\u00e9", "\\x41", "text to read", "\"q\": ", "'q': ", "a: b\n", "- a\n", "\n   ", "\n ",
}

// piecesOf spells a text in pieces as far as it can, the longest first.
func piecesOf(text string) (data []byte) {
	for text != "" {
		best := -1
		for i, p := range pieces {
			if strings.HasPrefix(text, p) && (best < 0 || len(p) > len(pieces[best])) {
				best = i
			}
		}
		if best < 0 {
			text = text[1:]
			continue
		}
		data = append(data, byte(best))
		text = text[len(pieces[best]):]
	}
	return data
}

// fastSeeds are texts of the shapes that the fast reader tells apart.
var fastSeeds = []string{
	"a: b\nc:\n  d: e\n  f:\n  - g\n  - h: i\n    j: k\n  l:\n    - m\n    - - n\n      - o\n",
	"a:\nb:\n- \n-\n  c\n- # x\n  d: e\n-   f: g\n    h: i\n",
	"a: b c\n  d e\n\n  f\n\n\n  g\nh: i\n", "a:\n  b\n  c\nd:\n- e\n  f\n", "a: b\n  # c\nd: e\n", "a: b\n  # c\n  d\n", "a: b # c\n  d\n", "a: b\n  c: d\n", "a: b\n  - c\n",
	"a: |\n  b\n   c\n\n  d\ne: |-\n  f\n\ng: |+\n  h\n\n\ni: >\n  j\n  k\n\n  l\n   m\n  n\no: >-\n  p\n\nq: >+\n\n  r\n\n",
	"a: |\n\n\n  b\n    \n  c\n     \n", "a: |\n     \n  b\n", "a: |\nb: |-\nc: |+\n\nd: e\n", "a: |2\n   b\n  c\nd: |1-\n  e\n", "a: | # b\n  c\n", "a: |\n  b", "a: >\n  b\n\n", "a: |\n  b\n  ", "a: |\n  b\n   ", "a: >-\n\n\n  b\n   c\n   d\n  e\n",
	"- |\n b\n", "a:\n- |\n b\n- >\n  c\n  d\n", "a:\n  |\n  b\n", "a: |\n b\n# c\n  # d\ne: f\n",
	"a: 'b'\n'c': \"d\"\n\"e\" : f\ng: 'it''s'\nh: \"\\t\\\"\\\\\\u00e9\\x41\\U0001F600 \\N\\_\\L\\P\"\n", "a: 'b\n  c\n\n  d'\ne: \"f\n  g \\\n  h\\\n\n   i\"\n", "a: 'b\nc'\n", "a: 'b\n...\nc'\n", "a: ''\nb: \"\"\nc: ' '\nd: \"\n\"\ne: '\n\n'\n", "a: 'b' # c\nd: 'e'#f\n", "'a\n b': c\n", "\"a\":b\n", "a: \"\\/\"\n", "- 'a': b\n  c: d\n- \"e\"\n",
	"a: {}\nb: []\nc: [d, e f, 'g', \"h\"]\ni: {j: k, \"l\": m, 'n' : o}\n", "a: [b, [c], {d: e}]\nf: [\n  g,\n  h\n]\ni: {\n  j: k,\n  l: [m\n  ]}\n", "a: [b,]\nc: {d: e,}\n", "a: [b c\n d]\n", "a: {b}\n", "a: {b: }\n", "a: {b:c}\n", "a: {\"b\":c, \"d\":[1]}\n", "a: [b: c]\n", "a: [b # c\n]\n", "a: [\n# c\nb]\n", "a: [-, -1, - b]\n", "a: [b?]\n", "a: {b: c}: d\n", "a:\n  [b]\n- c\n", "a: [b\n...\n]\n",
	"é: ü\nä: {ö: é, 'ß': x, y: z}\n日本: [語, x]\n- é: x\n", "a: é\n  é\nb: 'é\n  é' \n",
	"# a\n---\n# b\n\nc: d # e\n\n  # f\ng: h\n# i", "--- # a\nb: c\n", "---#a\nb: c\n", "---\n---\na: b\n", "a: b\n...\n", "... : a\n", "...a: b\n", "a:\n  ...\n", "a: b\n... c: d\n",
	"a: .inf\n", ".inf: a\n", "a: -.INF\n", "a: .spec\n", "a: [.nan]\n", "1: a\ny: b\n~: c\n", "null: a\n", "99999999999999999999: a\n", "<<: a\n", "a: <<\n", "{<<: a}\n", "a: {~: b}\n",
	"a : b\na  :  c\n", "a:b: c\n", "a: b:c\n", "a: b: c\n", "a: b:\n", "a:: b\n", "a: :b\nc:\n- ::/0\n- : d\n", "a:\n- ::/0\n- :b: c\n  d:e: :f\n", "a: :\n", "a: [::/0]\n", "a: ?b\n", "?b: a\n", ":b: a\n", "-a: b\n", "a: -\n", "a: - b\n", "a: -b\n", "a: --- b\n", "a#b: c#d\n", "a #b: c\n", "a: #b\n  c\n", "a b: c d\n", "a: b\n :c\n", "a: b\n : c\n", "a: b\n  :\n",
	"a:\n- b\nc: d\n- e\n", "a: b\n- c\n", "a:\n  - b\n - c\n", "a:\n    b: c\n  d: e\n", "a:\n  b: c\n   d: e\n", "a:\n  - b\n  c: d\n", "- a\nb: c\n", " a: b\n", " a: b\nc: d\n", "a\n", "a: b\nc\n", "a: b\n'c'\n", "a: b\n|\n c\n",
	strings.Repeat("k", 1024) + ": a\n", strings.Repeat("k", 1025) + ": a\n", "a: {" + strings.Repeat("k", 1025) + ": a}\n", "'" + strings.Repeat("k", 1022) + "': a\n", "'" + strings.Repeat("k", 1023) + "': a\n", strings.Repeat("é", 600) + ": a\n",
}

// TestFastMutants compares the two on texts that differ from those above, or
// from parts of them, in a few pieces, of which the fast reader accepts many
// more than of those that fuzzing comes to.
func TestFastMutants(t *testing.T) {
	count := 30_000
	if s := os.Getenv("CRDTOOL_MUTANTS"); s != "" {
		count, _ = strconv.Atoi(s)
	}
	random := rand.New(rand.NewPCG(1, uint64(count)))
	var share fastShare
	for range count {
		var text string
		for range 1 + random.IntN(3) {
			s := fastSeeds[random.IntN(len(fastSeeds))]
			if random.IntN(3) == 0 { // some of its lines, perhaps as a nested value
				lines := strings.SplitAfter(s, "\n")
				lines = lines[random.IntN(len(lines)):]
				s = strings.Join(lines[:random.IntN(len(lines)+1)], strings.Repeat(" ", random.IntN(4)))
			}
			text += s
		}
		for range random.IntN(4) {
			at := random.IntN(len(text) + 1)
			end := at + random.IntN(min(3, len(text)-at)+1)
			text = text[:at] + pieces[random.IntN(len(pieces))] + text[end:]
		}
		compareFast(t, []byte(text), &share)
		if t.Failed() {
			return
		}
	}
	t.Log(&share)
	if share.fast*10 < share.documents {
		t.Error("the fast reader accepts hardly any")
	}
}
