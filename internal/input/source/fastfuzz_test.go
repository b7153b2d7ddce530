package source

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/steer"
)

// FuzzFastPath compares the fast reader with yaml.v3 on any text.
func FuzzFastPath(f *testing.F) {
	for _, s := range fastTexts() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) { compareFast(t, text, new(fastShare)) })
}

// TestSeedsFastPath compares the two on texts that differ from those in a few places, of
// which the fast reader accepts many more than of those that fuzzing comes to.
func TestSeedsFastPath(t *testing.T) {
	texts := steer.NewTexts(fastTexts(), pieces...)
	var share fastShare
	steer.Seeds(t, 10_000, func(t *testing.T, seed uint64) { compareFast(t, []byte(texts.Any(seed)), &share) })
	t.Log(&share)
	if share.documents > 1000 && share.fast*10 < share.documents {
		t.Error("the fast reader accepts hardly any")
	}
}

// fastTexts are what fuzzing begins with.
func fastTexts() []string {
	texts := slices.Concat(seeds, fastSeeds)
	for _, s := range scalars {
		texts = append(texts, "a: "+s+"\n"+s+": a\nb:\n- "+s+"\nc: ["+s+"]\n")
	}
	_ = filepath.WalkDir(filepath.Join("..", "..", "..", "testdata", "crd", "decode"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".txtar" {
			text, _ := os.ReadFile(path)
			texts = append(texts, yamlParts(string(text))...)
		}
		return nil
	})
	return texts
}

// FuzzFastPieces compares the two on texts made of what YAML gives a meaning to,
// one piece for each byte, which get further than any bytes do.
func FuzzFastPieces(f *testing.F) {
	for _, s := range fastSeeds {
		f.Add(piecesOf(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) { compareFast(t, spelt(data), new(fastShare)) })
}

// TestSeedsFastPieces compares the two on pieces at random, some of them of the texts above.
func TestSeedsFastPieces(t *testing.T) {
	steer.Seeds(t, 500, func(t *testing.T, seed uint64) {
		data := piecesOf(fastSeeds[seed%uint64(len(fastSeeds))])
		data = data[:min(len(data), int(seed%97))]
		compareFast(t, spelt(append(data, steer.Bytes(seed, 1, 40)...)), new(fastShare))
	})
}

// spelt is the text of pieces.
func spelt(data []byte) []byte {
	var text []byte
	for _, c := range data {
		text = append(text, pieces[int(c)%len(pieces)]...)
	}
	return text
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
	"a: &x b\nc: *x\n", "a: &x\n  b: c\nd: *x # e\nf: &x_1-Z {}\ng: *x_1-Z", "a: &x\n- b\n- *x\n", "- &x a\n- *x\n", "a:\n- &x a\n- *x\n- &y\n  b: *x\n- &z [*x, *y]\n", "a: [&x b, *x, &y {c: *x}, *x]\n", "a: {b: &x [], c: *x}\n", "a: [&x b,*x]\n", "a: [&x, b]\n", "a: [&x\n b]\n",
	"a: &x [*x]\n", "a: 1\nb: &x 2\nc: &x [*x]\n", "a: &x {b: &x c}\nd: *x\n", "a: &x\n  b: &x c\nd: *x\n", "a: &x b\na: &x c\nd: *x\n", "a: &x {}\nb: {<<: *x, c: d}\nc:\n  <<: *x\n  d: e\ne: {<<: [*x, {f: g}]}\n", "a: &x []\nb: {<<: *x}\n", "<<: *x\n", "a: {'<<': 1, \"<<\": 2}\n",
	"a: &x |\n  b\nc: *x\n", "a: &x 'b'\n*x : c\n", "a: &x b\nc: *x d\n", "a: &x b\nc: *x\n  d\n", "a: &x b\nc: *x:\n", "&x a: b\n", "- &x a: b\n", "a: &x &y b\n", "a: &x b\nc: &y *x\n", "a: &x !!str b\n", "a: &x #b\n", "a: &x# b\n", "a: &x # b\n  c\n", "a: &x\nb: *x\n", "a: &x b\n---\nc: *x\n", "a:\n  &x\n  b: c\n", "a:\n- &x\n- b\n", "a: &x\n# c\n- b\n", "a: &x - b\n", "a: &é b\n", "a: & b\n", "a: *\n", "é: &x é\nb: {é: *x}\n", "&x\na: b\n",
	"a: {b, 'c', d: , \"e\": , f:, g:}\n", "a: {b\n  , c:\n  }\n", "a: {b, ~}\n", "a: {<<}\n", "a: {b c\n d}\n", "a: {" + strings.Repeat("k", 1025) + "}\n", "a: {b, c: {d}}\n", "a: {b}\nc: [d, {e: }]\n", "a: {b : }\n", "a: {,}\n", "a: {b,,}\n", "a: {é, ü: }\n", "a: {{ b }}\n", "a: [b, ]\n", "a: [, b]\n",
	strings.Repeat("k", 1024) + ": a\n", strings.Repeat("k", 1025) + ": a\n", "a: {" + strings.Repeat("k", 1025) + ": a}\n", "'" + strings.Repeat("k", 1022) + "': a\n", "'" + strings.Repeat("k", 1023) + "': a\n", strings.Repeat("é", 600) + ": a\n",
}
