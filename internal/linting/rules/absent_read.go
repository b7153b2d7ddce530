package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/cel/celfacts"
	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// eachAbsent calls f for each expression, with its reads of absent fields that kind selects.
func eachAbsent(v *Version, kind func(celfacts.AbsentRead) bool, f func(of []celfacts.AbsentRead)) {
	var of []celfacts.AbsentRead
	for _, r := range v.CEL.AbsentReads() {
		if !kind(r) {
			continue
		}
		if len(of) > 0 && of[0].Expression != r.Expression {
			f(of)
			of = nil
		}
		of = append(of, r)
	}
	if len(of) > 0 {
		f(of)
	}
}

// allOptional reports whether an object accepts {}, so that requiring it means little.
func allOptional(n *schematree.Node) bool { return n.Type == "object" && len(n.Required) == 0 }

// oneOf returns the pronoun for the absent fields in a sentence that has named them.
func oneOf(of []celfacts.AbsentRead) string {
	if len(of) > 1 {
		return "one of them"
	}
	return "it"
}

// withAll names the objects of the fields, if they are fields themselves. A value without such an object may be
// accepted.
func withAll(of []celfacts.AbsentRead) string {
	var texts []string
	for _, r := range of {
		if r.At.Kind() != ast.SelectKind {
			continue
		}
		if o := r.At.AsSelect().Operand(); o.Kind() == ast.SelectKind && !o.AsSelect().IsTestOnly() {
			if text := celtext.Of(o); !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	if len(texts) == 0 {
		return ""
	}
	return "with " + prose.And(texts) + " but "
}

// reportAbsent reports the reads of absent fields in an expression, at the first read. The message continues
// with but after the fields, and with then after "it" or "them".
func (p *Pass) reportAbsent(v *Version, of []celfacts.AbsentRead, but, then string) *finding.Finding {
	first := of[0].Expression
	at := func(r celfacts.AbsentRead) int { return max(first.Offset(r.At.ID()), 0) }
	var fields, tests, names []string
	for _, r := range of {
		text := celtext.Of(r.At)
		fields = append(fields, text)
		if r.At.Kind() == ast.CallKind { // a map is asked for a key
			tests = append(tests, "'"+r.Place.Name+"' in "+celtext.Of(r.At.AsCall().Args()[0]))
		} else {
			tests = append(tests, "has("+text+")")
		}
		if n := r.Place.Node; n != nil && n.Role == schematree.RoleProperty && !v.InStatus(n) && p.storedNode(v, n) == nil && !allOptional(n) {
			names = append(names, r.Place.Name)
		}
	}
	message := fmt.Sprintf("%s is optional, but %s it %s with the error \"no such key: %s\"", fields[0], but, then, of[0].Place.Name)
	if len(of) > 1 {
		message = fmt.Sprintf("%s are optional, but %s them %s with the error \"no such key\"", prose.And(fields), but, then)
	}
	f := p.ReportIn(first, at(of[0]), "%s", message)
	require := ""
	if len(names) == len(of) {
		// Fields of a status, which is empty at first, and fields that stored objects lack cannot be required.
		require = "list " + prose.And(names) + " in required"
	}
	f.Help = p.helpForAbsent(v, of, prose.And(tests), require)
	n, exact := p.Doc.Node(first.Path.Segments())
	for i, r := range of[1:] {
		related := finding.Related{Message: fields[i+1], Path: first.Path}
		if exact {
			related.Pos, _ = p.Doc.Inside(n, at(r))
		}
		f.Related = append(f.Related, related)
	}
	return f
}

// helpForAbsent returns the help about a rule that reads absent fields: a guarded rule with the same meaning,
// or the tests to write. require tells how to require the fields instead; "" if they cannot be required.
func (p *Pass) helpForAbsent(v *Version, of []celfacts.AbsentRead, tests, require string) string {
	g := p.guardedRule(v, of)
	if g == nil {
		help := "test " + tests + " before " + itOrThem(of)
		if require != "" {
			help += ", or " + require
		}
		return help
	}
	help := "write rule: " + strconv.Quote(g.text)
	if strings.Contains(g.text, "\n") || len(g.text) > maxGuardLength {
		help = "test " + tests + " before " + itOrThem(of)
	}
	switch {
	case g.accepts && of[0].Sometimes():
		help = "to accept such a value, " + help
	case g.accepts:
		help = "to accept a value without " + oneOf(of) + ", " + help
	case g.refuses:
		help = "to get the message of the rule instead of the error, " + help
	}
	if require != "" && !g.forbids {
		help += "; or " + require
	}
	return help
}

// maxGuardLength is the length in bytes up to which a help quotes the whole rule.
const maxGuardLength = 160

func itOrThem(of []celfacts.AbsentRead) string {
	if len(of) > 1 {
		return "them"
	}
	return "it"
}
