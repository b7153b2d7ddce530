package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"
)

// collector finds the sites of a file. What it tries:
//
//   - a condition, or another value that is a bool, is always true or always
//     false; an operand of && or || is taken away
//   - a comparison takes the border in, or not: < and <=, > and >=
//   - + and - change places, * becomes +, / becomes *
//   - a constant number is one more or less
//   - a label of a switch, or a key of a map, is taken away
//   - a field of a composite literal, a result, or an argument is the zero value;
//     of arguments those for which nil is a value like others
//   - an assignment, a call, a continue, break or return is deleted
//
// A negated condition is not tried, nor || for &&: what notices a condition that
// is always true, or lacks an operand, notices these. Neither are the locks of a
// mutex, for want of which no test fails for certain, nor capacities, nor letters and
// the numbers of tables.
type collector struct {
	*source
	file     *file
	sites    []*site
	function string
	results  *types.Tuple // of the function
}

func (c *collector) collect() {
	for _, d := range c.file.ast.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if c.function = functionName(d); !c.wanted() || d.Body == nil {
				continue
			}
			c.results = c.info.Defs[d.Name].Type().(*types.Signature).Results()
			c.walk(d.Body)
		case *ast.GenDecl:
			if c.function = ""; d.Tok == token.VAR && c.wanted() {
				c.walk(d)
			}
		}
	}
}

func (c *collector) wanted() bool {
	_, function, method := strings.Cut(c.function, ".")
	if !method {
		function = c.function
	}
	return c.target.wants(path.Base(c.file.name), function)
}

// functionName is Type.method or function.
func functionName(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	if s, ok := t.(*ast.StarExpr); ok {
		t = s.X
	}
	switch x := t.(type) {
	case *ast.IndexExpr:
		t = x.X
	case *ast.IndexListExpr:
		t = x.X
	}
	return t.(*ast.Ident).Name + "." + d.Name.Name
}

func (c *collector) walk(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			outer := c.results
			c.results = c.info.Types[n].Type.(*types.Signature).Results()
			c.walk(n.Body)
			c.results = outer
			return false
		case *ast.IfStmt:
			c.condition(n.Cond, true, true)
			if n.Else != nil || len(n.Body.List) > 1 {
				c.statements(n.Body.List)
			}
			if e, ok := n.Else.(*ast.BlockStmt); ok {
				c.statements(e.List)
			}
		case *ast.ForStmt:
			if n.Cond != nil {
				c.condition(n.Cond, false, true) // always true would be endless
			}
			c.statements(n.Body.List)
		case *ast.RangeStmt:
			c.statements(n.Body.List)
		case *ast.SwitchStmt:
			c.switches(n)
		case *ast.TypeSwitchStmt:
			for _, s := range n.Body.List {
				c.statements(s.(*ast.CaseClause).Body)
			}
		case *ast.ReturnStmt:
			c.returned(n)
		case *ast.CallExpr:
			return c.call(n)
		case *ast.CompositeLit:
			c.composite(n)
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) && (n.Tok == token.ASSIGN || n.Tok == token.DEFINE) {
				for i, e := range n.Rhs {
					if t := c.info.Types[n.Lhs[i]].Type; t != nil {
						c.value(e, t, false)
					} else {
						c.value(e, c.info.Types[e].Type, false)
					}
				}
			}
		case *ast.ValueSpec:
			for _, e := range n.Values {
				c.value(e, c.info.Types[e].Type, false)
			}
		case *ast.BinaryExpr:
			c.binary(n)
		case *ast.IndexExpr:
			if _, isMap := under[*types.Map](c.info.Types[n.X].Type); !isMap {
				c.number(n.Index, more)
			}
		case *ast.SliceExpr:
			for _, e := range []ast.Expr{n.Low, n.High} {
				if e != nil {
					c.number(e, more)
				}
			}
		}
		return true
	})
}

func under[T types.Type](t types.Type) (T, bool) {
	if t == nil {
		var none T
		return none, false
	}
	u, ok := t.Underlying().(T)
	return u, ok
}

