package yamltext

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"go.yaml.in/yaml/v2"

	"github.com/crdtool/crdtool/internal/text/safetext"
)

// Ordered writes a value whose maps are yaml.MapSlices, with the keys in their order. The library has no option to
// write unsafe texts in double quotes, so placeholders stand for them until it has written the value.
func Ordered(v any) ([]byte, error) {
	var p placeholders
	replaced := p.replace(v)
	if len(p.texts) == 0 {
		return yaml.Marshal(v)
	}
	text, err := yaml.Marshal(replaced)
	return placeholderForm().ReplaceAllFunc(text, func(found []byte) []byte {
		i, _ := strconv.Atoi(string(found[len(placeholderMark) : len(found)-1])) // by its form
		return []byte(safetext.Quote(p.texts[i]))
	}), err
}

// placeholders replaces unsafe texts.
type placeholders struct{ texts []string }

// placeholder returns a word that the library writes without quotes.
func placeholder(i int) string { return fmt.Sprintf("%s%d-", placeholderMark, i) }

// placeholderMark begins placeholders. Texts of the value that contain it are replaced, too.
const placeholderMark = "unsafe-text-"

var placeholderForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(placeholderMark + `[0-9]+-`) })

// replace returns a value with placeholders for its unsafe texts.
func (p *placeholders) replace(v any) any {
	switch v := v.(type) {
	case string:
		if safetext.IsSafe(v) && !strings.Contains(v, placeholderMark) || !utf8.ValidString(v) {
			return v
		}
		p.texts = append(p.texts, v)
		return placeholder(len(p.texts) - 1)
	case []any:
		if v == nil {
			return v
		}
		list := make([]any, len(v))
		for i := range v {
			list[i] = p.replace(v[i])
		}
		return list
	case yaml.MapSlice:
		if v == nil {
			return v
		}
		object := make(yaml.MapSlice, len(v))
		for i := range v {
			object[i] = yaml.MapItem{Key: p.replace(v[i].Key), Value: p.replace(v[i].Value)}
		}
		return object
	}
	return v
}
