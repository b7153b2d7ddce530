package sample

import (
	"fmt"
	"slices"

	"github.com/crdtool/crdtool/internal/celsyntax"
	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/schema"
)

// No samples are made of schemas with more than these. The largest of real CRDs have a
// third of them; nobody reads a sample of more, and each try takes its time.
const (
	maxFields   = 50_000
	maxDefaults = 50_000 // values in all defaults
	maxRules    = 2_000
	maxCEL      = 60_000 // parts of all rules, with what macros make of them
	maxPatterns = 1_500
	maxPattern  = 200_000 // bytes of all patterns
	maxMatches  = 1_000_000
	maxBranches = 2_000 // on one value, whose errors the validator compares with each other
)

func (g *Generator) tooLarge(s *schema.Schema) string {
	z := g.sizes(s)
	return z.tooLarge()
}

func (g *Generator) sizes(s *schema.Schema) sizes {
	if z, known := g.large.Load(s); known {
		return z.(sizes)
	}
	z := sizesOf(s)
	g.large.Store(s, z)
	return z
}

func sizesOf(s *schema.Schema) (z sizes) {
	z.add(s)
	return z
}

// tooLarge says of what a schema has more than there may be, or returns "".
func (z *sizes) tooLarge() string {
	switch {
	case z.nodes > maxFields:
		return fmt.Sprintf("more than %d fields", maxFields)
	case z.defaults > maxDefaults:
		return fmt.Sprintf("more than %d values in defaults", maxDefaults)
	case z.rules > maxRules:
		return fmt.Sprintf("more than %d rules", maxRules)
	case z.cel > maxCEL:
		return fmt.Sprintf("rules of more than %d names, literals, operators and calls", maxCEL)
	case z.patterns > maxPatterns:
		return fmt.Sprintf("more than %d patterns", maxPatterns)
	case z.pattern > maxPattern:
		return fmt.Sprintf("patterns of more than %d bytes", maxPattern)
	case z.branches > maxBranches:
		return fmt.Sprintf("more than %d branches of allOf, anyOf, oneOf and not for one value", maxBranches)
	case z.matches > maxMatches:
		return fmt.Sprintf("more than %d fields that branches of allOf, anyOf, oneOf and not are to match", maxMatches)
	}
	return ""
}

// Any reports whether samples are made of some version of a CRD that the server serves.
func Any(c *crd.CustomResourceDefinition) bool {
	return slices.ContainsFunc(c.Spec.Versions, func(v crd.Version) bool {
		root := v.OpenAPISchema()
		return v.Served && root != nil && !TooLarge(root)
	})
}

// TooLarge reports whether no samples are made of a schema.
func TooLarge(s *schema.Schema) bool {
	z := sizesOf(s)
	return z.tooLarge() != ""
}

// someBranches is how many of a value cost next to nothing to try an object, and someBeside how many
// schemas in all branches do.
const (
	someBranches = 64
	someBeside   = 256
)

// each is what it costs to try an object beside the values in it.
func (z *sizes) each() int {
	return 6*max(0, z.branches-someBranches) + 2*max(0, z.beside-someBeside)
}

// sizes are what the time for a sample depends on. Matches are the fields of objects times
// the branches that are tried on the whole of each, branches the most on one value, and beside the
// schemas in all branches.
type sizes struct {
	nodes, defaults, rules, patterns, pattern, matches, branches, beside int

	cel float64
}

// add returns how many schemas hold for the same values.
func (z *sizes) add(s *schema.Schema) (branches int) {
	if s == nil || z.nodes > maxFields || z.defaults > maxDefaults {
		return 0
	}
	z.nodes++
	if s.Default != nil {
		z.defaults += valuesIn(s.Default, maxDefaults+1-z.defaults)
	}
	z.rules += len(s.XValidations())
	for i := range s.XValidations() {
		if z.cel <= maxCEL {
			z.cel += celsyntax.Parts(s.XValidations()[i].Rule)
		}
	}
	z.pattern += len(s.Pattern)
	if s.Pattern != "" {
		z.patterns++
	}
	own := z.nodes
	for _, list := range [...][]*schema.Schema{s.AllOf(), s.AnyOf(), s.OneOf()} {
		for _, b := range list {
			branches += 1 + z.add(b)
		}
	}
	if s.Not != nil {
		branches += 1 + z.add(s.Not)
	}
	z.beside += z.nodes - own
	z.branches = max(z.branches, branches)
	z.matches += branches * s.Properties.Len()
	for _, p := range s.Properties.All() {
		z.add(p.Schema)
	}
	z.add(s.ItemSchema())
	z.add(s.ValueSchema())
	return branches
}

// valuesIn is how many values are in one, which counts as well, or most where there are more.
func valuesIn(v any, most int) int {
	n := 1
	switch v := v.(type) {
	case map[string]any:
		for _, sub := range v {
			if n >= most {
				break
			}
			n += valuesIn(sub, most-n)
		}
	case []any:
		for _, sub := range v {
			if n >= most {
				break
			}
			n += valuesIn(sub, most-n)
		}
	}
	return n
}
