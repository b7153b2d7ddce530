package celgen

import (
	"strings"

	"github.com/crdtool/crdtool/internal/testkit/steer"
)

// calls are forms by the type of their result: operators and functions. A brace
// that is doubled is one.
var calls = map[string][]string{
	"bool": {
		"{T} == {T}", "{T} != {T}", "{int} < {int}", "{string} <= {string}", "{double} > {double}", "{duration} >= {duration}", "{timestamp} < {timestamp}",
		"{bool} && {bool}", "{bool} || {bool}", "{bool} && {bool} && {bool} && {bool}", "{bool} || {bool} || {bool}", "!{bool}", "!!{bool}", "{int} <= {double}", "{int} == {double}", "{uint} < {int}",
		"{bytes} < {bytes}", "{bool} < {bool}", "{T} in {list(T)}", "{string} in {map(T)}", "{string} in {list(string)}", "{dyn} == {T}", "{dyn} == {int}",
		"{string}.startsWith({string})", "{string}.endsWith({string})", "{string}.contains({string})", "{string}.matches({string})", "{string}.matches('^[a-z]+$')", "matches({string}, {string})",
		"isURL({string})", "isQuantity({string})", "isIP({string})", "isCIDR({string})", "isSemver({string})", "isSemver({string}, {bool})", "ip.isCanonical({string})",
		"{quantity}.isGreaterThan({quantity})", "{quantity}.isLessThan({quantity})", "{quantity}.isInteger()", "{ip}.isLoopback()", "{ip}.isUnspecified()", "{ip}.isLinkLocalMulticast()", "{ip}.isLinkLocalUnicast()", "{ip}.isGlobalUnicast()",
		"{cidr}.containsIP({ip})", "{cidr}.containsIP({string})", "{cidr}.containsCIDR({cidr})", "{cidr}.containsCIDR({string})", "{semver}.isLessThan({semver})", "{semver}.isGreaterThan({semver})",
		"sets.contains({list(T)}, {list(T)})", "sets.equivalent({list(T)}, {list(T)})", "sets.intersects({list(T)}, {list(T)})", "{list(int)}.isSorted()", "{list(string)}.isSorted()", "{list(T)}.includes({T})",
		"{opt(T)}.hasValue()", "bool({string})", "{format}.validate({string}).hasValue()", "type({T}) == type({T})", "type({T}) == string", "type({int}) == int", "{map(T)} == {map(T)}", "{null} == {T}",
		"{list(T)} == []", "{map(T)} == {{}", "{opt(T)} == {opt(T)}", "{list(string)} == {list(string)}",
	},
	"int": {
		"{int} + {int}", "{int} - {int}", "{int} * {int}", "{int} / {int}", "{int} % {int}", "-{int}", "size({string})", "size({list(T)})", "{string}.size()", "{list(T)}.size()", "{map(T)}.size()", "size({bytes})",
		"{string}.indexOf({string})", "{string}.indexOf({string}, {int})", "{string}.lastIndexOf({string})", "{list(T)}.indexOf({T})", "{list(T)}.lastIndexOf({T})", "int({string})", "int({double})", "int({uint})", "int({timestamp})", "int({int})",
		"{timestamp}.getFullYear()", "{timestamp}.getMonth()", "{timestamp}.getDayOfYear('UTC')", "{timestamp}.getDate()", "{timestamp}.getHours({string})", "{duration}.getSeconds()", "{duration}.getMilliseconds()", "{list(int)}.sum()", "{list(int)}.min()", "{list(int)}.max()",
		"{quantity}.sign()", "{quantity}.asInteger()", "{quantity}.compareTo({quantity})", "{ip}.family()", "{cidr}.prefixLength()", "{semver}.major()", "{semver}.minor()", "{semver}.patch()", "{semver}.compareTo({semver})", "{string}.size() + {int}",
	},
	"uint":   {"uint({int})", "{uint} + {uint}", "{uint} * {uint}", "{uint} % {uint}", "{uint} - {uint}"},
	"double": {"{double} + {double}", "{double} * {double}", "{double} / {double}", "-{double}", "double({int})", "double({string})", "{quantity}.asApproximateFloat()", "{list(double)}.sum()", "{list(double)}.max()"},
	"string": {
		"{string} + {string}", "string({int})", "string({bool})", "string({double})", "string({bytes})", "string({timestamp})", "string({duration})", "string({ip})", "string({cidr})", "string({uint})",
		"{string}.lowerAscii()", "{string}.upperAscii()", "{string}.trim()", "{string}.replace({string}, {string})", "{string}.replace({string}, {string}, {int})", "{string}.substring({int})", "{string}.substring({int}, {int})", "{string}.charAt({int})", "strings.quote({string})",
		"{list(string)}.join()", "{list(string)}.join({string})", "'%s'.format([{T}])", "'%d and %s'.format([{int}, {string}])", "'%.2f %e'.format([{double}, {double}])", "'%x%b%o'.format([{int}, {int}, {int}])", "{string}.format({list(string)})", "{string}.find({string})", "{string}.find('[0-9]+')",
		"{url}.getScheme()", "{url}.getHost()", "{url}.getHostname()", "{url}.getPort()", "{url}.getEscapedPath()", "{list(string)}.min()", "{list(string)}.max()", "{string}.reverse()",
	},
	"bytes":     {"bytes({string})", "{bytes} + {bytes}"},
	"duration":  {"{duration} + {duration}", "{timestamp} - {timestamp}", "{duration} - {duration}", "duration({string})", "{list(duration)}.sum()", "{list(duration)}.min()"},
	"timestamp": {"{timestamp} + {duration}", "{timestamp} - {duration}", "timestamp({string})", "timestamp({int})", "{duration} + {timestamp}"},
	"url":       {"url({string})"},
	"quantity":  {"quantity({string})", "{quantity}.add({quantity})", "{quantity}.sub({quantity})", "{quantity}.add({int})", "{quantity}.sub({int})"},
	"ip":        {"ip({string})", "{cidr}.ip()"},
	"cidr":      {"cidr({string})", "{cidr}.masked()"},
	"semver":    {"semver({string})", "semver({string}, {bool})"},
	"dyn":       {"dyn({T})", "{dyn} + {dyn}", "[{int}, {string}][0]", "{dyn}.a", "{dyn}[{int}]"},
	"format":    {"format.named({string}).value()", "{opt(format)}.value()"},
	"opt":       {"optional.of({T})", "optional.ofNonZeroValue({T})", "optional.none()", "{list(T)}[?{int}]", "{map(T)}[?{string}]", "{opt(T)}.or({opt(T)})", "{list(T)}.first()", "{list(T)}.last()"},
	"opt(list(string))": {
		"{format}.validate({string})",
	},
	"opt(format)": {"format.named({string})", "format.named('dns1123Label')"},
	"list": {
		"{list(T)} + {list(T)}", "{list(T)}.slice({int}, {int})", "{list(T)}.reverse()", "{list(T)}.distinct()", "{list(T)}.sort()", "[{T}]", "[{T}, {T}]", "[{T}, {T}, {T},]", "[?{opt(T)}, {T}]", "[{T}, ?{opt(T)}]", "{list(list(T))}.flatten()", "{list(list(list(T)))}.flatten(2)",
		"{opt(T)}.optMap(o, [o]).orValue([])",
	},
	"list(string)": {"{string}.split({string})", "{string}.split({string}, {int})", "{string}.findAll({string})", "{string}.findAll('[a-z]', {int})", "{url}.getQuery()[{string}]"},
	"list(int)":    {"lists.range({int})"},
	"map":          {"{{'a': {T}}", "{{{string}: {T}}", "{{'a': {T}, 'b': {T},}", "{{?'a': {opt(T)}}", "{{?{string}: {opt(T)}, 'c': {T}}"},
	"map(list(string))": {
		"{url}.getQuery()",
	},
}

