package schema_test

import (
	"encoding/json"
	"fmt"

	"github.com/crdtool/crdtool/schema"
)

// A schema is read from YAML, and written as JSON.
func ExampleParse() {
	s, err := schema.Parse([]byte("type: array\nmaxItems: 3\nitems: {type: string}\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Type, *s.MaxItems, s.ItemSchema().Type)
	text, err := json.Marshal(s)
	fmt.Println(string(text), err)
	// Output:
	// array 3 string
	// {"type":"array","maxItems":3,"items":{"type":"string"}} <nil>
}
