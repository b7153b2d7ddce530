package lint

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	apiservercel "k8s.io/apiserver/pkg/cel"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/nearest"
)

// value returns the value of a name in the words of package code, "" if it has none here, and whether the name
// exists.
func (e *explainer) value(name string) (text string, known bool) {
	switch name {
	// The finding.
	case "value":
		return strconv.Quote(e.text()), true
	case "text":
		return e.text(), true
	case "bare":
		return strings.Trim(e.text(), "{}."), true
	case "where":
		return e.f.Facts.Where, true
	case "wanted":
		return e.f.Facts.Wanted, true
	case "found":
		return e.f.Facts.Found, true
	case "whereQuoted":
		return strconv.Quote(e.f.Facts.Where), true
	case "count":
		return fmt.Sprint(e.f.Facts.Limit), true
	case "times":
		return e.times(), true
	case "serverPath":
		return e.f.Path.Server(), true
	// The place in the document.
	case "path":
		return e.f.Path.File(), true
	case "keyword":
		return e.last(), true
	case "quoted":
		return strconv.Quote(e.last()), true
	case "here":
		return e.field(0), true
	case "field":
		return e.field(1), true
	case "fieldOrRoot":
		return fieldOrRoot(e.field(1)), true
	case "list":
		return e.list(), true
	case "item":
		n, _ := e.doc.Node(e.segments)
		return strconv.Quote(n.Value), true
	case "key":
		return strconv.Quote(e.segments[len(e.segments)-2].Name), true
	case "keyed":
		return e.field(4), true
	// The CRD.
	case "version":
		return strconv.Quote(versionOf(e.crd, e.f.Path)), true
	case "group":
		return strconv.Quote(e.crd.Spec.Group), true
	case "groupName":
		return e.crd.Spec.Group, true
	case "plural":
		return e.crd.Spec.Names.Plural, true
	case "kind":
		return e.crd.Spec.Names.Kind, true
	// Suggestions.
	case "likelyType":
		return e.likelyType(), true
	case "typeNull":
		if e.f.Value == "null" {
			return code.WordsOf(code.TypeNull).Help, true
		}
		return "", true
	case "typeNear":
		if near := nearest.Name(e.text(), schemaTypes); near != "" {
			return strconv.Quote(near), true
		}
		return "", true
	case "typeMeant":
		return typeMeant(e.text()), true
	case "branchType":
		return e.typeInBranch(), true
	case "unsupported":
		return unsupported(e.last()), true
	case "insteadOf":
		return insteadOf(e.last()), true
	// CEL.
	case "expression":
		return e.expression(), true
	case "issue":
		return e.issue(0), true
	case "moreIssues":
		if n := len(e.f.Facts.Issues); n > 1 {
			return fmt.Sprint(n - 1), true
		}
		return "", true
	case "oldSelfUnread":
		if e.mentionsOldSelf() {
			return "that uses oldSelf does not compile", true
		}
		return "does not use oldSelf", true
	case "oldSelfUnreadHelp":
		if e.mentionsOldSelf() {
			return "keep it, and fix the rule: the server then sees that it uses oldSelf", true
		}
		return "remove it", true
	case "uniqueHelp":
		return e.uniqueHelp(), true
	case "migrate":
		return e.crd.MigrateHelp(fmt.Sprint(e.f.Value)), true
	case "withoutOld":
		return e.withoutOld(), true
	case "whereOldSelf":
		return e.whereOldSelf(), true
	case "issueHelp":
		return issueHelp(e.issue(0)), true
	}
	return "", false
}

// text returns the invalid value if it is a string, or of a named string type.
func (e *explainer) text() string {
	if v := reflect.ValueOf(e.f.Value); v.Kind() == reflect.String {
		return v.String()
	}
	return ""
}

// last returns the name of the last segment, usually a keyword.
func (e *explainer) last() string {
	if len(e.segments) == 0 {
		return ""
	}
	return e.segments[len(e.segments)-1].Name
}

// parent returns the mapping or list that contains the value, or nil.
func (e *explainer) parent() *yamlnode.Node {
	if len(e.segments) == 0 {
		return nil
	}
	parent, exact := e.doc.Node(e.segments[:len(e.segments)-1])
	if !exact {
		return nil
	}
	return parent
}

// place returns the name of the finding's place: a keyword of a field, or the path outside of schemas.
func (e *explainer) place() string {
	path := e.f.Path.File()
	if !strings.Contains(path, ".openAPIV3Schema.") || len(e.segments) == 0 {
		return path
	}
	return e.last() + " of " + e.field(1)
}

// field returns the name of the field in custom objects for the path without its last segments, which are
// keywords.
func (e *explainer) field(less int) string { return fieldName(e.segments[:len(e.segments)-less]) }

// list returns the name of the list whose keyword the path ends in, with or without an index.
func (e *explainer) list() string {
	if e.segments[len(e.segments)-1].IsIndex {
		return e.field(2)
	}
	return e.field(1)
}

