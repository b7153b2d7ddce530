package yamltext

import (
	"bytes"
	"encoding/json"
	"strconv"

	"go.yaml.in/yaml/v2"
)

// plain reads a text in JSON that a reader of YAML reads alike, several times as fast as that;
// it is false for others, and for what is no JSON.
func plain(text []byte) (any, bool) {
	for _, c := range text {
		if (c < ' ' || c > '~') && c != '\n' {
			return nil, false // of which YAML has its own idea
		}
	}
	r := plainReader{text: text}
	v, ok := r.value()
	return v, ok && r.next() == 0
}

// A plainReader reads JSON of ASCII. What it returns is false for what is no JSON.
type plainReader struct {
	text []byte
	at   int
}

// next is the next letter that is no white space; 0 at the end.
func (r *plainReader) next() byte {
	for ; r.at < len(r.text); r.at++ {
		if c := r.text[r.at]; c != ' ' && c != '\n' {
			return c
		}
	}
	return 0
}

// takes goes over the next letter if it is this one.
func (r *plainReader) takes(c byte) bool {
	if r.next() != c {
		return false
	}
	r.at++
	return true
}

func (r *plainReader) value() (any, bool) {
	switch r.next() {
	case '{':
		return r.object()
	case '[':
		return r.list()
	case '"':
		return r.string()
	}
	from := r.at
	for r.at < len(r.text) && bytes.IndexByte([]byte(" \n,:]}"), r.text[r.at]) < 0 {
		r.at++
	}
	switch word := r.text[from:r.at]; string(word) {
	case "null":
		return nil, true
	case "true":
		return true, true
	case "false":
		return false, true
	default:
		return plainNumber(word)
	}
}

func (r *plainReader) list() (any, bool) {
	r.at++
	list := []any{}
	if r.takes(']') {
		return list, true
	}
	for {
		v, ok := r.value()
		if !ok {
			return nil, false
		}
		list = append(list, v)
		if !r.takes(',') {
			return list, r.takes(']')
		}
	}
}

func (r *plainReader) object() (any, bool) {
	r.at++
	object := yaml.MapSlice{}
	if r.takes('}') {
		return object, true
	}
	for {
		if r.next() != '"' {
			return nil, false
		}
		key, ok := r.string()
		if !ok || len(key) > longestKey || !r.takes(':') {
			return nil, false
		}
		v, ok := r.value()
		if !ok {
			return nil, false
		}
		object = append(object, yaml.MapItem{Key: key, Value: v})
		if !r.takes(',') {
			return object, r.takes('}')
		}
	}
}

// string reads a string, at whose quote the reader is.
func (r *plainReader) string() (s string, ok bool) {
	from, escapes := r.at, false
	for r.at++; r.at < len(r.text); r.at++ {
		switch r.text[r.at] {
		case '\n':
			return "", false
		case '\\':
			escapes = true
			r.at++
		case '"':
			r.at++
			if !escapes {
				return string(r.text[from+1 : r.at-1]), true
			}
			err := json.Unmarshal(r.text[from:r.at], &s)
			return s, err == nil
		}
	}
	return "", false
}

// longestKey is how long a key is that YAML has on one line, escapes and all.
const longestKey = 100

// plainNumber is the number that YAML reads in a text, if that is one in JSON.
func plainNumber(text []byte) (any, bool) {
	const certain = 18 // digits that an integer has room for
	if len(text) == 0 || text[0] != '-' && (text[0] < '0' || text[0] > '9') || !json.Valid(text) {
		return nil, false
	}
	if len(text) <= certain {
		if n, err := strconv.Atoi(string(text)); err == nil {
			return n, true
		}
	}
	var number any
	err := yaml.Unmarshal(text, &number)
	return number, err == nil
}