// statements tries to delete each of a list. That of a body that has no other is
// what a false condition does, and left out by the caller.
func (c *collector) statements(list []ast.Stmt) {
	for _, s := range list {
		returns := false
		switch s := s.(type) {
		case *ast.ExprStmt:
			call, ok := s.X.(*ast.CallExpr)
			if !ok || c.harmless(call) {
				continue
			}
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE || slices.ContainsFunc(s.Lhs, func(e ast.Expr) bool { return isBlank(e) }) {
				continue
			}
		case *ast.IncDecStmt:
		case *ast.BranchStmt:
			if s.Tok != token.CONTINUE && s.Tok != token.BREAK {
				continue
			}
		case *ast.ReturnStmt:
			returns = true
		default:
			continue
		}
		site := c.add(s, "if !"+alias+".Is(%d) { ", " }", "without it: "+c.short(s))
		site.returns = returns
	}
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// harmless reports calls the lack of which nobody is to notice, or that don't
// return.
func (c *collector) harmless(call *ast.CallExpr) bool {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name == "panic"
	case *ast.SelectorExpr:
		return slices.Contains([]string{"Lock", "Unlock", "RLock", "RUnlock", "Grow"}, f.Sel.Name)
	}
	return false
}

// condition makes a bool always true or always false, and takes the operands of
// && and || away.
func (c *collector) condition(e ast.Expr, yes, no bool) {
	if c.info.Types[e].Value != nil {
		c.flip(e)
		return
	}
	// To take an operand away is less, and what notices that notices this.
	b, _ := ast.Unparen(e).(*ast.BinaryExpr)
	yes = yes && (b == nil || b.Op != token.LAND)
	no = no && (b == nil || b.Op != token.LOR)
	var changes [2]string
	if yes {
		changes[0] = c.short(e) + " → true"
	}
	if no {
		changes[1] = c.short(e) + " → false"
	}
	c.add(e, alias+".Bool(%d, %d, ", ")", changes[0], changes[1])
	c.operands(e)
}

func (c *collector) operands(e ast.Expr) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		c.operands(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			c.operands(e.X)
		}
	case *ast.BinaryExpr:
		if e.Op != token.LAND && e.Op != token.LOR {
			return
		}
		for _, o := range []ast.Expr{e.X, e.Y} {
			if b, ok := ast.Unparen(o).(*ast.BinaryExpr); ok && b.Op == e.Op {
				c.operands(o)
			} else {
				c.condition(o, e.Op == token.LAND, e.Op == token.LOR)
			}
		}
	}
}

// flip changes a constant true or false.
func (c *collector) flip(e ast.Expr) {
	change := c.short(e) + " → " + fmt.Sprint(!constant.BoolVal(c.info.Types[e].Value))
	if constant.BoolVal(c.info.Types[e].Value) {
		c.add(e, alias+".Bool(0, %d, ", ")", change)
	} else {
		c.add(e, alias+".Bool(%d, 0, ", ")", change)
	}
}

// switches takes the labels of a switch away.
func (c *collector) switches(n *ast.SwitchStmt) {
	for _, s := range n.Body.List {
		clause := s.(*ast.CaseClause)
		if len(clause.Body) > 1 || clause.List == nil {
			c.statements(clause.Body)
		}
		for _, label := range clause.List {
			if n.Tag == nil {
				c.condition(label, true, true)
				continue
			}
			t := c.info.Types[n.Tag].Type
			f := ""
			switch b, _ := under[*types.Basic](t); {
			case b == nil || c.info.Types[label].Value == nil:
				continue
			case b.Info()&types.IsString != 0:
				f = "Text"
			case b.Info()&types.IsInteger != 0:
				f = "Number"
			}
			name, ok := c.spell(t)
			if f == "" || !ok {
				continue
			}
			subject := ""
			if isPlain(n.Tag) {
				subject = ", " + c.textOf(n.Tag)
			} else {
				subject = ", " + c.textOf(label)
			}
			c.add(label, alias+"."+f+"["+name+"](%d, ", subject+")", "without case "+c.short(label))
		}
	}
}

// isPlain reports an expression that can be evaluated again.
func isPlain(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return isPlain(e.X)
	}
	return false
}

// returned does the results of a function. Beside a false that says that there
// are none, the others are whatever.
func (c *collector) returned(n *ast.ReturnStmt) {
	if len(n.Results) != c.results.Len() {
		return
	}
	last := len(n.Results) - 1
	for i, e := range n.Results {
		if v := c.info.Types[n.Results[last]].Value; i < last && v != nil && v.Kind() == constant.Bool && !constant.BoolVal(v) {
			continue
		}
		c.value(e, c.results.At(i).Type(), true)
	}
}

