package lint

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/nearest"
)

// dropper names what drops unknown fields silently.
func dropper(doc *source.Document) string {
	if doc.DerivedFrom != nil {
		return "Crossplane"
	}
	return "the server"
}

// describeFlaws turns the flaws of decoding into findings with positions.
func describeFlaws(doc *source.Document, flaws []yamldecode.Flaw, opts *Options) finding.List {
	fieldValidation := opts.FieldValidation
	if len(flaws) == 0 {
		return nil
	}
	var list finding.List
	var described []yamldecode.Flaw
	starts := source.MissingSeparators(doc.Root)
	for i := range flaws {
		f := &flaws[i]
		if len(starts) > 0 && f.Kind == yamldecode.DuplicateField && source.IsKeyOf(doc.Root, f.Node) && !slices.Contains(starts, f.Node) {
			continue // a field of the object after the missing separator
		}
		out := finding.Finding{Code: codeOfFlaw(f)}
		if f.Kind != yamldecode.WrongType {
			switch {
			case f.ByMergeKey() && !opts.RawBody:
				if f.Repeat == source.OverridesMerge {
					continue // the purpose of merge keys
				}
				out.Severity = finding.Warning
			case f.Silent || fieldValidation == Warn:
				out.Severity = finding.Warning
			case fieldValidation == Ignore:
				out.Severity = finding.Info
			}
		}
		list = append(list, out)
		described = append(described, *f)
	}
	paths := pathsTo(doc.Root, described)
	for i := range described {
		f, out := &described[i], &list[i]
		out.Pos, out.Path = doc.NodePos(f.Node), paths[f.Node]
		switch f.Kind {
		case yamldecode.UnknownField:
			out.Message = fmt.Sprintf("unknown field %q", f.Field)
			if f.Silent {
				out.Message += ", which " + dropper(doc) + " drops silently"
			}
			out.Help = "remove it"
			if f.Later {
				out.Help = fmt.Sprintf("Kubernetes %s and later use it", behaviour.UsedSince(f.Field))
				continue
			}
			if near := nearest.Name(f.Field, f.Known); near != "" {
				out.Help = fmt.Sprintf("did you mean %q?", near)
				out.Fix = respellField(doc, f.Field, f.Known, out.Path)
			}
		case yamldecode.DuplicateField:
			if slices.Contains(starts, f.Node) {
				out.Message, out.Help = source.SeparatorMissing(out.Pos.Line)
				continue
			}
			describeRepeated(f, out)
		case yamldecode.WrongType:
			out.Message = fmt.Sprintf("must be %s, not %s", wanted(f.Want), describe(f))
			out.Help = fix(f)
			out.Fix = requote(f.Node, f.Want, out.Path)
		}
	}
	return list
}

// describeRepeated sets the message, help and fix about a duplicate field.
func describeRepeated(f *yamldecode.Flaw, out *finding.Finding) {
	switch f.Repeat {
	case source.ReplacedByMerge:
		out.Message, out.Help = source.MergeReplaces(f.Field)
		return
	case source.SecondMerge:
		out.Message = "a mapping has one merge key: kubectl merges this one too and its fields win, kustomize refuses the file"
		out.Help = "merge a list, of which the first entry wins, as in <<: [*a, *b]"
		return
	case source.OverridesMerge:
		out.Message = fmt.Sprintf("field %q is set here and by a merge key, which kube-apiserver refuses where it reads the YAML itself", f.Field)
		out.Help = "send what kubectl makes of the file, which is JSON"
		return
	}
	out.Message = fmt.Sprintf("field %q is set twice; kubectl sends only the last one", f.Field)
	out.Help = "keep one of the two; kustomize refuses the file, as does kube-apiserver if it reads the file itself"
	if written := f.Node.Value; f.Node.Kind == yamlnode.Scalar && f.Node.Style == 0 && written != f.Field {
		out.Help = fmt.Sprintf("YAML 1.1 reads %s as %s; put it in quotes: %q", written, f.Field, written)
		return
	}
	out.Fix = &finding.Fix{
		Title:   fmt.Sprintf("remove the second %q, which is the same", f.Field),
		Changes: []finding.Change{{Op: finding.RemoveRepeated, Path: out.Path}},
	}
}

