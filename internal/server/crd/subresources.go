package crd

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

const (
	columnTypes   = "boolean,date,integer,number,string"
	columnFormats = "byte,date,date-time,double,float,int32,int64,password"
)

func isOneOf(value, list string) bool {
	return slices.Contains(strings.Split(list, ","), value)
}

func (k *checker) printerColumns(columns []PrinterColumn, p *finding.Path) {
	for i := range columns {
		c, p := &columns[i], p.Index(i)
		if c.Name == "" {
			k.add(finding.Required(code.ColumnNameRequired, p.Child("name"), ""))
		}
		if c.Type == "" {
			k.add(finding.Required(code.ColumnTypeRequired, p.Child("type"), "must be one of "+columnTypes))
		} else if !isOneOf(c.Type, columnTypes) {
			k.add(finding.Invalid(code.ColumnTypeUnknown, p.Child("type"), c.Type, "must be one of "+columnTypes))
		}
		if c.Format != "" && !isOneOf(c.Format, columnFormats) {
			k.add(finding.Invalid(code.ColumnFormatUnknown, p.Child("format"), c.Format, "must be one of "+columnFormats))
		}
		// The server's internal type names the field JSONPath.
		path := p.Child("JSONPath").At(p.Child("jsonPath"))
		if c.JSONPath == "" {
			k.add(finding.Required(code.ColumnPathRequired, path, ""))
		} else {
			k.simplePath(code.ColumnPathForm, c.JSONPath, path)
		}
	}
}

// simplePath checks the JSONPath of a printer column or of the scale subresource: it must begin with a dot.
func (k *checker) simplePath(c finding.Code, path string, p *finding.Path) bool {
	if path[0] != '.' {
		k.add(finding.Invalid(c, p, path, "must be a simple json path starting with ."))
		return false
	}
	return true
}

func (k *checker) subresources(s *Subresources, p *finding.Path) {
	if s == nil || s.Scale == nil {
		return
	}
	// The server prints "scale.specReplicasPath" as one segment.
	at := func(name string) *finding.Path { return p.Child("scale." + name).At(p.Child("scale", name)) }
	replicas := func(path, name, under string) {
		switch {
		case path == "":
			k.add(finding.Required(code.ScalePathRequired, at(name), ""))
		case k.simplePath(code.ScalePathForm, path, at(name)) && !strings.HasPrefix(path, under+"."):
			k.add(finding.Invalid(code.ScalePathElsewhere, at(name), path, "should be a json path under "+under))
		}
	}
	replicas(s.Scale.SpecReplicasPath, "specReplicasPath", ".spec")
	replicas(s.Scale.StatusReplicasPath, "statusReplicasPath", ".status")

	selector := s.Scale.LabelSelectorPath
	if selector == nil || *selector == "" {
		return
	}
	if k.simplePath(code.ScalePathForm, *selector, at("labelSelectorPath")) &&
		!strings.HasPrefix(*selector, ".spec.") && !strings.HasPrefix(*selector, ".status.") {
		k.add(finding.Invalid(code.ScalePathElsewhere, at("labelSelectorPath"), selector, "should be a json path under either .spec or .status"))
	}
}
