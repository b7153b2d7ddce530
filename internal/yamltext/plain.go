package yamltext

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"unicode/utf8"

	"go.yaml.in/yaml/v2"
)

// plain reads a text in JSON that a reader of YAML reads alike, several times as fast as that;
// it is false for others, and for what is no JSON.
func plain(text []byte) (any, bool) {
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(text[i:])
		}
		if !isPrinted(r) && r != '\n' {
			return nil, false // of which YAML has its own idea
		}
		i += size
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	v, ok := plainValue(d)
	if !ok {
		return nil, false
	}
	_, err := d.Token()
	return v, err == io.EOF
}

func plainValue(d *json.Decoder) (any, bool) {
	token, err := d.Token()
	if err != nil {
		return nil, false
	}
	switch t := token.(type) {
	case json.Number:
		return plainNumber(string(t))
	case json.Delim:
		if t == '[' {
			return plainList(d)
		}
		return plainObject(d)
	}
	return token, true
}

func plainList(d *json.Decoder) (any, bool) {
	list := []any{}
	for d.More() {
		v, ok := plainValue(d)
		if !ok {
			return nil, false
		}
		list = append(list, v)
	}
	_, err := d.Token()
	return list, err == nil
}

func plainObject(d *json.Decoder) (any, bool) {
	object := yaml.MapSlice{}
	for d.More() {
		token, err := d.Token()
		key, ok := token.(string)
		if err != nil || !ok || len(key) > longestKey {
			return nil, false
		}
		v, ok := plainValue(d)
		if !ok {
			return nil, false
		}
		object = append(object, yaml.MapItem{Key: key, Value: v})
	}
	_, err := d.Token()
	return object, err == nil
}

// longestKey is how long a key is that YAML has on one line, escapes and all.
const longestKey = 100

func plainNumber(text string) (any, bool) {
	const certain = 18 // digits that an integer has room for
	if len(text) <= certain {
		if n, err := strconv.Atoi(text); err == nil {
			return n, true
		}
	}
	var number any
	err := yaml.Unmarshal([]byte(text), &number)
	return number, err == nil
}
