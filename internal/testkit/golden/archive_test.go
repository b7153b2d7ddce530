package golden

import (
	"reflect"
	"testing"
)

func TestArchive(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       Archive
		formatted  string // text, if empty
	}{
		{name: "empty", text: "", want: Archive{}},
		{name: "comment only", text: "a\nb\n", want: Archive{Comment: []byte("a\nb\n")}},
		{
			name: "files",
			text: "c\n-- a.yaml --\nx: 1\n-- b --\n-- c d --\n\n",
			want: Archive{Comment: []byte("c\n"), Files: []File{{"a.yaml", []byte("x: 1\n")}, {"b", nil}, {"c d", []byte("\n")}}},
		},
		{
			name:      "no newline at the end",
			text:      "-- a --\nx",
			want:      Archive{Files: []File{{"a", []byte("x\n")}}},
			formatted: "-- a --\nx\n",
		},
		{
			name: "no markers",
			text: "-- a --\n--\n-- --\n--- b --\n-- c\n-- d -- \n",
			want: Archive{Files: []File{{"a", []byte("--\n-- --\n--- b --\n-- c\n-- d -- \n")}}},
		},
		{
			name: "line ends as on Windows are kept",
			text: "-- a --\nx\r\ny\r\n",
			want: Archive{Files: []File{{"a", []byte("x\r\ny\r\n")}}},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := Parse([]byte(test.text))
			if !reflect.DeepEqual(*got, test.want) {
				t.Errorf("Parse: %q, want %q", got, test.want)
			}
			if test.formatted == "" {
				test.formatted = test.text
			}
			if text := string(got.Format()); text != test.formatted {
				t.Errorf("Format: %q, want %q", text, test.formatted)
			}
		})
	}
}

func TestArchiveSet(t *testing.T) {
	a := Parse([]byte("-- a --\nx\n"))
	a.Set("b", []byte("y\n"))
	a.Set("a", []byte("z\n"))
	if got, want := string(a.Format()), "-- a --\nz\n-- b --\ny\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if _, ok := a.Get("c"); ok {
		t.Error("found a file that is not there")
	}
}
