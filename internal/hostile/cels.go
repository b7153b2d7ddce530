package hostile

import (
	"strconv"
	"strings"
)

// rules is a family of CRDs by the CEL rules of their spec, which has some fields.
func rules(name string, of func(n int) string) Family { return rulesOf(name, "", of) }

// rulesOf is the same with some keywords before the fields.
func rulesOf(name, keywords string, of func(n int) string) Family {
	return spec(name, func(n int) string {
		return keywords + "type: object\nproperties:\n  a: {type: string, maxLength: 10}\n  b: {type: integer}\n" +
			"  l: {type: array, maxItems: 10, items: {type: string, maxLength: 10}}\n  m: {type: object, additionalProperties: {type: string}}\n" +
			"x-kubernetes-validations:\n" + of(n)
	})
}

// each is a family of CRDs by the lines of each of many rules.
func each(name, format string) Family {
	return rules(name, func(n int) string { return repeat(n, format) })
}

// rule is a family of CRDs with one rule of a text that grows.
func rule(name string, of func(n int) string) Family {
	return rules(name, func(n int) string { return "- rule: \"" + of(n) + "\"\n" })
}

// long is a family of rules that are made of so many conditions; %[2]d is the number of one.
func long(name string, conditions int, condition string) Family {
	return rules(name, func(n int) string {
		all := make([]string, conditions)
		for i := range all {
			all[i] = strings.ReplaceAll(condition, "%[2]d", strconv.Itoa(i))
		}
		return repeat(n/conditions+1, "- rule: \""+strings.Join(all, " && ")+"\"\n")
	})
}

// terms is a family of rules of so many terms between two texts.
func terms(name string, terms int, before, term, between, after string) Family {
	text := before + strings.TrimSuffix(repeat(terms, term+between), between) + after
	return rules(name, func(n int) string {
		return repeat(max(1, n/terms), "- rule: \""+text+" || self.a == 'x@%[1]d'\"\n")
	})
}

// longest is a family of rules that are as long as they may be, of the parts of a chain.
func longest(name, operator, part, end string) Family {
	parts := longestRule / (len(part) + len(operator))
	return rules(name, func(n int) string {
		var b strings.Builder
		for n > 0 { // the last one may be shorter
			b.WriteString("- rule: \"" + repeat(min(n, parts), part+operator) + end + "\"\n")
			n -= parts
		}
		return b.String()
	})
}

// deep is a family of rules with an expression that is nested as deep as a server reads it, or
// nearly so.
func deep(name, open, inside, close, end string) Family {
	const depth = 200
	text := strings.Repeat(open, depth) + inside + strings.Repeat(close, depth) + end
	return rules(name, func(n int) string { return repeat(max(1, n/depth), "- rule: \""+text+"\"\n") })
}

// inDefaults is a family of rules of a spec that every object has, with values of two fields.
func inDefaults(name, format string) Family {
	return rulesOf(name, "default: {a: abc, b: 7}\n", func(n int) string { return repeat(n, format) })
}

// numbers is a list literal of so many numbers.
func numbers(n int) string {
	return "[" + strings.TrimSuffix(repeat(n, "%[1]d, "), ", ") + "]"
}

// loops are rules that go through so many numbers thrice, each in the other, for a rule that costs
// about as much as one may.
func loops(name string, x, y, z int, body string) Family {
	return inDefaults(name, "- rule: \""+numbers(x)+".all(x, "+numbers(y)+".all(y, "+numbers(z)+".all(z, "+body+" || self.a == '@%[1]d')))\"\n")
}

// cels are the families of CEL rules, as many as are read.
func cels() []Family {
	all := ruleFamilies()
	for i := range all {
		all[i] = within(all[i])
	}
	return all
}

