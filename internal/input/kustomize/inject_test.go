package kustomize

import (
	"flag"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// overlays lists directories with more kustomizations for the tests, as in go test . -args -overlays DIR:DIR.
var overlays = flag.String("overlays", "", "directories with kustomizations")

// TestOriginsOfMistakes damages the files of kustomizations, one value or key at a time, and expects that each place of the output
// that has the damage leads to its line. -overlays adds the kustomizations below other directories.
func TestOriginsOfMistakes(t *testing.T) {
	mistakes := 15
	dirs := kustomizations(t, filepath.Join("testdata", "overlays"))
	if *overlays != "" {
		mistakes = 5
		for _, dir := range filepath.SplitList(*overlays) {
			dirs = append(dirs, kustomizations(t, dir)...)
		}
	}
	var all tally
	for _, dir := range dirs {
		one := damage(t, dir, mistakes)
		all.add(one)
		if one.places > 0 && one.right < one.places {
			t.Logf("%s: %d of %d", dir, one.right, one.places)
		}
	}
	t.Logf("%d of %d places of %d mistakes in %d kustomizations lead to the line to edit", all.right, all.places, all.mistakes, len(dirs))
	if all.places == 0 || 100*all.right < 95*all.places {
		t.Errorf("%d of %d places lead to the line to edit; want 95 of 100", all.right, all.places)
	}
}

type tally struct{ mistakes, places, right int }

func (t *tally) add(u tally) {
	t.mistakes, t.places, t.right = t.mistakes+u.mistakes, t.places+u.places, t.right+u.right
}

func kustomizations(t *testing.T, dir string) []string {
	var dirs []string
	err := filepath.WalkDir(dir, func(name string, e os.DirEntry, err error) error {
		if err == nil && e.IsDir() && IsDir(name) && ChangesFiles(name) {
			dirs = append(dirs, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return dirs
}

// mark is a value and a key that no file has.
const mark = "zz-mistake"

// damage makes some mistakes in the files of a kustomization, one after the other.
func damage(t *testing.T, dir string, mistakes int) (out tally) {
	b, err := Build(dir)
	if err != nil || b.inputs.size > 200_000 {
		return tally{}
	}
	random := rand.New(rand.NewSource(int64(len(b.Text))))
	s := readSources(b.inputs)
	for try := 0; try < 20*mistakes && out.mistakes < mistakes && len(s.values) > 0; try++ {
		v := s.values[random.Intn(len(s.values))]
		if v.parent == nil || v.removes {
			continue
		}
		ofKey := v.key != nil && v.key.Value != "" && text(v.parent, "op") == "" && !strings.HasPrefix(v.key.Value, "/") && random.Intn(3) == 0
		n := v.node
		if ofKey {
			n = v.key
		}
		if n.Kind != yaml.ScalarNode || n.Anchor != "" {
			continue
		}
		was := *n
		n.Value, n.Tag, n.Style = mark, "!!str", 0
		damaged := v.in.file.text()
		if d := v.in; d.outer != nil {
			outer := d.text.Value
			d.text.Value = string(encode(d.all))
			damaged = d.file.text()
			d.text.Value = outer
		}
		*n = was
		one := lookUp(b, v.in.file.name, damaged, ofKey)
		out.places += one.places
		out.right += one.right
		if one.places > 0 {
			out.mistakes++
		}
		if one.right < one.places {
			t.Logf("%s: %s line %d, path %v, key %v", dir, v.in.file.read.Name, n.Line, v.path, ofKey)
		}
	}
	return out
}

// lookUp builds a kustomization with a damaged file, and looks up the places of the output that have the damage.
func lookUp(b *Built, name string, damaged []byte, ofKey bool) (out tally) {
	inputs, err := newFileSystem(b.Dir)
	if err != nil {
		return tally{}
	}
	inputs.read[name], inputs.order = damaged, []string{name}
	// The order of the files is that of a build.
	for _, n := range b.inputs.order {
		if n != name {
			inputs.read[n] = b.inputs.read[n]
		}
	}
	inputs.order, inputs.size = b.inputs.order, b.inputs.size
	m, err := inputs.build()
	if err != nil {
		return tally{}
	}
	text, err := m.AsYaml()
	if err != nil {
		return tally{}
	}
	outputs, err := parse(text)
	if err != nil {
		return tally{}
	}
	bad := &Built{Dir: b.Dir, Text: text, inputs: inputs, objects: objectsOf(m), outputs: outputs, found: map[string]*value{}}
	want := -1
	for i, line := range strings.Split(string(damaged), "\n") {
		if strings.Contains(line, mark) {
			want = i + 1
		}
	}
	for _, n := range marked(outputs) {
		out.places++
		o := bad.Origin(n.Line, n.Column, "")
		if o.File == inputs.shown(name) && o.Line == want {
			out.right++
		} else if testing.Verbose() {
			fmt.Printf("  line %d leads to %s:%d, not %s:%d\n", n.Line, o.File, o.Line, inputs.shown(name), want)
		}
	}
	return out
}

// marked returns the first keys and values that are the mark.
func marked(nodes []*yaml.Node) (out []*yaml.Node) {
	for _, n := range nodes {
		if n.Value == mark {
			out = append(out, n)
		}
		out = append(out, marked(n.Content)...)
	}
	return out[:min(len(out), 3)]
}
