package actions

import (
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// pathIn returns the path that is printed in a finding about a document. The keys of the document tell where the names in
// it end, as names may have dots and brackets. It returns nil for the document itself, and for a text that is no path.
func pathIn(doc *source.Document, printed string) *finding.Path {
	trail, ok := trailIn(doc.Root, printed, nil)
	if !ok {
		return nil
	}
	return trail.Path()
}

func trailIn(n *yamlnode.Node, rest string, at finding.Trail) (finding.Trail, bool) {
	switch {
	case rest == "":
		return at, true
	case rest[0] == '[':
		return bracketIn(n, rest, at)
	case len(at) > 0:
		if rest[0] != '.' {
			return nil, false
		}
		rest = rest[1:]
	}
	if n != nil && n.Kind == yamlnode.Mapping {
		for e := range source.Entries(n) {
			behind, ok := strings.CutPrefix(rest, e.Key)
			if !ok || e.Key == "" || behind != "" && behind[0] != '.' && behind[0] != '[' {
				continue
			}
			if trail, ok := trailIn(source.Resolve(e.Value), behind, append(at[:len(at):len(at)], finding.Segment{Name: e.Key})); ok {
				return trail, true
			}
		}
	}
	// A missing field, whose name is taken as having no dots.
	end := strings.IndexAny(rest, ".[")
	if end < 0 {
		end = len(rest)
	}
	if end == 0 {
		return nil, false
	}
	return trailIn(nil, rest[end:], append(at[:len(at):len(at)], finding.Segment{Name: rest[:end]}))
}

// bracketIn reads an index, or a key in brackets.
func bracketIn(n *yamlnode.Node, rest string, at finding.Trail) (finding.Trail, bool) {
	for end := 1; end < len(rest); end++ {
		if rest[end] != ']' {
			continue
		}
		text := rest[1:end]
		s := finding.Segment{Name: text}
		var below *yamlnode.Node
		index, err := strconv.Atoi(text)
		switch {
		case n != nil && n.Kind == yamlnode.Mapping:
			below = source.Field(n, text)
		case err != nil:
			continue
		default:
			s = finding.Segment{Index: index, IsIndex: true}
			if n != nil && n.Kind == yamlnode.Sequence && index < len(n.Content) {
				below = source.Resolve(n.Content[index])
			}
		}
		if trail, ok := trailIn(below, rest[end+1:], append(at[:len(at):len(at)], s)); ok {
			return trail, true
		}
	}
	return nil, false
}