// fieldName turns ...openAPIV3Schema.properties[spec].properties[ports].items into spec.ports[*]. It skips
// anyOf, allOf, oneOf and not.
func fieldName(segments []finding.Segment) string {
	start := len(segments)
	for i, s := range segments {
		if s.Name == "openAPIV3Schema" {
			start = i + 1
			break
		}
	}
	var b strings.Builder
	for i := start; i < len(segments); i++ {
		switch s := segments[i]; s.Name {
		case "properties":
			if i+1 < len(segments) {
				i++
				if b.Len() > 0 {
					b.WriteByte('.')
				}
				b.WriteString(segments[i].Name)
			}
		case "items", "additionalProperties":
			b.WriteString("[*]")
		}
	}
	if b.Len() == 0 {
		return wholeObject
	}
	return b.String()
}

const wholeObject = "the object"

func fieldOrRoot(name string) string {
	if name == wholeObject {
		return "the root of the schema"
	}
	return "field " + name
}

// expression returns the name of a CEL rule: its index in the rules of its field.
func (e *explainer) expression() string {
	n := len(e.segments)
	if n < 3 || !e.segments[n-2].IsIndex {
		return "the rule"
	}
	name := fmt.Sprintf("rule %d of %s", e.segments[n-2].Index+1, fieldName(e.segments[:n-3]))
	if e.last() == "messageExpression" {
		return "messageExpression of " + name
	}
	return name
}

func (e *explainer) issue(i int) string {
	if i < len(e.f.Facts.Issues) {
		return e.f.Facts.Issues[i]
	}
	return ""
}

// clocks are the names of functions and variables that return the time in other languages.
var clocks = []string{"now", "time", "today", "currentTime", "getCurrentTime", "Date", "date", "clock"}

// mentionsOldSelf reports whether the rule beside the keyword uses oldSelf outside of string literals.
func (e *explainer) mentionsOldSelf() bool {
	rule, _ := source.Value(source.Field(e.parent(), "rule")).(string)
	return oldSelfWord().MatchString(celString().ReplaceAllString(rule, "''"))
}

var (
	celString   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`'[^'\n]*'|"[^"\n]*"`) })
	oldSelfWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\boldSelf\b`) })
)

// reserved reports whether CEL reserves the name of a field, so that rules have to escape it.
func reserved(name string) bool {
	escaped, ok := apiservercel.Escape(name)
	return ok && escaped == "__"+name+"__"
}

func issueHelp(issue string) string {
	switch code.KindOf(issue) {
	case code.UndefinedField:
		if name := code.NameIn(issue); reserved(name) {
			return fmt.Sprintf("%s is a reserved word of CEL: write the field as in self.__%s__, which works on all versions", name, name)
		}
		return "the schema does not declare this field here; in CEL the names of fields with dots, dashes or slashes are escaped, as in self.x__dash__y"
	case code.UndeclaredReference:
		if slices.Contains(clocks, code.NameIn(issue)) {
			return "no rule of a CRD can read the clock, since an object must stay valid as time passes; compare two fields of the object, or check the time in an admission webhook or the controller"
		}
		return "rules can use self and oldSelf, and the functions of CEL and Kubernetes; new functions can be used from the next version on"
	case code.NoOverload:
		if comparesWithNull(issue) {
			return "a value of this type is never null: to ask whether a field is set, write has(self.field), or !has(self.field)"
		}
		if strings.Contains(issue, "for '_") || strings.Contains(issue, "for '@") { // an operator
			return "use values of the same type: convert one, as with string(x) or int(x)"
		}
		return "the function takes values of other types: convert one, as with string(x) or int(x)"
	case code.SyntaxError:
		if strings.Contains(issue, "input '<EOF>'") {
			return "the expression ends where a value or a bracket is still missing"
		}
		return "quote strings with ' or \", and write == for equality, since CEL has no assignment"
	}
	return ""
}

// times returns the factor by which a limit is exceeded, such as "14.2x". A factor below 1.5 has as many
// decimals as it takes to differ from 1, and at least two.
func (e *explainer) times() string {
	if e.unmeasured {
		return finding.Unmeasured
	}
	t := e.f.Facts.Times
	if factor, err := strconv.ParseFloat(t, 64); err == nil && factor < 1.5 {
		for digits := 2; digits < 6; digits++ {
			if short := strconv.FormatFloat(factor, 'f', digits, 64); strings.Trim(short[1:], ".0") != "" {
				t = short
				break
			}
		}
	}
	return t + "x"
}

// comparesWithNull reports whether an error of the type checker is about a comparison with null.
func comparesWithNull(issue string) bool {
	compares := strings.Contains(issue, "for '_==_'") || strings.Contains(issue, "for '_!=_'")
	return compares && (strings.Contains(issue, ", null)") || strings.Contains(issue, "(null, "))
}
