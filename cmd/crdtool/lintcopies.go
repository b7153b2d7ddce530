package main

import (
	"context"
	"fmt"
	"hash/maphash"
	"slices"

	"github.com/crdtool/crdtool/internal/input/digest"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// copiesRule is the rule that reports each differing copy. If it is off, one line mentions them.
const copiesRule = "crd-copies"

// foundCRD is a CRD in a file that was found in a directory.
type foundCRD struct {
	name, file string
	document   int
	text       uint64 // hash of the text; 0 for an item of a List
}

var textSeed = maphash.MakeSeed()

// crdsIn returns the CRDs of a file, without API versions that no server accepts: those are not copies.
func crdsIn(f *source.File, r *lint.FileReport) []foundCRD {
	var list []foundCRD
	for i := range r.Documents {
		d := &r.Documents[i]
		at := slices.IndexFunc(f.Documents, func(doc *source.Document) bool { return doc.Index == d.Document })
		if at < 0 || d.Name == "" {
			continue
		}
		doc := f.Documents[at]
		if apiVersion, _ := doc.TypeMeta(); apiVersion == "" || apiVersion == source.CRDAPIVersion {
			crd := foundCRD{name: d.Name, file: f.Name, document: d.Document}
			if len(doc.Text) > 0 {
				crd.text = maphash.Bytes(textSeed, doc.Text)
			}
			list = append(list, crd)
		}
	}
	return list
}

// crdCopies groups the CRDs of a run by rules.Copy.
type crdCopies struct {
	order []rules.Copy
	of    map[rules.Copy][]foundCRD // the first of each text
}

func (c *crdCopies) add(list []foundCRD) {
	if c.of == nil {
		c.of = map[rules.Copy][]foundCRD{}
	}
	for _, crd := range list {
		key := rules.CopyOf(crd.name, crd.file)
		copies := c.of[key]
		if copies == nil {
			c.order = append(c.order, key)
		}
		if crd.text == 0 || !slices.ContainsFunc(copies, func(other foundCRD) bool { return other.text == crd.text }) {
			c.of[key] = append(copies, crd)
		}
	}
}

// line returns the line that counts CRDs whose copies have different specs, or "". It reads copies with
// different texts again.
func (c *crdCopies) line(ctx context.Context, list *files.List) string {
	again := map[string]bool{}
	for _, copies := range c.of {
		for _, crd := range copies {
			again[crd.file] = again[crd.file] || len(copies) > 1
		}
	}
	type place struct {
		file     string
		document int
	}
	specs := map[place]uint64{}
	err := inorder.Do(ctx, slices.DeleteFunc(slices.Clone(list.Files), func(f files.File) bool { return !again[f.Name] }), func(f files.File) map[place]uint64 {
		sums := map[place]uint64{}
		if file, _, err := list.Read(&f, nil); err == nil && file != nil {
			for _, doc := range file.Documents {
				sums[place{f.Name, doc.Index}] = digest.Of(source.Field(doc.Root, "spec"))
			}
		}
		return sums
	}, func(sums map[place]uint64) error {
		for at, sum := range sums {
			specs[at] = sum
		}
		return nil
	})
	if err != nil {
		return ""
	}
	spec := func(crd foundCRD) uint64 { return specs[place{crd.file, crd.document}] }
	var first, second foundCRD
	differing := 0
	for _, key := range c.order {
		copies := c.of[key]
		i := slices.IndexFunc(copies, func(crd foundCRD) bool { return spec(crd) != spec(copies[0]) })
		if i < 0 {
			continue
		}
		if differing++; differing == 1 {
			first, second = copies[0], copies[i]
		}
	}
	const each = "; --enable " + copiesRule + " names each"
	switch differing {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("%s differs between %s and %s%s", first.name, first.file, second.file, each)
	}
	return fmt.Sprintf("%s have copies that differ, such as %s in %s and %s%s", prose.Count(differing, "CRD"), first.name, first.file, second.file, each)
}

// namesCopies reports whether the rule about each copy is on.
func namesCopies(s *rules.Selection) bool {
	return slices.ContainsFunc(s.Active, func(a rules.Active) bool { return a.ID == copiesRule })
}
