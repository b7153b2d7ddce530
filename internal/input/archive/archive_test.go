package archive

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/steer"
)

type file struct {
	name, text string
	kind       byte
}

func makeTar(t testing.TB, files ...file) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range files {
		h := &tar.Header{Name: f.name, Size: int64(len(f.text)), Mode: 0o644, Typeflag: tar.TypeReg}
		if f.kind != 0 {
			h.Typeflag, h.Linkname, h.Size = f.kind, f.text, 0
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if h.Size > 0 {
			_, _ = io.WriteString(w, f.text)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zipped(t testing.TB, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(text)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// names returns the YAML and JSON files of an archive, with their texts.
func names(a *Archive) map[string]string {
	all := map[string]string{}
	for name, text := range a.texts {
		all[name] = string(text)
	}
	return all
}

func TestRead(t *testing.T) {
	lower := makeTar(t, file{name: "package.yaml", text: "lower"}, file{name: "crds/a.yaml", text: "a"}, file{name: "crds/b.yaml", text: "b"}, file{name: "old/c.yaml", text: "c"})
	upper := makeTar(t, file{name: "package.yaml", text: "upper"}, file{name: "crds/.wh.a.yaml"}, file{name: "old/.wh..wh..opq"}, file{name: "old/d.yaml", text: "d"})
	const image = "map[crds/b.yaml:b old/d.yaml:d package.yaml:upper]"
	for name, test := range map[string]struct {
		text []byte
		want string
	}{
		"a chart": {zipped(t, makeTar(t, file{name: "lamp/Chart.yaml", text: "c"}, file{name: "lamp/crds/a.yaml", text: "a"}, file{name: "lamp/README.md", text: "r"})),
			"map[Chart.yaml:c crds/a.yaml:a]"},
		"a folder":      {makeTar(t, file{name: "./x/a.yaml", text: "a"}, file{name: "x/b.json", text: "b"}), "map[x/a.yaml:a x/b.json:b]"},
		"docker save":   {makeTar(t, file{name: "manifest.json", text: `[{"Layers":["l/1.tar","2.tar.gz"]}]`}, file{name: "l/1.tar", text: string(lower)}, file{name: "2.tar.gz", text: string(zipped(t, upper))}), image},
		"an OCI layout": {makeTar(t, file{name: "oci-layout", text: "{}"}, file{name: "index.json", text: `{"manifests":[{"digest":"sha256:m"}]}`}, file{name: "blobs/sha256/m", text: `{"layers":[{"digest":"sha256:1"},{"digest":"sha256:2"}]}`}, file{name: "blobs/sha256/1", text: string(lower)}, file{name: "blobs/sha256/2", text: string(upper)}), image},
	} {
		a, err := Read(test.text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := fmt.Sprint(names(a)); got != test.want {
			t.Errorf("%s: got %s, want %s", name, got, test.want)
		}
	}
}

// zeros is an endless file.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// bomb returns a small archive with a file of many bytes.
func bomb(t testing.TB, name string, size int64) []byte {
	t.Helper()
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	w := tar.NewWriter(z)
	if err := w.WriteHeader(&tar.Header{Name: name, Size: size, Mode: 0o644, Typeflag: tar.TypeReg}); err != nil {
		t.Fatal(err)
	}
	if _, err := io.CopyN(w, zeros{}, size); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()
	_ = z.Close()
	return b.Bytes()
}

// Hostile archives end in a clear error, or their harmless files are read, with little memory.
func TestHostileArchives(t *testing.T) {
	good := file{name: "crds/a.yaml", text: "a"}
	var random strings.Builder // which gzip cannot compress much
	for i, x := 0, uint32(1); i < 5000; i++ {
		x = x*1664525 + 1013904223
		fmt.Fprintf(&random, "%d\n", x)
	}
	whole := zipped(t, makeTar(t, good, file{name: "b.yaml", text: random.String()}))
	many := make([]file, 100_000)
	for i := range many {
		many[i].name = fmt.Sprintf("f%d.yaml", i)
	}
	whiteouts := make([]file, 40_000)
	for i := range whiteouts {
		whiteouts[i].name = fmt.Sprintf("d/.wh.f%d.yaml", i)
	}
	image := func(manifest string, more ...file) []byte {
		return makeTar(t, append([]file{{name: "manifest.json", text: manifest}}, more...)...)
	}
	layout := func(index string, more ...file) []byte {
		return makeTar(t, append([]file{{name: "oci-layout", text: "{}"}, {name: "index.json", text: index}}, more...)...)
	}
	tests := map[string]struct {
		text []byte
		says string // "" if the good file is read
	}{
		"empty":                      {nil, "no tar archive"},
		"text":                       {[]byte("apiVersion: v1\n"), "no tar archive"},
		"zip":                        {[]byte("PK\x03\x04........"), "the format zip is not read"},
		"xz":                         {[]byte("\xfd7zXZ\x00...."), "the compression xz is not read"},
		"bzip2":                      {[]byte("BZh91AY&SY"), "the compression bzip2 is not read"},
		"zstd":                       {[]byte("\x28\xb5\x2f\xfd...."), "the compression zstd is not read"},
		"tar of nothing":             {makeTar(t), "no file is in it"},
		"gzip of nothing":            {zipped(t, nil), "no tar archive"},
		"gzip of text":               {zipped(t, []byte(strings.Repeat("text\n", 1000))), "no tar archive"},
		"gzip header alone":          {[]byte("\x1f\x8b\x08"), "no tar archive"},
		"gzip of gzip":               {zipped(t, zipped(t, makeTar(t, good))), "ends too early"},
		"name above":                 {makeTar(t, good, file{name: "../x.yaml", text: "x"}), `"../x.yaml" in it leads out`},
		"name far above":             {makeTar(t, good, file{name: "a/../../../x.yaml", text: "x"}), "leads out"},
		"absolute name":              {makeTar(t, good, file{name: "/etc/x.yaml", text: "x"}), ""}, // tar and docker drop the slash
		"backslashes":                {makeTar(t, good, file{name: `..\..\x.yaml`, text: "x"}), "leads out"},
		"dots inside":                {makeTar(t, good, file{name: "a/../b.yaml", text: "x"}), ""},
		"long name":                  {makeTar(t, good, file{name: strings.Repeat("n", 5000) + ".yaml", text: "x"}), "more than 4096 bytes"},
		"symbolic link out":          {makeTar(t, good, file{name: "l.yaml", text: "/etc/passwd", kind: tar.TypeSymlink}), ""},
		"symbolic link to itself":    {makeTar(t, good, file{name: "l.yaml", text: "l.yaml", kind: tar.TypeSymlink}), ""},
		"hard link out":              {makeTar(t, good, file{name: "l.yaml", text: "/etc/passwd", kind: tar.TypeLink}), ""},
		"device":                     {makeTar(t, good, file{name: "d.yaml", kind: tar.TypeChar}), ""},
		"pipe":                       {makeTar(t, good, file{name: "p.yaml", kind: tar.TypeFifo}), ""},
		"directory as YAML":          {makeTar(t, good, file{name: "d.yaml/", kind: tar.TypeDir}), ""},
		"file and directory":         {makeTar(t, good, file{name: "x.yaml", text: "x"}, file{name: "x.yaml/y.yaml", text: "y"}), ""},
		"the same name twice":        {makeTar(t, file{name: "crds/a.yaml", text: "old"}, good), ""},
		"escape sequences in a name": {makeTar(t, good, file{name: "\x1b[31m.yaml", text: "x"}), ""},
		"100,000 files":              {zipped(t, makeTar(t, many...)), "more than 50000 files"},
		"a YAML bomb":                {bomb(t, "x.yaml", 200<<20), "more than"},
		"a bomb that is not kept":    {image(`[{"Layers":["l"]}]`, file{name: "l", text: string(bomb(t, "x.bin", 1200<<20))}), "more than 1024 MiB"},
		"cut in the header":          {whole[:5], "no tar archive"},
		"cut in the first file":      {whole[:len(whole)/3], "ends too early"},
		"cut at the end":             {whole[:len(whole)-9], "ends too early"},
		"cut tar":                    {makeTar(t, good, file{name: "b.yaml", text: strings.Repeat("b", 9000)})[:4000], "ends too early"},
		"changed bytes":              {changed(whole, len(whole)/2), "damaged"},
		"image without layers":       {image(`[{"Layers":[]}]`, good), ""},
		"manifest of another format": {image(`{"a": 1}`, good), ""},
		"manifest that is no JSON":   {image(`[[[`, good), ""},
		"missing layer":              {image(`[{"Layers":["none"]}]`, good), "none of its image is missing"},
		"layer above":                {image(`[{"Layers":["../../etc/passwd"]}]`, good), "leads out"},
		"layer that is no archive":   {image(`[{"Layers":["l"]}]`, file{name: "l", text: "text"}), "cannot be read"},
		"layer with a name above":    {image(`[{"Layers":["l"]}]`, file{name: "l", text: string(makeTar(t, file{name: "../x.yaml"}))}), "leads out"},
		"the same layer often":       {image(`[{"Layers":[`+strings.Repeat(`"l",`, 999)+`"l"]}]`, file{name: "l", text: string(makeTar(t, good))}), ""},
		"many whiteouts":             {image(`[{"Layers":["l","w","l"]}]`, file{name: "l", text: string(makeTar(t, good))}, file{name: "w", text: string(makeTar(t, whiteouts...))}), ""},
		"index that is no JSON":      {layout("[", good), "no JSON document"},
		"index of itself":            {layout(`{"manifests":[{"digest":"../../index.json"}]}`, good), "in it is no JSON"},
		"index in a circle":          {layout(`{"manifests":[{"digest":"a:b"}]}`, file{name: "blobs/a/b", text: `{"manifests":[{"digest":"a:b"}]}`}), "no image with layers"},
		"index without images":       {layout(`{}`, good), "no image with layers"},
		"blob above":                 {layout(`{"layers":[{"digest":"..:../../etc/passwd"}]}`, good), "leads out"},
		"missing blob":               {layout(`{"layers":[{"digest":"sha256:x"}]}`, good), "is missing"},
	}
	if len(tests) < 40 {
		t.Errorf("%d archives, want 40", len(tests))
	}
	for name, test := range tests {
		a, err := Read(test.text)
		switch {
		case test.says != "":
			if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("%s: got %v, want an error with %q", name, err, test.says)
			}
		case err != nil:
			t.Errorf("%s: %v", name, err)
		default:
			if text, err := a.Load("crds/a.yaml"); err != nil || string(text) != "a" {
				t.Errorf("%s: got %q, %v", name, text, err)
			}
		}
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.Sys > 700<<20 { // with the bombs that the test itself makes
		t.Errorf("%d MiB of memory", m.Sys>>20)
	}
}

func changed(text []byte, at int) []byte {
	text = bytes.Clone(text)
	for i := range 8 {
		text[at+i] ^= 0x55
	}
	return text
}

// No bytes make Read panic.
func FuzzRead(f *testing.F) {
	f.Add(makeTar(f, file{name: "a.yaml", text: "a"}))
	f.Add(zipped(f, makeTar(f, file{name: "lamp/Chart.yaml", text: "c"})))
	f.Add(makeTar(f, file{name: "manifest.json", text: `[{"Layers":["l"]}]`}, file{name: "l", text: string(makeTar(f, file{name: ".wh.x"}))}))
	f.Fuzz(readsCleanNames)
}

// TestSeedsRead makes archives of odd names and layers, and changes some of their bytes.
func TestSeedsRead(t *testing.T) {
	parts := []string{"a", "b", "a.yaml", "b.json", "..", ".", "", "crds", "Chart.yaml", ".wh.a", ".wh.a.yaml", ".wh..wh..opq", "manifest.json", "oci-layout", "index.json", "l", `c\d`}
	kinds := []byte{0, 0, 0, 0, tar.TypeSymlink, tar.TypeLink, tar.TypeFifo, tar.TypeDir}
	some := func(c *steer.Choices, depth int) []byte {
		var files []file
		if depth == 0 {
			files = append(files, file{name: "l", text: string(makeTar(t, file{name: "a.yaml", text: "a"}))}, file{name: "manifest.json", text: steer.From(c, `[{"Layers":["l","l"]}]`, `[{"Layers":["a/b"]}]`, `[]`, `{}`)})
		}
		for range c.Of(6) {
			name := steer.From(c, parts...)
			for range c.Of(3) {
				name += "/" + steer.From(c, parts...)
			}
			if name = strings.TrimRight(name, "/"); name != "" {
				files = append(files, file{name, steer.From(c, parts...), steer.From(c, kinds...)})
			}
		}
		return makeTar(t, files...)
	}
	steer.Seeds(t, 500, func(t *testing.T, seed uint64) {
		c := steer.By(steer.Random(seed, 64))
		text := some(c, c.Of(2))
		for range c.Of(3) {
			text[c.Of(256)*len(text)/256] ^= byte(1 + c.Of(255))
		}
		if c.Of(2) == 0 {
			text = zipped(t, text)
		}
		readsCleanNames(t, text)
	})
}

// readsCleanNames reads an archive, and holds that the names of its files are clean and can be found.
func readsCleanNames(t *testing.T, text []byte) {
	a, err := Read(text)
	if err != nil {
		return
	}
	for name := range a.texts {
		if clean, err := inside(name); err != nil || clean != name {
			t.Errorf("%q is not a clean name", name)
		}
		if _, err := a.Stat(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := a.ReadDir(""); err != nil {
		t.Error(err)
	}
}
