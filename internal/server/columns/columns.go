// Package columns makes the row that kubectl get prints of a custom object, by
// the additionalPrinterColumns of its version.
//
// It mirrors pkg/registry/customresource/tableconvertor of
// k8s.io/apiextensions-apiserver, but that dates are printed as they stand: an
// age would differ from one run to the next.
package columns

import (
	"encoding/json"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/crdtool/crdtool/internal/server/jsonpath"
)

// Columns are the columns of a version. They do not change and may be used by
// several goroutines.
type Columns struct{ list []column }

type column struct {
	Column
	path *jsonpath.Path
}

// A Column is what additionalPrinterColumns say of one.
type Column struct {
	Name, Type, JSONPath string
	Priority             int32
}

// Unknown is what stands for a date that the object does not have, such as the
// creation of an object that was not created.
const Unknown = "<unknown>"

// New returns the columns of a version: the name, and those that are declared,
// or else the age. Like the server, it leaves out a column whose path cannot be
// read and all that follow it.
func New(declared []Column) *Columns {
	if len(declared) == 0 {
		declared = []Column{{Name: "Age", Type: "date", JSONPath: ".metadata.creationTimestamp"}}
	}
	c := &Columns{}
	for _, d := range declared {
		p, err := jsonpath.Parse(d.JSONPath)
		if err != nil {
			break
		}
		c.list = append(c.list, column{d, p})
	}
	return c
}

// Header returns the headings as kubectl prints them; wide says whether columns
// of lower priority are shown, as with kubectl get -o wide.
func (c *Columns) Header(wide bool) []string {
	header := []string{"NAME"}
	for i := range c.list {
		if col := &c.list[i]; wide || col.Priority == 0 {
			header = append(header, strings.ToUpper(col.Name))
		}
	}
	return header
}

// Row returns the cells of an object below the headings that Header returns.
func (c *Columns) Row(object map[string]any, wide bool) []string {
	metadata, _ := object["metadata"].(map[string]any)
	name, _ := metadata["name"].(string)
	row := []string{name}
	for i := range c.list {
		if col := &c.list[i]; wide || col.Priority == 0 {
			row = append(row, printed(col.cell(object)))
		}
	}
	return row
}

// cell returns the cell of the table that the server sends: nil, a bool, an
// int64, a float64 or a string.
func (c *column) cell(object map[string]any) any {
	found, err := c.path.Find(object)
	if err != nil || len(found) == 0 {
		if err == nil && c.JSONPath == ".metadata.creationTimestamp" && c.Type == "date" {
			return Unknown
		}
		return nil
	}
	if c.Type == "string" {
		return text(found[0])
	}
	return typed(c.Type, found[0])
}

// typed is cellForJSONValue there: a value of another type than its column's has
// no cell.
func typed(columnType string, value any) any {
	switch columnType {
	case "integer":
		switch v := value.(type) {
		case int64:
			return v
		case float64:
			return int64(v)
		}
	case "number":
		switch v := value.(type) {
		case int64:
			return float64(v)
		case float64:
			return v
		}
	case "boolean":
		if v, ok := value.(bool); ok {
			return v
		}
	case "date":
		if v, ok := value.(string); ok {
			return date(v)
		}
	}
	return nil
}

func date(s string) string {
	var t metav1.Time
	if err := t.UnmarshalQueryParameter(s); err != nil {
		return "<invalid>"
	}
	if t.IsZero() {
		return Unknown
	}
	return s
}

// text is PrintResults of k8s.io/client-go/util/jsonpath for one value.
func text(value any) any {
	switch v := value.(type) {
	case nil:
		return "<no value>"
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case int:
		return strconv.Itoa(v)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case byte:
		return strconv.Itoa(int(v))
	}
	b, err := json.Marshal(value)
	if err != nil {
		return nil
	}
	return string(b)
}

// printed is a cell as kubectl prints it: nothing for nil, and of a text the
// first line.
func printed(cell any) string {
	switch v := cell.(type) {
	case string:
		if i := strings.IndexAny(v, "\f\n\r"); i >= 0 {
			return v[:i] + "..."
		}
		return v
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		// It travels as JSON, in as few digits as tell it from others, where a whole
		// number is an integer.
		if i, err := strconv.ParseInt(strconv.FormatFloat(v, 'f', -1, 64), 10, 64); err == nil {
			return strconv.FormatInt(i, 10)
		}
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return ""
}