// withoutMerges removes the flaws that kubectl resolves when it converts merge keys to JSON.
func withoutMerges(flaws []yamldecode.Flaw) []yamldecode.Flaw {
	byMergeKey := func(f yamldecode.Flaw) bool { return f.ByMergeKey() }
	if !slices.ContainsFunc(flaws, byMergeKey) {
		return flaws
	}
	return slices.DeleteFunc(slices.Clone(flaws), byMergeKey)
}

func codeOfFlaw(f *yamldecode.Flaw) finding.Code {
	switch f.Kind {
	case yamldecode.UnknownField:
		return code.UnknownField
	case yamldecode.DuplicateField:
		return code.DuplicateField
	}
	return code.WrongType
}

func describe(f *yamldecode.Flaw) string {
	switch v := source.Value(f.Node).(type) {
	case nil:
		return "null"
	case map[string]any:
		return "a mapping"
	case []any:
		return "a list"
	case string:
		if len(v) > 40 {
			return "a string"
		}
		return fmt.Sprintf("the string %q", v)
	case bool:
		return fmt.Sprintf("the boolean %v", v)
	default:
		return "the number " + f.Node.Value
	}
}

func wanted(want string) string {
	switch {
	case want == "bool":
		return "true or false"
	case strings.HasPrefix(want, "int"):
		return "an integer"
	case want == "float64":
		return "a number"
	case want == "string":
		return "a string"
	case strings.HasPrefix(want, "[]"), want == "v1.ValidationRules":
		return "a list"
	case want == "v1.Time":
		return "a time such as 2006-01-02T15:04:05Z"
	case strings.HasPrefix(want, "map["), strings.HasPrefix(want, "v1."):
		return "a mapping"
	}
	return want
}

// onlyQuoted reports whether a text has the wanted type once its quotes are removed.
func onlyQuoted(text, want string) bool {
	if want == "bool" {
		return text == "true" || text == "false"
	}
	if !json.Valid([]byte(text)) {
		return false
	}
	integer, number := strings.HasPrefix(want, "int"), want == "float64"
	switch source.Scalar(source.JSONScalar(text)).(type) {
	case int64:
		return integer || number
	case float64:
		return number
	}
	return false
}

func fix(f *yamldecode.Flaw) string {
	switch v := source.Value(f.Node).(type) {
	case string:
		if onlyQuoted(v, f.Want) {
			return "write it without quotes"
		}
		switch of, isList := strings.CutPrefix(f.Want, "[]"); {
		case !isList:
		case of == "string" || of == "v1.JSON":
			return fmt.Sprintf("write it as a list: [%s]", v)
		case of == "v1.CustomResourceDefinitionVersion":
			return fmt.Sprintf("write it as a list of objects: [{name: %s, ...}]", v)
		default:
			return "write it as a list of objects"
		}
	case bool, int64, float64:
		if f.Want == "string" {
			return fmt.Sprintf("put it in quotes: %q", f.Node.Value)
		}
		if f.Want == "[]string" {
			if b, ok := v.(bool); ok && b {
				return "\"required\" lists the names of fields and belongs next to \"properties\", not into the field itself"
			}
		}
	}
	return ""
}

// pathsTo returns the paths of the keys and values with flaws, in one walk. Names below properties are printed
// as keys, as elsewhere.
func pathsTo(root *yamlnode.Node, flaws []yamldecode.Flaw) map[*yamlnode.Node]*finding.Path {
	if len(flaws) == 0 {
		return nil
	}
	paths := make(map[*yamlnode.Node]*finding.Path, len(flaws))
	for i := range flaws {
		paths[flaws[i].Node] = nil
	}
	found := func(n *yamlnode.Node, at *finding.Path) {
		if p, ok := paths[n]; ok && p == nil {
			paths[n] = at
		}
	}
	var walk func(n *yamlnode.Node, at *finding.Path, names bool)
	walk = func(n *yamlnode.Node, at *finding.Path, names bool) {
		found(n, at)
		switch n.Kind {
		case yamlnode.Mapping:
			for i := 0; i+1 < len(n.Content); i += 2 {
				k, v := n.Content[i], n.Content[i+1]
				p := at.Child(k.Value)
				if names {
					p = at.Key(k.Value)
				}
				found(k, p)
				walk(v, p, k.Value == "properties" && !names)
			}
		case yamlnode.Sequence:
			for i, v := range n.Content {
				walk(v, at.Index(i), false)
			}
		}
	}
	walk(root, nil, false)
	return paths
}