// variables are the names of locals; some hide others, or need to be looked up twice.
var variables = []string{"x", "y", "k", "v", "i", "self", "x", "e", "oldSelf", "_a1", "size", "string", "__result__", "accu", "if", "namespace"}

// with returns an expression in which a variable is known.
func (g *generator) with(t string, depth int, locals ...local) string {
	known := len(g.locals)
	g.locals = append(g.locals, locals...)
	text := g.expr(t, depth-1)
	g.locals = g.locals[:known]
	return text
}

func (g *generator) variable() string {
	if g.plain {
		return steer.From(g.Choices, variables[:5]...)
	}
	return steer.From(g.Choices, variables...)
}

// folded returns a macro whose result has a type, "" if there is none.
func (g *generator) folded(t, of, inner string, depth int) string {
	item := g.anyType(1)
	x, y := g.variable(), g.variable()
	overList := g.Seldom(2)
	from := func() string {
		if overList {
			return bracketed(g.expr("list("+item+")", depth-1))
		}
		return bracketed(g.expr("map("+item+")", depth-1))
	}
	one := local{x, item}
	two := []local{{x, "int"}, {y, item}}
	if !overList {
		one.typ, two[0].typ = "string", "string"
	}
	switch of {
	case "bool":
		switch g.Of(8) {
		case 0, 1:
			return from() + ".all(" + x + ", " + g.with("bool", depth, one) + ")"
		case 2:
			return from() + ".exists(" + x + ", " + g.with("bool", depth, one) + ")"
		case 3:
			return from() + steer.From(g.Choices, ".exists_one(", ".existsOne(") + x + ", " + g.with("bool", depth, one) + ")"
		case 4:
			return from() + steer.From(g.Choices, ".all(", ".exists(", ".existsOne(") + x + ", " + y + ", " + g.with("bool", depth, two...) + ")"
		case 5:
			if len(g.tested) > 0 {
				return "has(" + g.tested[g.Of(len(g.tested))] + ")"
			}
		case 6:
			if i, ok := g.object(); ok {
				return "has(" + i + ")"
			}
		}
		return g.leaf("bool")
	case "list":
		switch g.Of(5) {
		case 0:
			return from() + ".map(" + x + ", " + g.with(inner, depth, one) + ")"
		case 1:
			return from() + ".map(" + x + ", " + g.with("bool", depth, one) + ", " + g.with(inner, depth, one) + ")"
		case 2:
			item, overList = inner, true
			return from() + ".filter(" + x + ", " + g.with("bool", depth, local{x, inner}) + ")"
		case 3:
			return from() + ".transformList(" + x + ", " + y + ", " + g.with(inner, depth, two...) + ")"
		default:
			item, overList = inner, true
			return from() + ".sortBy(" + x + ", " + g.with(steer.From(g.Choices, "int", "string"), depth, local{x, inner}) + ")"
		}
	case "map":
		if g.Seldom(3) {
			return from() + ".transformMapEntry(" + x + ", " + y + ", {" + g.with("string", depth, two...) + ": " + g.with(inner, depth, two...) + "})"
		}
		if g.Seldom(2) {
			return from() + ".transformMap(" + x + ", " + y + ", " + g.with("bool", depth, two...) + ", " + g.with(inner, depth, two...) + ")"
		}
		return from() + ".transformMap(" + x + ", " + y + ", " + g.with(inner, depth, two...) + ")"
	case "opt":
		switch g.Of(3) {
		case 0:
			return bracketed(g.expr("opt("+item+")", depth-1)) + ".optMap(" + x + ", " + g.with(inner, depth, local{x, item}) + ")"
		case 1:
			return bracketed(g.expr("opt("+item+")", depth-1)) + ".optFlatMap(" + x + ", " + g.with(t, depth, local{x, item}) + ")"
		}
		if paths := g.paths[inner]; len(paths) > 0 { // a field that is selected if it is there
			path := paths[g.Of(len(paths))]
			if at := strings.LastIndex(path, "."); at > 0 && strings.Count(path, ".") > 0 {
				return path[:at] + ".?" + path[at+1:]
			}
		}
	}
	return ""
}

// object returns a field of a local that is an object.
func (g *generator) object() (string, bool) {
	for _, l := range g.locals {
		if strings.HasPrefix(l.typ, "obj") {
			for _, t := range g.types {
				if names := g.fields(l.typ, t); len(names) > 0 {
					return l.name + "." + steer.From(g.Choices, names...), true
				}
			}
		}
	}
	return "", false
}
