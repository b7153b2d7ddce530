package main

// part is a hand-written part of crdtool.
type part struct {
	name string
	// files are globs below the root of the module; tests do not count.
	files []string
	// instead is the library that would do the work.
	instead string
	// without puts the library in the part's place; nil if none does the work.
	without []patch
	works   []work
	// guards are the tests that hold the part to the library, or to what else is
	// right, as package and name.
	guards []string
	// because says why a part stays that saves less than a tenth, or nothing.
	because string
}

// patch changes a source file on its way to the compiler.
type patch struct {
	file string
	// old, which stands there once, becomes new.
	old, new string
	// add is a file of testdata that is put in the file's place, or beside others
	// if there is none.
	add string
}

// at makes a function begin with a statement.
func at(file, function, statement string) patch {
	return patch{file: file, old: function, new: function + "\n" + statement + "\n"}
}

var parts = []part{
	{
		name:    "reading YAML",
		files:   []string{"internal/input/source/fast*.go"},
		instead: "yaml.v3",
		without: []patch{at("internal/input/source/fast.go", "func (r *fastReader) read(c *chunk) *yamlnode.Node {", "return nil")},
		works:   []work{lintPlain, lintRules, lintOne},
		guards:  []string{"internal/input/source TestFastCorpus", "internal/input/source FuzzFastPath"},
	},
	{
		name:    "reading JSON",
		files:   []string{"internal/input/source/json.go"},
		instead: "encoding/json's `Decoder.Token`",
		without: []patch{{file: "internal/input/source/json.go", add: "jsontokens.go"}},
		works:   []work{lintJSON},
		guards:  []string{"internal/input/source FuzzRead"},
	},
	{
		name:    "scalars of YAML 1.1",
		files:   []string{"internal/input/source/scalar.go"},
		instead: "yaml.v2, as sigs.k8s.io/yaml uses it",
		without: []patch{
			at("internal/input/source/scalar.go", "func plain(s string) any {", "return libraryScalar(s)"),
			{file: "internal/input/source/libraryscalar.go", add: "libraryscalar.go"},
		},
		works:  []work{lintPlain, applyDry},
		guards: []string{"internal/input/source FuzzScalar"},
	},
	{
		name:    "parsing CEL",
		files:   []string{"internal/cel/celrule/lex.go", "internal/cel/celrule/parse.go", "internal/cel/celrule/helper.go"},
		instead: "cel-go's parser",
		without: []patch{at("internal/cel/celrule/parse.go", "func (p *parser) parse(text string, src common.Source) (*parsed, bool) {", "return nil, false")},
		works:   []work{lintRules, lintOne},
		guards:  []string{"internal/cel/celrule TestParserOnCorpus", "internal/cel/celrule FuzzParser"},
	},
	{
		name:    "types of plain CEL",
		files:   []string{"internal/cel/celrule/infer.go"},
		instead: "cel-go's checker",
		without: []patch{at("internal/cel/celrule/infer.go", "func infer(p *parsed, functions map[string][]*decls.OverloadDecl, s *scope) (*ast.AST, bool) {", "return nil, false")},
		works:   []work{lintRules, lintOne},
		guards:  []string{"internal/cel/celrule TestInferenceOnCorpus", "internal/cel/celrule FuzzInference"},
	},
	{
		name:    "libraries of CEL",
		files:   []string{"internal/cel/celrule/libraries.go"},
		instead: "`k8s.io/apiserver/pkg/cel/environment`",
		without: []patch{
			at("internal/cel/celrule/environment.go", "func newEnv(l libraries) (*cel.Env, error) {", "return libraryEnv(l)"),
			{file: "internal/cel/celrule/libraryenv.go", add: "libraryenv.go"},
		},
		works:  []work{lintRules, lintOne, lintSmall},
		guards: []string{"conformance/celcheck TestLibrariesEqualKubernetes"},
	},
	{
		name:    "programs of CEL",
		files:   []string{"internal/cel/celrule/planner.go"},
		instead: "cel-go's `Env.PlanProgram`",
		without: []patch{at("internal/cel/celrule/planner.go", "func (b *base) plan(a *ast.AST) error {", "if true { _, err := b.env.PlanProgram(a); return err }")},
		works:   []work{lintRules, lintOne},
		guards:  []string{"internal/cel/celrule TestCompileEqualsCELGo"},
	},
	{
		name:    "length of JSON",
		files:   []string{"internal/input/jsonsize/jsonsize.go"},
		instead: "encoding/json",
		without: []patch{at("internal/input/jsonsize/jsonsize.go", "func Of(n *yamlnode.Node) int {", "if b, err := source.ToJSON(n); err == nil { return len(b) }")},
		works:   []work{lintPlain, lintOne},
		guards:  []string{"internal/input/jsonsize TestJSONSize"},
	},
	{
		name:    "JSONPath",
		files:   []string{"internal/server/jsonpath/*.go"},
		instead: "`k8s.io/client-go/util/jsonpath`",
		without: []patch{
			{file: "internal/server/jsonpath/jsonpath.go", old: "\tsteps []step\n", new: "\tsteps []step\n\tlibrary *libraryPath\n"},
			at("internal/server/jsonpath/jsonpath.go", "func (p *Path) Find(value any) ([]any, error) {", "if true { return p.library.find(value) }"),
			at("internal/server/jsonpath/parse.go", "func Parse(text string) (*Path, error) {", "if true { return libraryParse(text) }"),
			{file: "internal/server/jsonpath/library.go", add: "libraryjsonpath.go"},
		},
		works:   []work{columns},
		guards:  []string{"conformance/jsonpath TestPathsEqualClientGo", "conformance/jsonpath TestCellsEqualTheServers"},
		because: "but the program does not link client-go, and the rules follow a path step by step",
	},
	{
		name:    "diffs",
		files:   []string{"internal/text/diff/*.go"},
		guards:  []string{"internal/text/diff TestEditsLeadFromOneToTheOther"},
		because: "none of the libraries that are linked has any",
	},
	{
		name:    "edits of YAML",
		files:   []string{"internal/input/edit/*.go"},
		guards:  []string{"internal/input/edit FuzzPlan"},
		because: "yaml.v3 writes a document anew, with other quotes, indents and line breaks",
	},
}
