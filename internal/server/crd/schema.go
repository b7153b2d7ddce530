package crd

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/schemas/internaltype"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/schemas/structural"
	"github.com/crdtool/crdtool/internal/server/defaulting"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// schema checks the schema of a version, whose field schema has the path p. The stages follow the server's: it checks
// defaults only in a structural schema, and CEL rules only if the defaults are valid.
func (k *checker) schema(t *schematree.Tree, p *finding.Path, status bool) {
	if t == nil {
		return
	}
	root, s := t.Path(0), t.Nodes[0].Schema
	before := len(k.found)
	if status {
		k.rootBesideStatus(s, p, root)
	}
	if s.Nullable {
		k.add(finding.Forbidden(code.NullableRoot, p.Child("openAPIV3Schema.nullable").At(root.Child("nullable")), "nullable cannot be true at the root"))
	}
	var st structure
	if k.structural {
		k.Compiler().ExpectAll(t)
		st = k.structure(t)
	}
	faults := k.keywords(t)
	if k.structural && (!st.rules || len(faults) > 0) {
		if k.stops == nil {
			k.stops = map[*schematree.Tree]*stop{}
		}
		k.stops[t] = &stop{st, faults}
	}
	if st.rules {
		k.expressions(t, faults)
	}
	if st.unconvertible != "" && len(k.found) == before {
		k.add(finding.Invalid(code.Unconvertible, root, "", st.unconvertible))
	}
}

// structure is the result of the first stages.
type structure struct {
	// unconvertible is the error of the conversion to a structural schema. The server reports it only if there are no
	// other findings.
	unconvertible string
	// defaults reports that the schema is structural, so that its defaults can be checked.
	defaults bool
	// rules reports that the schema is structural and its defaults are valid, so that rules can be compiled.
	rules bool
}

// structure checks that the schema is structural, and then its defaults.
func (k *checker) structure(t *schematree.Tree) structure {
	if text := structural.ConversionError(t, 0); text != "" {
		return structure{unconvertible: text}
	}
	before := len(k.found)
	structural.Each(t, k.behaviour.Checks, func(f finding.Finding) { k.add(f) })
	if len(k.found) > before {
		return structure{}
	}
	found := defaulting.Check(t, k.require.prunedDefaults, k.Checker.rules.Compiler(), k.behaviour)
	if k.defaultsChecked == nil {
		k.defaultsChecked = map[*schema.Schema]bool{}
	}
	k.defaultsChecked[t.Nodes[0].Schema] = true
	k.add(found...)
	return structure{defaults: true, rules: len(found) == 0}
}

// rootBesideStatus checks that the root of a schema has only keywords that also hold if the server applies the schema
// of status alone.
func (k *checker) rootBesideStatus(s *schema.Schema, p, root *finding.Path) {
	switch keyword := internaltype.ForbiddenBesideStatus(s); keyword {
	case "":
	case "type":
		k.add(finding.Invalid(code.RootTypeBesideStatus, p.Child("openAPIV3Schema.type").At(root.Child("type")), s.Type,
			`only "object" is allowed as the type at the root of the schema if the status subresource is enabled`))
	default:
		k.add(finding.Invalid(code.RootBesideStatus, p.Child("openAPIV3Schema").At(root.Child(keyword)), schemaInMessage{k, s},
			fmt.Sprintf("only %v fields are allowed at the root of the schema if the status subresource is enabled", internaltype.AllowedBesideStatus)))
	}
}
