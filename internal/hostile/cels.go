package hostile

import (
	"strconv"
	"strings"
)

// rules is a family of CRDs by the CEL rules of their spec, which has some fields.
func rules(name string, of func(n int) string) Family {
	return spec(name, func(n int) string {
		return "type: object\nproperties:\n  a: {type: string, maxLength: 10}\n  b: {type: integer}\n" +
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

// cels are the families of CEL rules, as many as are read.
func cels() []Family {
	all := cel()
	for i := range all {
		all[i] = within(all[i])
	}
	return all
}

func cel() []Family {
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
		rules("rule-message-expression-long", func(n int) string {
			return "- rule: self.b > 1\n  messageExpression: \"'a'" + repeat(n, " + 'b%[1]d'") + "\"\n"
		}),
	}
}
