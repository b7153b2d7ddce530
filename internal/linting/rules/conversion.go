package rules

import (
	"slices"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// unconverted calls f for each served version other than the storage version if the conversion strategy is
// None. unstored has the losses of the version in storage, dropped the losses of stored objects in the version.
func unconverted(p *Pass, f func(v, storage *Version, unstored, dropped losses)) {
	s := &p.CRD.Spec
	if s.Conversion == nil || s.Conversion.Strategy != "None" || s.PreserveUnknownFields || s.Shared.Schema {
		return
	}
	stored := slices.IndexFunc(p.Versions, func(v *Version) bool { return v.Storage })
	if stored < 0 {
		return
	}
	storage := p.Versions[stored]
	for _, v := range p.Versions {
		if v != storage && v.Served {
			f(v, storage, lostBetween(v, storage), lostBetween(storage, v))
		}
	}
}

// conversionWritten reports whether the file sets the conversion, so that it is not the server's default.
func conversionWritten(p *Pass) bool {
	spec := source.Field(p.Doc.Root, "spec")
	return spec != nil && !source.IsNull(source.Field(spec, "conversion"))
}

func isOrAre(of []string) string {
	if len(of) == 1 {
		return "is"
	}
	return "are"
}

// losses are the fields of one version that the schema of another prunes or changes.
type losses struct {
	// fields are the pruned fields, without the fields below them. first is the path of the first one.
	fields []string
	first  *finding.Path
	nodes  []*schematree.Node // nodes of fields
	// retyped are fields without a value that is valid in both versions.
	retyped []retypedField
}

type retypedField struct {
	field, here, there string
	path               *finding.Path
}

// lostBetween returns the losses of objects of version from under the schema of version to.
func lostBetween(from, to *Version) losses {
	var l losses
	var pruned []*schematree.Node
	for _, c := range schemadiff.Compare(to.Tree.Tree, from.Tree.Tree) {
		n := c.At.New
		switch {
		case !converted(from, c.At):
		case c.At.Incomparable():
			if retypes(&c) {
				l.retyped = append(l.retyped, retypedField{from.named(n), schemadiff.TypeOf(n.Schema), schemadiff.TypeOf(c.At.Old.Schema), from.Tree.Path(n.ID)})
			}
		case to.Values(c.At.Old) != nil || !to.PrunesUnknown(c.At.Old):
		case c.Keyword == "properties" && c.Before == nil:
			pruned = append(pruned, from.Child(n, c.Name))
		case c.Keyword == "additionalProperties" && from.Values(n) != nil:
			pruned = append(pruned, from.Values(n))
		}
	}
	slices.SortFunc(pruned, func(a, b *schematree.Node) int { return int(a.ID - b.ID) })
	for _, n := range pruned {
		if from.InMetadata(n) || from.TypeMeta(n) {
			continue
		}
		if l.fields == nil {
			l.first = from.Tree.Path(n.ID)
		}
		l.fields = append(l.fields, from.FieldPath(n))
		l.nodes = append(l.nodes, n)
	}
	return l
}

// witness returns the first witness that of finds for the first few fields, or nil.
func (l *losses) witness(from *Version, of func(value []finding.Segment, field string) *finding.Witness) *finding.Witness {
	const few = 5
	for i, n := range l.nodes[:min(len(l.nodes), few)] {
		if w := of(from.wayTo(n), l.fields[i]); w != nil {
			return w
		}
	}
	return nil
}

// unstoredWitness returns a witness that fields of a version are not stored.
func (p *Pass) unstoredWitness(v *Version, unstored *losses) *finding.Witness {
	return unstored.witness(v, func(value []finding.Segment, field string) *finding.Witness {
		return p.Witness.Unstored(v.Name, value, field)
	})
}

// droppedWitness returns a witness that an update in another version removes fields of the storage version.
func (p *Pass) droppedWitness(v, storage *Version, dropped *losses) *finding.Witness {
	return dropped.witness(storage, func(value []finding.Segment, field string) *finding.Witness {
		return p.Witness.Dropped(storage.Name, v.Name, value, field)
	})
}

// converted reports whether objects of version from have a place. Metadata and type fields do not count: the
// server keeps them in every version.
func converted(from *Version, p *schemadiff.Pair) bool {
	for ; p != nil; p = p.Parent {
		if p.Crossed && p.New.Role != schematree.RoleProperty || from.InMetadata(p.New) || from.TypeMeta(p.New) {
			return false
		}
	}
	return true
}
