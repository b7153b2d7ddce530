package kubeapilinter

// A testCase is a package of kube-api-linter's test data, with the settings that its own test gives to the check.
type testCase struct {
	// linter is the check, and pkg the package below the check's testdata/src.
	linter, pkg string
	rule        string
	options     map[string]any
}

func (c *testCase) name() string { return c.linter + "/" + c.pkg }

var cases = []testCase{
	{"commentstart", "a", "comment-start", nil},
	{"commentstart", "a/pkg", "comment-start", nil},
	{"conflictingmarkers", "a", "conflicting-markers", map[string]any{"conflicts": []string{
		"marker1 marker2 | marker3 marker4", "marker5 marker6 | marker7 marker8 | marker9 marker10",
	}}},
	{"conflictingmarkers", "b", "conflicting-markers", map[string]any{"conflicts": []string{
		"listType=atomic | k8s:listType=set k8s:listType=map",
		"listType=set | k8s:listType=atomic k8s:listType=map",
		"listType=map | k8s:listType=atomic k8s:listType=set",
	}}},
	{"duplicatemarkers", "a", "duplicate-markers", nil},
	{"jsontags", "a", "json-tags", nil},
	{"jsontags", "b", "json-tags", nil},
	{"jsontags", "c", "json-tags", nil},
	{"jsontags", "d", "json-tags", nil},
	{"jsontags", "e", "json-tags", nil},
	{"nonpointerstructs", "a", "non-pointer-structs", nil},
	{"optionalfields", "a", "optional-fields", nil},
	{"optionalfields", "b", "optional-fields", map[string]any{"pointers": "when-required", "omitzero": "forbidden"}},
	{"optionalfields", "c", "optional-fields", map[string]any{"pointers": "when-required", "omitempty": "ignored", "omitzero": "forbidden"}},
	{"optionalfields", "d", "optional-fields", map[string]any{"pointers": "when-required"}},
	{"preferredmarkers", "a", "preferred-markers", map[string]any{"markers": []string{
		"kubebuilder:validation:Optional custom:optional -> k8s:optional",
		"kubebuilder:validation:Required -> k8s:required",
		"custom:old custom:deprecated -> custom:preferred",
	}}},
	{"preferredmarkers", "b", "preferred-markers", map[string]any{"markers": []string{"kubebuilder:validation:Optional -> k8s:optional"}}},
	{"requiredfields", "a", "required-fields", nil},
	{"requiredfields", "b", "required-fields", map[string]any{"omitempty": "ignored"}},
	{"uniquemarkers", "a", "unique-markers", nil},
	{"uniquemarkers", "b", "unique-markers", map[string]any{"markers": []string{
		"custom:SomeCustomMarker", "custom:OtherMarker(attribute)", "custom:MultiMarker(fruit, color, country)",
		"k8s:maxLength", "k8s:uniqueMarkerArguments(fruit)", "k8s:uniqueMarkerUnnamedArguments()",
	}}},
}

// A verdict is what both say of a field: the words of kube-api-linter's message, and those of ours.
type verdict struct{ name, theirs, ours string }

// verdicts are regular expressions, of which a message may match several.
var verdicts = []verdict{
	{"pointer", `should be a pointer`, `is not a pointer|is a struct without a pointer`},
	{"no-pointer", `does not need to be a pointer`, `is a pointer`},
	{"omitempty", `the omitempty tag`, `has no omitempty`},
	{"omitzero", `must have the omitzero tag`, `has no omitzero|without omitzero`},
	{"no-omitzero", `omitzero tag should be removed`, `has omitzero`},
	{"marker-value", `has an invalid (minimum|maximum|minProperties) marker`, `^$`},
	{"no-tag", `is missing json tag`, `has no JSON tag`},
	{"inline", `has inline json tag, but is not embedded`, `has the JSON tag of an embedded field`},
	{"no-name", `has empty json tag`, `^the JSON tag of .* has no name`},
	{"name-pattern", `json tag does not match pattern`, `^$`},
	{"name-of-field", `json tag should match the camelCase`, `^$`},
	{"duplicate", `has duplicated markers`, `has the marker .* twice|repeats the marker`},
	{"conflict", `has conflicting markers`, `has markers that exclude each other`},
	{"preferred", `should use preferred marker`, `in place of`},
	{"unique", `has multiple definitions of marker`, `more than once|another value of the marker`},
	{"mark-required", `must be marked as required`, `is not marked as required`},
	{"mark-optional", `must be marked as optional`, `is not marked as optional`},
	{"start", `should start with`, `does not begin with its name in JSON`},
	{"no-comment", `is missing godoc comment`, `^$`},
}
