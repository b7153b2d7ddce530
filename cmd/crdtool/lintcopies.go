package main

import (
	"context"
	"fmt"
	"hash/maphash"
	"slices"
	"sync"

	"github.com/crdtool/crdtool/internal/input/digest"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/output/render"
)

// copiesRule is the rule that names each copy that differs. Where it is off, one line
// says that there are some.
const copiesRule = "crd-copies"

// textSeed makes the sums of one run comparable with each other.
var textSeed = sync.OnceValue(maphash.MakeSeed)

// writtenCRD is a CRD that was found, and what sums up its text.
type writtenCRD struct {
	name, file string
	document   int
	sum        uint64
	// spec sums up what its spec says, if summed is set.
	spec   uint64
	summed bool
}

// writtenIn returns the CRDs of a file as they are written. It is called on several
// goroutines at once.
func (c *crdCopies) writtenIn(f *source.File, r *lint.FileReport) []writtenCRD {
	var list []writtenCRD
	rest := f.Documents // both are in the order of the file
	for i := range r.Documents {
		d := &r.Documents[i]
		at := slices.IndexFunc(rest, func(doc *source.Document) bool { return doc.Index == d.Document })
		if at < 0 {
			continue
		}
		doc := rest[at]
		rest = rest[at+1:]
		if d.Name == "" {
			continue
		}
		if apiVersion, _ := doc.TypeMeta(); apiVersion != "" && apiVersion != source.CRDAPIVersion {
			continue // what no server takes is no copy of what it takes
		}
		w := writtenCRD{name: d.Name, file: f.Name, document: d.Document}
		if len(doc.Text) > 0 {
			w.sum = maphash.Bytes(textSeed(), doc.Text)
		} else {
			w.sum = digest.Of(doc.Root)
		}
		if w.summed = c.differs(&w); w.summed {
			w.spec = specOf(doc)
		}
		list = append(list, w)
	}
	return list
}

func specOf(doc *source.Document) uint64 { return digest.Of(source.Field(doc.Root, "spec")) }

// differs reports whether another text of a CRD was there before, so that their specs are
// to be compared. That of the first one is not there any more.
func (c *crdCopies) differs(w *writtenCRD) bool {
	of := rules.CopyOf(w.name, w.file)
	c.mu.Lock()
	defer c.mu.Unlock()
	first, there := c.first[of]
	if there {
		return first != w.sum
	}
	if c.first == nil {
		c.first = map[rules.Copy]uint64{}
	}
	c.first[of] = w.sum
	return false
}

// crdCopies are the CRDs that were found, each text once, by what copies are to be the
// same as the rule has it.
type crdCopies struct {
	of      []rules.Copy // in the order in which they were found
	written map[rules.Copy][]writtenCRD

	mu    sync.Mutex
	first map[rules.Copy]uint64 // the sum of a text of each
}

func (c *crdCopies) add(list []writtenCRD) {
	for _, w := range list {
		if c.written == nil {
			c.written = map[rules.Copy][]writtenCRD{}
		}
		of := rules.CopyOf(w.name, w.file)
		there := c.written[of]
		if there == nil {
			c.of = append(c.of, of)
		}
		if !slices.ContainsFunc(there, func(t writtenCRD) bool { return t.sum == w.sum }) {
			c.written[of] = append(there, w)
		}
	}
}

// line says how many CRDs have copies whose specs differ; "" if none has. Only the first of
// copies of different texts is read again to find out: most have none.
func (c *crdCopies) line(ctx context.Context, list *files.List) string {
	specs := map[writtenCRD]uint64{}
	again := map[string][]writtenCRD{}
	for _, of := range c.of {
		if copies := c.written[of]; len(copies) > 1 {
			for _, w := range copies {
				if w.summed {
					specs[w] = w.spec
				} else {
					again[w.file] = append(again[w.file], w)
				}
			}
		}
	}
	var read []files.File
	for _, f := range list.Files {
		if again[f.Name] != nil {
			read = append(read, f)
		}
	}
	err := inorder.Do(ctx, read, func(f files.File) map[writtenCRD]uint64 {
		file, _, err := list.Read(&f, nil)
		if err != nil || file == nil {
			return nil // it was there a moment ago
		}
		sums := map[writtenCRD]uint64{}
		for _, w := range again[f.Name] {
			for _, doc := range file.Documents {
				if doc.Index == w.document {
					sums[w] = specOf(doc)
				}
			}
		}
		return sums
	}, func(sums map[writtenCRD]uint64) error {
		for w, sum := range sums {
			specs[w] = sum
		}
		return nil
	})
	if err != nil {
		return ""
	}
	var first, second writtenCRD
	different := 0
	for _, of := range c.of {
		copies := c.written[of]
		i := slices.IndexFunc(copies, func(w writtenCRD) bool { return specs[w] != specs[copies[0]] })
		if i < 0 {
			continue
		}
		if different++; different == 1 {
			first, second = copies[0], copies[i]
		}
	}
	const each = "; --enable " + copiesRule + " names each"
	switch different {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("%s differs between %s and %s%s", first.name, first.file, second.file, each)
	}
	return fmt.Sprintf("%s have copies that differ, such as %s in %s and %s%s", render.Count(different, "CRD"), first.name, first.file, second.file, each)
}

// namesCopies reports whether the rule that names each copy is on.
func namesCopies(s *rules.Selection) bool {
	return slices.ContainsFunc(s.Active, func(a rules.Active) bool { return a.ID == copiesRule })
}
