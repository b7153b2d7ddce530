package crd

import (
	"errors"
	"slices"

	"k8s.io/apimachinery/pkg/util/json"
	kjson "sigs.k8s.io/json"
	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	v1 "github.com/crdtool/crdtool/internal/server/crd/internal/v1"
	"github.com/crdtool/crdtool/internal/text/code"
)

// DecodeErrors decodes a document again, with the server's decoder, and returns the decoder's messages: the error that
// is fatal at any level of field validation, or the errors of strict field validation about unknown and repeated
// fields. It is slow, and meant for documents in which Decode finds a flaw. Repeated keys of YAML are errors only if
// flaws contains one: otherwise the document is one that kubectl has converted.
func (ch *Checker) DecodeErrors(doc *source.Document, flaws []yamldecode.Flaw) (strict []string, fatal error) {
	if doc.DerivedFrom != nil {
		return nil, underivable(doc)
	}
	if maybeShared(doc, flaws) {
		doc = withoutAliases(doc)
		_, flaws = ch.Decode(doc)
	}
	if strict, fatal = decodeErrors(doc, flaws); fatal != nil {
		fatal = errors.New(code.DecodingError(fatal.Error(), ch.behaviour.Words))
	}
	return strict, fatal
}

// decodeErrors returns the errors in the newest server's words, for a document without aliases.
func decodeErrors(doc *source.Document, flaws []yamldecode.Flaw) (strict []string, fatal error) {
	root, restore := renamed(doc.Root, flaws)
	errs, err := decoderErrors(root)
	if err != nil {
		return nil, err
	}
	for i := range flaws {
		// The server notices numbers beyond float64 only when it converts defaults and enums to its internal type.
		if flaws[i].Want == yamldecode.NumberInRange {
			text, _ := source.ToJSON(flaws[i].Node)
			var v any
			return nil, json.Unmarshal(text, &v)
		}
	}
	if !doc.JSON() && slices.ContainsFunc(flaws, func(f yamldecode.Flaw) bool { return f.Kind == yamldecode.DuplicateField }) {
		// The conversion of YAML to JSON loses repeated keys.
		if _, err := yaml.YAMLToJSONStrict(doc.Text); err != nil {
			strict = append(strict, err.Error())
		}
	}
	for _, e := range errs {
		strict = append(strict, restore(e.Error()))
	}
	return strict, nil
}

// decoderErrors decodes a document. Its first result are the errors of strict field validation.
func decoderErrors(root *yamlnode.Node) ([]error, error) {
	text, _ := source.ToJSON(root) // source.Read removes values that JSON cannot represent
	return kjson.UnmarshalStrict(text, &v1.CustomResourceDefinition{})
}

// maybeShared reports whether aliases may repeat a value of a wrong type in several places.
func maybeShared(doc *source.Document, flaws []yamldecode.Flaw) bool {
	return slices.ContainsFunc(flaws, func(f yamldecode.Flaw) bool { return f.Kind == yamldecode.WrongType }) && hasAliases(doc.Root)
}

func hasAliases(n *yamlnode.Node) bool {
	return n.Kind == yamlnode.Alias || slices.ContainsFunc(n.Content, hasAliases)
}

// withoutAliases returns a document in which each alias is replaced by a copy of its anchor.
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