// call does the arguments, and reports whether there is more below.
func (c *collector) call(n *ast.CallExpr) bool {
	fun := c.info.Types[n.Fun]
	if fun.IsBuiltin() {
		id, _ := ast.Unparen(n.Fun).(*ast.Ident)
		return id == nil || id.Name != "make"
	}
	sig, ok := under[*types.Signature](fun.Type)
	if fun.IsType() || !ok {
		return true
	}
	if len(n.Args) == 1 && sig.Params().Len() != 1 && !sig.Variadic() {
		return true // f(g())
	}
	for i, e := range n.Args {
		var t types.Type
		switch last := sig.Params().Len() - 1; {
		case !sig.Variadic() || i < last:
			t = sig.Params().At(i).Type()
		case n.Ellipsis.IsValid():
			t = sig.Params().At(last).Type()
		default:
			t = sig.Params().At(last).Type().(*types.Slice).Elem()
		}
		c.value(e, t, takesNil(t))
	}
	return true
}

// takesNil reports types of arguments for which nil is a value like others.
func takesNil(t types.Type) bool {
	_, ok := under[*types.Interface](t)
	return ok
}

// composite does the fields and elements of a composite literal.
func (c *collector) composite(n *ast.CompositeLit) {
	t := c.info.Types[n].Type
	if p, ok := under[*types.Pointer](t); ok {
		t = p.Elem()
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for i, e := range n.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				c.value(kv.Value, c.info.Uses[kv.Key.(*ast.Ident)].Type(), true)
			} else if c.info.Types[e].Value == nil {
				c.value(e, u.Field(i).Type(), true) // numbers without names are those of a table
			}
		}
	case *types.Map:
		for _, e := range n.Elts {
			kv := e.(*ast.KeyValueExpr)
			if b, ok := under[*types.Basic](u.Key()); ok && b.Info()&types.IsString != 0 {
				if name, ok := c.spell(u.Key()); ok {
					c.add(kv.Key, alias+".Key["+name+"](%d, ", ")", "without the entry "+c.short(kv.Key))
				}
			}
			if c.info.Types[kv.Value].Value == nil {
				c.value(kv.Value, u.Elem(), true)
			}
		}
	case *types.Slice:
		b, ok := under[*types.Basic](u.Elem())
		if !ok || b.Info()&types.IsString == 0 {
			return
		}
		for _, e := range n.Elts {
			if name, ok := c.spell(u.Elem()); ok && c.info.Types[e].Value != nil {
				c.add(e, alias+".Key["+name+"](%d, ", ")", "without the element "+c.short(e))
			}
		}
	}
}

// value changes a value that is to be of a type. Zero says whether the zero value
// of the type is tried.
func (c *collector) value(e ast.Expr, t types.Type, zero bool) {
	tv := c.info.Types[e]
	b, _ := under[*types.Basic](tv.Type)
	switch {
	case tv.IsNil() || tv.IsType() || t == nil:
	case b != nil && b.Info()&types.IsBoolean != 0:
		c.condition(e, true, true)
	case tv.Value != nil:
		c.number(e, more)
	case !zero || c.trivial(e, t):
	default:
		if name, ok := c.spell(t); ok {
			c.add(e, alias+".Zero["+name+"](%d, ", ")", c.short(e)+" → zero value")
		}
	}
}

// trivial reports values whose zero is no mistake that anyone makes.
func (c *collector) trivial(e ast.Expr, t types.Type) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.FuncLit, *ast.CompositeLit:
		return true
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return true
		}
	}
	if _, ok := under[*types.Signature](t); ok {
		return true
	}
	switch types.TypeString(t, nil) {
	case "context.Context", "k8s.io/kube-openapi/pkg/validation/strfmt.Registry", "*sync.Mutex":
		return true
	}
	return false
}

const more, fewer = "More", "Fewer"