func ruleFamilies() []Family {
	return []Family{
		each("rules", "- rule: self.b != %[1]d\n  message: b is @%[1]d\n"),
		each("rules-short", "- rule: self.b>%[1]d\n"),
		each("rules-same", "- rule: self.b > 0\n"),
		each("rules-has", "- rule: \"!has(self.a) || self.a != 'x@%[1]d'\"\n"),
		each("rules-immutable", "- rule: self == oldSelf\n"),
		each("rules-transition", "- rule: \"!has(oldSelf.a) || self.a == oldSelf.a || self.b > %[1]d\"\n"),
		each("rules-optional-old-self", "- rule: \"!oldSelf.hasValue() || self.b > %[1]d\"\n  optionalOldSelf: true\n"),
		each("rules-message-expressions", "- rule: self.b > %[1]d\n  messageExpression: \"'b is ' + string(self.b) + ', not @%[1]d'\"\n"),
		each("rules-message-expressions-wrong", "- rule: self.b > %[1]d\n  messageExpression: \"'b is ' + self.b\"\n"),
		each("rules-syntax-errors", "- rule: \"self.b >> %[1]d\"\n"),
		each("rules-type-errors", "- rule: self.b > 'a%[1]d'\n"),
		each("rules-undeclared", "- rule: self.b%[1]d > 0\n"),
		each("rules-undeclared-functions", "- rule: self.a.startWith('x@%[1]d')\n"),
		each("rules-costly", "- rule: self.m.all(k, self.m.all(l, k != l || k == 'x@%[1]d'))\n"),
		each("rules-comprehensions", "- rule: self.l.exists(x, x == 'a@%[1]d') || self.l.all(x, x.size() > %[1]d)\n"),
		each("rules-matches", "- rule: self.a.matches('^[a-z]+%[1]d$')\n"),
		each("rules-matches-wrong", "- rule: self.a.matches('^[a-z+%[1]d$')\n"),
		each("rules-never", "- rule: self.b > %[1]d && self.b < %[1]d\n"),
		each("rules-field-paths", "- rule: self.b > %[1]d\n  fieldPath: .a\n  reason: FieldValueInvalid\n"),
		each("rules-field-paths-wrong", "- rule: self.b > %[1]d\n  fieldPath: .x%[1]d\n  reason: FieldValueWrong\n"),
		each("rules-unknown-keys", "- rule: self.b > %[1]d\n  mesage: a\n"),
		each("rules-nothing", "- {}\n"),
		long("rules-undeclared-in-long", 100, "(b%[2]d == self.b || self.b > %[1]d)"),
		long("rules-undeclared-in-longest", 1500, "(b%[2]d == self.b || self.b > %[1]d)"),
		long("rules-long", 100, "(self.b == %[2]d || self.b > %[1]d)"),
		rule("rule-doubling-macros", func(n int) string {
			return "self.?a" + strings.Repeat(".optMap(x, x + x)", min(n, 200)) + ".orValue('') != '" + strings.Repeat("@", n) + "'"
		}),
		rules("rules-macros-deep", func(n int) string {
			return repeat(n/90+1, "- rule: \""+strings.Repeat("self.l.all(x, ", 90)+"self.b > %[1]d"+strings.Repeat(")", 90)+"\"\n")
		}),
		each("rules-messages-multiline", "- rule: self.b > %[1]d\n  message: |-\n    one\n    two\n"),
		fields("rules-of-fields", "f@%[1]d: {type: string, x-kubernetes-validations: [{rule: \"self.size() < 9\"}]}\n"),
		fields("rules-of-fields-immutable", "f@%[1]d: {type: string, x-kubernetes-validations: [{rule: self == oldSelf}]}\n"),
		spec("rules-around-immutable-fields", func(n int) string {
			return "type: object\nproperties:\n" + repeat(n, "  f@%[1]d: {type: string, x-kubernetes-validations: [{rule: self == oldSelf}]}\n") +
				"x-kubernetes-validations:\n" + repeat(n, "- rule: \"!has(self.f%[1]d) || self.f%[1]d != 'f'\"\n")
		}),
		fields("rules-of-fields-costly", "f@%[1]d: {type: array, items: {type: string}, x-kubernetes-validations: [{rule: \"self.all(x, self.exists_one(y, x == y))\"}]}\n"),
		rules("rules-doubling", func(n int) string {
			return repeat(n/20+1, "- rule: \"[self.a]"+strings.Repeat(".map(x, x + x)", 20)+".all(x, x != '@%[1]d')\"\n")
		}),
		rules("rules-replacing", func(n int) string {
			return repeat(n/20+1, "- rule: \"self.a"+strings.Repeat(".replace('', self.a)", 20)+" != '@%[1]d'\"\n")
		}),
		rules("rules-nested-macros", func(n int) string {
			return repeat(n/20+1, "- rule: \""+strings.Repeat("[1, 2].all(x, ", 20)+"self.b != %[1]d"+strings.Repeat(")", 20)+"\"\n")
		}),
		fields("rules-of-fields-nested-macros", "f@%[1]d: {type: string, x-kubernetes-validations: [{rule: \""+strings.Repeat("[1, 2].all(x, ", 20)+"self != '@%[1]d'"+strings.Repeat(")", 20)+"\"}]}\n"),
		fields("rules-of-objects", "f@%[1]d: {type: object, properties: {a: {type: string}}, x-kubernetes-validations: [{rule: \"has(self.a) && self.a != ''\"}]}\n"),
		spec("rule-of-many-fields", func(n int) string {
			return "type: object\nproperties:\n" + repeat(n, "  f@%[1]d: {type: integer}\n") + "x-kubernetes-validations:\n- rule: \"" + repeat(n, "self.f@%[1]d > 0 && ") + "true\"\n"
		}),
		spec("rules-of-many-fields", func(n int) string {
			return "type: object\nproperties:\n" + repeat(n, "  f@%[1]d: {type: integer}\n") + "x-kubernetes-validations:\n" + repeat(n, "- rule: self.f@%[1]d > 0\n")
		}),
		spec("rules-misspelling-fields", func(n int) string {
			return "type: object\nproperties:\n" + repeat(n, "  field@%[1]d: {type: integer}\n") + "x-kubernetes-validations:\n" + repeat(n, "- rule: self.feild%[1]d > 0\n")
		}),
		rule("rule-or", func(n int) string { return repeat(n, "self.b == %[1]d || ") + "false" }),
		rule("rule-plus", func(n int) string { return strings.Repeat("self.b + ", n) + "1 > 0" }),
		rule("rule-undeclared", func(n int) string { return repeat(n, "x%[1]d == 1 || ") + "false" }),
		rule("rule-type-errors", func(n int) string { return repeat(n, "self.b == 'x%[1]d' || ") + "false" }),
		rule("rule-syntax-errors", func(n int) string { return strings.Repeat("self.b == = 1 || ", n) + "false" }),
		rule("rule-list", func(n int) string { return "self.b in [" + repeat(n, "%[1]d, ") + "1]" }),
		rule("rule-strings", func(n int) string { return "self.a in [" + repeat(n, "'x@%[1]d', ") + "'']" }),
		rule("rule-string-long", func(n int) string { return "self.a != '" + strings.Repeat("abcd", n) + "'" }),
		rule("rule-parentheses", func(n int) string {
			return strings.Repeat("(", min(n, 240)) + "self.b > 1" + strings.Repeat(")", min(n, 240)) + strings.Repeat(" ", n)
		}),
		rule("rule-nots", func(n int) string { return strings.Repeat("!", n) + "true" }),
		rule("rule-calls", func(n int) string { return "self.a" + strings.Repeat(".trim()", n) + " == ''" }),
		rule("rule-conditions", func(n int) string { return strings.Repeat("self.b > 1 ? true : ", n) + "false" }),
		rule("rule-comprehensions", func(n int) string { return repeat(n, "self.l.all(x%[1]d, x%[1]d != 'a') && ") + "true" }),
		rule("rule-comprehensions-nested", func(n int) string {
			d := min(n, 20)
			return strings.Repeat("self.l.all(x, ", d) + "true" + strings.Repeat(")", d) + strings.Repeat(" ", n)
		}),
		rule("rule-selects", func(n int) string { return "self" + strings.Repeat(".b", n) + " == 1" }),
		rule("rule-brackets-open", func(n int) string { return strings.Repeat("[", n) }),
		rule("rule-tokens", func(n int) string { return strings.Repeat("a ", n) }),
		rules("rule-lines", func(n int) string {
			return "- rule: |-\n" + repeat(n, "    self.b == %[1]d ||\n") + "    false\n"
		}),
		rules("rule-message-long", func(n int) string {
			return "- rule: self.b > 1\n  message: " + strings.Repeat("abc ", n) + "x\n"
		}),
		// What is not plain, and so left to the checker of all types: cel-go's copies all that it knows
		// of types at each call.
		deep("rules-map-nest", "{'k': ", "self.a", "}", " != {'x@%[1]d': {}}"),
		deep("rules-list-nest", "[", "self.a", "]", " != [[]] || self.a == 'x@%[1]d'"),
		deep("rules-optional-nest", "optional.of(", "self.b", ")", " != optional.none() || self.a == 'x@%[1]d'"),
		long("rules-or-and", 200, "(self.a == 'x@%[2]d' || self.b == %[2]d && self.b != %[1]d)"),
		terms("rules-one-of", 200, "[", "self.a == 'x%[1]d'", ", ", "].filter(y, y).size() == 1"),
		terms("rules-sum-of", 200, "[", "self.a == 'x%[1]d' ? 1 : 0", ", ", "].sum() == 1"),
		terms("rules-dyn-lists", 200, "[", "dyn(%[1]d)", ", ", "].size() == 200"),
		longest("rules-dyn-longest", " && ", "dyn(self.b) != %[1]d", "self.a != '@'"),
		longest("rules-types-longest", " && ", "type(self.b) == int", "self.a != '@'"),
		longest("rules-optionals-longest", " && ", "!self.m[?'k@%[1]d'].hasValue()", "true"),
		longest("rules-empty-longest", " && ", "self.l != []", "self.a != '@'"),
		// What cel-go's parser reads, since ours leaves it what may be wrong.
		longest("rules-brackets-wrong", " && ", strings.Repeat("[", 200)+"'@'"+strings.Repeat("]", 200)+" != []", ""),
		longest("rules-parentheses-deepest", " && ", strings.Repeat("(", 245)+"true"+strings.Repeat(")", 245), "self.a != '@'"),
		// What is said of an object each time that one is tried, and what is evaluated then.
		inDefaults("rules-in-defaults-undeclared", "- rule: \""+strings.Repeat("nope@ || ", 125)+"self.b > %[1]d\"\n"),
		inDefaults("rules-in-defaults-syntax-errors", "- rule: \""+strings.Repeat("true || ", 250)+"self.a = '@%[1]d'\"\n"),
		inDefaults("rules-in-defaults-deep", "- rule: \""+strings.Repeat("{'a': 1}.exists(k, v, k != '@' && dyn(", 60)+"self.b"+strings.Repeat(") == %[1]d)", 60)+"\"\n"),
		inDefaults("rules-in-defaults-matches", "- rule: \""+strings.Repeat("'a@'.matches(string(", 100)+"self.b > %[1]d"+strings.Repeat("))", 100)+"\"\n"),
		inDefaults("rules-in-defaults-terms", "- rule: \""+strings.Repeat("self.b == 1%[1]d || ", 150)+"self.a == '@%[1]d'\"\n"),
		inDefaults("rules-in-defaults-conditions", "- rule: \""+strings.Repeat("(dyn(dyn(self.b > %[1]d ? 1 : 2) == 3) == false) && ", 50)+"self.a != '@%[1]d'\"\n"),
		// What takes longer than it costs.
		loops("rules-matches-computed", 60, 60, 60, "!'b@'.matches('(a{1,100}){1,10}' + string(x + y))"),
		loops("rules-matches-often", 60, 60, 60, "!'aaaaaaaa'.matches('(a?){200}b')"),
		loops("rules-quantities-often", 60, 60, 60, "isQuantity('1.5Gi')"),
		loops("rules-formatted-often", 60, 60, 20, "'%.9f'.format([1.5]) != ''"),
		loops("rules-time-zones", 60, 20, 60, "timestamp('2024-01-01T00:00:00Z').getHours('America/New_York') >= 0"),
		loops("rules-optionals-looped", 60, 20, 60, "optional.of(x).optMap(q, q).hasValue()"),
		// Each version has a budget of its own.
		part("rules-in-defaults-of-versions", func(n int) parts {
			sixty := numbers(60)
			return parts{more: repeat(n, "- name: v1beta%[1]d\n  served: true\n  storage: false\n  schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, default: {a: abc}, "+
				"properties: {a: {type: string}}, x-kubernetes-validations: [{rule: \"self.a == 'abc%[1]d' || "+sixty+".all(x, "+sixty+".all(y, "+sixty+".all(z, x + y + z >= 0)))\"}]}}}}\n")}
		}),
		rules("rule-message-expression-long", func(n int) string {
			return "- rule: self.b > 1\n  messageExpression: \"'a'" + repeat(n, " + 'b%[1]d'") + "\"\n"
		}),
	}
}
