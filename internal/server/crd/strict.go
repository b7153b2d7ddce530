package crd

import (
	"errors"
	"slices"

	"k8s.io/apimachinery/pkg/util/json"
	kjson "sigs.k8s.io/json"
	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	v1 "github.com/crdtool/crdtool/internal/server/crd/internal/v1"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/schema"
)

// DecodeErrors decodes a document once more, with the decoder that the server
// uses, and returns its words: the error that no field validation lets pass, or
// the errors that strict field validation makes of unknown and repeated fields.
// It is slow, and meant for documents in which Decode finds a flaw. Repeated keys of YAML are errors
// if flaws has one: without them the document is what kubectl makes of it.
func (ch *Checker) DecodeErrors(doc *source.Document, flaws []schema.Flaw) (strict []string, fatal error) {
	if maybeShared(doc, flaws) {
		doc = withoutAliases(doc)
		_, flaws = ch.Decode(doc)
	}
	if strict, fatal = decodeErrors(doc, flaws); fatal != nil {
		fatal = errors.New(code.DecodingError(fatal.Error(), ch.behaviour.Words))
	}
	return strict, fatal
}

// decodeErrors is DecodeErrors in the newest server's words, for a document without aliases.
func decodeErrors(doc *source.Document, flaws []schema.Flaw) (strict []string, fatal error) {
	root, restore := renamed(doc.Root, flaws)
	errs, err := decoderErrors(root)
	if err != nil {
		return nil, err
	}
	for i := range flaws {
		// numbers beyond float64 are only noticed when defaults and enums are
		// converted to the server's internal type
		if flaws[i].Want == schema.NumberInRange {
			text, _ := source.ToJSON(flaws[i].Node)
			var v any
			return nil, json.Unmarshal(text, &v)
		}
	}
	if !doc.JSON() && slices.ContainsFunc(flaws, func(f schema.Flaw) bool { return f.Kind == schema.DuplicateField }) {
		// repeated keys of YAML are lost in the conversion to JSON
		if _, err := yaml.YAMLToJSONStrict(doc.Text); err != nil {
			strict = append(strict, err.Error())
		}
	}
	for _, e := range errs {
		strict = append(strict, restore(e.Error()))
	}
	return strict, nil
}

// decoderErrors decodes a document. The first errors are those of strict field validation.
func decoderErrors(root *yamlnode.Node) ([]error, error) {
	text, _ := source.ToJSON(root) // Read leaves out what has no such form
	return kjson.UnmarshalStrict(text, &v1.CustomResourceDefinition{})
}

// maybeShared reports whether a value of a wrong type may be at several places.
func maybeShared(doc *source.Document, flaws []schema.Flaw) bool {
	return slices.ContainsFunc(flaws, func(f schema.Flaw) bool { return f.Kind == schema.WrongType }) && hasAliases(doc.Root)
}

func hasAliases(n *yamlnode.Node) bool {
	return n.Kind == yamlnode.Alias || slices.ContainsFunc(n.Content, hasAliases)
}

// withoutAliases returns a document in which the parts that aliases stand for are written out.
func withoutAliases(doc *source.Document) *source.Document {
	return &source.Document{
		File: doc.File, Index: doc.Index, Root: writtenOut(doc.Root), Text: doc.Text,
		ImpliedAPIVersion: doc.ImpliedAPIVersion, ImpliedKind: doc.ImpliedKind,
	}
}

func writtenOut(n *yamlnode.Node) *yamlnode.Node {
	n = source.Resolve(n)
	c := *n
	c.Content = nil
	switch n.Kind {
	case yamlnode.Mapping:
		for e := range source.Entries(n) {
			key := *source.Resolve(e.KeyNode)
			c.Content = append(c.Content, &key, writtenOut(e.Value))
		}
	case yamlnode.Sequence:
		for _, item := range n.Content {
			c.Content = append(c.Content, writtenOut(item))
		}
	}
	return &c
}