// number makes a constant number one more or less.
func (c *collector) number(e ast.Expr, by string) {
	tv := c.info.Types[e]
	b, ok := tv.Type.(*types.Basic)
	if l, isLiteral := e.(*ast.BasicLit); isLiteral && l.Kind == token.CHAR {
		return // one more than a letter is another letter
	}
	if tv.Value == nil || !ok || b.Info()&types.IsInteger == 0 {
		return
	}
	name, sign := b.Name(), "+"
	if b.Info()&types.IsUntyped != 0 {
		name = types.Default(b).String()
	}
	if by == fewer {
		sign = "-"
	}
	c.add(e, alias+"."+by+"["+name+"](%d, ", ")", c.short(e)+" → "+c.short(e)+sign+"1")
}

// binary does comparisons and arithmetic.
func (c *collector) binary(n *ast.BinaryExpr) {
	if c.info.Types[n].Value != nil {
		return
	}
	swap := map[token.Token]string{
		token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">",
		token.ADD: "-", token.SUB: "+", token.MUL: "+", token.QUO: "*",
	}
	call := map[token.Token]string{
		token.LSS: "Less", token.LEQ: "LessEqual", token.GTR: "Greater", token.GEQ: "GreaterEqual",
		token.ADD: "Add", token.SUB: "Subtract", token.MUL: "Multiply", token.QUO: "Divide",
	}
	b, _ := under[*types.Basic](c.info.Types[n.X].Type)
	if b != nil && b.Info()&types.IsNumeric != 0 && call[n.Op] != "" && !c.isAboveNone(n) {
		s := c.add(n, alias+"."+call[n.Op]+"(%d, ", ")", c.short(n)+" → "+swap[n.Op])
		s.op, s.opLen = c.offset(n.OpPos), len(n.Op.String())
	}
	switch n.Op {
	case token.EQL, token.NEQ:
		c.number(n.X, more)
		c.number(n.Y, more)
	// The other way round is what a comparison with the border does.
	case token.LSS, token.GEQ:
		c.number(n.Y, fewer)
		c.number(n.X, more)
	case token.GTR, token.LEQ:
		c.number(n.Y, more)
		c.number(n.X, fewer)
	}
}

// isAboveNone reports n > 0 for a count n, which n >= 0 makes always true.
func (c *collector) isAboveNone(n *ast.BinaryExpr) bool {
	v := c.info.Types[n.Y].Value
	_, isCall := ast.Unparen(n.X).(*ast.CallExpr)
	return n.Op == token.GTR && isCall && v != nil && constant.Sign(v) == 0
}

// add adds a site of as many mutants as there are changes; an empty one stands
// for none, and has the number 0.
func (c *collector) add(n ast.Node, open, close string, changes ...string) *site {
	at := c.fset.Position(n.Pos())
	s := &site{start: at.Offset, end: c.offset(n.End()), open: open, close: close}
	for _, change := range changes {
		s.mutants = append(s.mutants, &mutant{
			file: c.file.name, line: at.Line, function: c.function, text: c.lineText(at.Line), change: change,
		})
	}
	c.sites = append(c.sites, s)
	return s
}

func (c *collector) offset(p token.Pos) int { return c.fset.Position(p).Offset }

// textOf is the text of a node.
func (c *collector) textOf(n ast.Node) string {
	return string(c.file.text[c.offset(n.Pos()):c.offset(n.End())])
}

// short is the text of a node in one line, and not too long.
func (c *collector) short(n ast.Node) string {
	text := []rune(strings.Join(strings.Fields(c.textOf(n)), " "))
	if len(text) > 60 {
		return string(text[:57]) + "..."
	}
	return string(text)
}

func (c *collector) lineText(line int) string {
	lines := bytes.Split(c.file.text, []byte("\n"))
	return string(bytes.TrimSpace(lines[line-1]))
}

// spell is the name of a type in this file.
func (c *collector) spell(t types.Type) (string, bool) {
	ok := true
	name := types.TypeString(t, func(p *types.Package) string {
		if p == c.pkg {
			return ""
		}
		for _, spec := range c.file.ast.Imports {
			if strings.Trim(spec.Path.Value, `"`) != p.Path() {
				continue
			}
			if spec.Name != nil {
				return spec.Name.Name
			}
			return p.Name()
		}
		ok = false
		return p.Name()
	})
	if b, isBasic := t.(*types.Basic); isBasic && b.Info()&types.IsUntyped != 0 {
		name = types.Default(b).String()
	}
	return name, ok
}
