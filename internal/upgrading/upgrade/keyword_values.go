package upgrade

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/schemas/valueset"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/upgrading/tighter"
)

func (w *keyword) types() {
	was, is := schemadiff.TypeOf(w.At.Old.Schema), schemadiff.TypeOf(w.At.New.Schema)
	switch {
	case w.At.Retyped:
		w.refuses(&typeChanged, "%s was %s and is %s", w.field(), was, is)
	case w.widens:
		w.say(&typeWidened, "%s was %s and may be %s", w.field(), was, is)
	case w.narrows:
		w.refuses(&typeChanged, "%s was %s and is %s", w.field(), was, is)
	default:
		w.say(&equivalent, "%s of %s is written in another way", w.Keyword, w.field())
	}
}

func (w *keyword) enum() {
	if w.narrows && w.judge.KeepsBound(w.conclusion(), w.Keyword) {
		w.narrows = false
	}
	switch {
	case w.Before == nil:
		if !w.narrows {
			w.say(&equivalent, "%s has an enum of all that it could be", w.field())
			return
		}
		n := w.refuses(&enumNarrowed, "%s accepted any value and accepts only %s", w.field(), listed(w.After.([]any)))
		if !w.inStatus() {
			n.Help = "list every value that objects may have, or add the enum in a new version"
		}
		return
	case w.After == nil:
		w.say(&enumWidened, "%s accepted only %s and accepts any value", w.field(), listed(w.Before.([]any)))
		return
	}
	gone, more := w.without(w.Before.([]any), w.After.([]any), w.At.Old), w.without(w.After.([]any), w.Before.([]any), w.At.New)
	if len(gone) > 0 && w.narrows {
		w.refuses(&enumNarrowed, "%s no longer accepts %s", w.field(), listed(gone))
	}
	if len(more) > 0 {
		w.say(&enumWidened, "%s also accepts %s", w.field(), listed(more))
	}
	if len(gone) == 0 && len(more) == 0 {
		w.say(&equivalent, "the enum of %s is written in another way", w.field())
	}
}

// without returns the values of a list that another list lacks and that the rest of a schema accepts.
func (w *keyword) without(list, other []any, of *schematree.Node) []any {
	known := valueset.Of(other)
	rest := *of.Schema
	rest.Enum = nil
	taker := validate.ObjectChecker(&rest, *w.Server)
	var left []any
	for _, v := range list {
		if !known.Has(v) && taker.Accepts(v) {
			left = append(left, v)
		}
	}
	return left
}

// listed returns a few values for a sentence.
func listed(values []any) string {
	const most = 5
	var all []string
	for i, v := range values {
		if i == most && len(values) > most+1 {
			all = append(all, fmt.Sprintf("%d others", len(values)-most))
			break
		}
		all = append(all, shortened(prose.JSON(v)))
	}
	return prose.Or(all)
}

func shortened(text string) string {
	const most = 60
	n := 0
	for i := range text {
		if n == most {
			return string([]rune(text[:i])) + "…"
		}
		n++
	}
	return text
}

func (w *keyword) nullable() {
	switch {
	case w.widens:
		w.say(&nullableAdded, "%s may be null", w.field())
		if w.At.New.Role == schematree.RoleProperty {
			w.nullClash(w.At.Parent, w.At.New.Name)
			w.nullScale()
		}
	case !w.narrows || w.At.New.PreservesUnknownFields() && w.At.New.Role != schematree.RoleItems:
		w.say(&equivalent, "%s was nullable and is not, which makes no difference", w.field())
	case w.At.New.Role == schematree.RoleItems:
		w.refuses(&nullableRemoved, "%s is no longer nullable", w.field())
	default:
		n := w.refuses(&nullableRemoved, "%s is no longer nullable", w.field())
		n.Effect = "null is dropped there, or replaced by the default, also from stored objects"
	}
}

func (w *keyword) branches() {
	if w.narrows && w.judge.KeepsBranches(w.conclusion(), w.Keyword) {
		w.narrows = false
	}
	switch {
	case w.narrows && w.Before == nil:
		w.refuses(&branchesChanged, "%s of %s is new", w.Keyword, w.field())
	case w.narrows:
		w.refuses(&branchesChanged, "%s of %s is another", w.Keyword, w.field())
	case w.widens:
		w.say(&branchesRelaxed, "%s of %s accepts more", w.Keyword, w.field())
	case w.Before == nil:
		w.say(&equivalent, "%s of %s is new, and accepts all that the old CRD does", w.Keyword, w.field())
	default:
		w.say(&equivalent, "%s of %s is written in another way", w.Keyword, w.field())
	}
}

func (w *keyword) bound() {
	beyond, found, sure := tighter.BeyondLength(w.Change)
	w.beyond = beyond
	if w.narrows && (w.judge.ChecksNothing(w.Change) || sure && !found || w.judge.KeepsBound(w.conclusion(), w.Keyword)) {
		w.narrows = false
	}
	example := ""
	if w.narrows && w.Keyword == "pattern" && w.Before != nil && w.After != nil {
		does, text := w.judge.Pattern(w.Change)
		switch does {
		case tighter.KeepsStrings:
			w.narrows = false
		case tighter.RefusesThis:
			example = ": " + shortened(prose.JSON(text)) + " is refused"
		}
	}
	switch {
	case w.narrows:
		w.refuses(&boundsTightened, "%s%s", w.change(), example)
	case w.widens:
		w.say(&boundsRelaxed, "%s", w.change())
	default:
		w.say(&equivalent, "%s, which makes no difference", w.change())
	}
}

// change describes the old and the new value of a keyword.
func (w *keyword) change() string {
	switch {
	case w.Before == nil:
		return fmt.Sprintf("%s of %s is new: %s", w.Keyword, w.field(), formatBound(w.After))
	case w.After == nil:
		return fmt.Sprintf("%s of %s is gone: it was %s", w.Keyword, w.field(), formatBound(w.Before))
	}
	return fmt.Sprintf("%s of %s was %s and is %s", w.Keyword, w.field(), formatBound(w.Before), formatBound(w.After))
}

// formatBound formats a limit without an exponent.
func formatBound(bound any) string {
	switch v := bound.(type) {
	case float64:
		return prose.Decimal(v)
	case string:
		return shortened(v)
	case bool, int64:
		return fmt.Sprint(v)
	}
	return "another"
}
