// Package columns makes the row that kubectl get prints for a custom object, from the additionalPrinterColumns of its
// version.
//
// It mirrors pkg/registry/customresource/tableconvertor of k8s.io/apiextensions-apiserver, except that dates are
// printed unchanged: an age would differ from one run to the next.
package columns

import (
	"encoding/json"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/crdtool/crdtool/internal/server/jsonpath"
)

// Columns are the columns of a version. They are immutable and safe for concurrent use.
type Columns struct{ list []column }

type column struct {
	Column
	path *jsonpath.Path
}

// A Column is an entry of additionalPrinterColumns.
type Column struct {
	Name, Type, JSONPath string
	Priority             int32
}

// Unknown is the cell for a date that the object does not have, such as the creationTimestamp of an object that was not
// created.
const Unknown = "<unknown>"

// New returns the columns of a version: the name, and the declared columns, or the age if none is declared. Like the
// server, it skips a column whose path cannot be parsed, and all columns after it.
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

// Header returns the headings as kubectl prints them. With wide, as in kubectl get -o wide, they include the columns
// with a priority other than 0.
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

// typed mirrors cellForJSONValue of the server: a value whose type is not the column's type has no cell.
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

// text mirrors PrintResults of k8s.io/client-go/util/jsonpath for one value.
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

// printed returns a cell as kubectl prints it: "" for nil, and the first line of a text.
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
		// JSON has the shortest digits that identify the number, and a whole number is decoded as an integer.
		if i, err := strconv.ParseInt(strconv.FormatFloat(v, 'f', -1, 64), 10, 64); err == nil {
			return strconv.FormatInt(i, 10)
		}
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return ""
}
