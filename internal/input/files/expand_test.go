package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
)

// tree makes files in a new directory, which becomes the working directory. A
// name that ends in a slash is a directory; "a -> b" is a symbolic link.
func tree(t *testing.T, names ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, name := range names {
		link, target, isLink := strings.Cut(name, " -> ")
		if err := os.MkdirAll(filepath.Dir(link), 0o777); err != nil {
			t.Fatal(err)
		}
		var err error
		switch {
		case isLink:
			if runtime.GOOS == "windows" {
				t.Skip("symbolic links")
			}
			err = os.Symlink(target, link)
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(name, 0o777)
		default:
			err = os.WriteFile(name, []byte("a: 1\n"), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestExpand(t *testing.T) {
	tree(t,
		"config/crd/b.yaml", "config/crd/a.yml", "config/crd/c.json", "config/crd/readme.md", "config/crd/D.YAML",
		"config/crd/sub/e.yaml", "config/crd/.svn/f.yaml", "config/.hidden/g.yaml", "config/other/h.txt",
		"config/crd/loop -> ..", "config/crd/linked -> ../../elsewhere", "config/crd/z.yaml -> b.yaml", "elsewhere/i.yaml",
		"self -> self", "broken/j.yaml -> nowhere", "broken/k.yaml", "empty/", "a[1].yaml", "deep/x/crds/l.yaml", "deep/crds/m.yaml", "deep/x/y/n.yaml",
		".git/HEAD", "leaks/o.yaml -> /etc/passwd", "leaks/p.yaml", "leaks/etc -> /etc",
	)
	for _, test := range []struct {
		paths  []string
		want   []string
		errors []string
	}{
		{paths: []string{"config/crd/b.yaml"}, want: []string{"config/crd/b.yaml"}},
		{paths: []string{"config/crd/readme.md"}, want: []string{"config/crd/readme.md"}},
		{paths: []string{"config/crd"}, want: []string{"config/crd/D.YAML", "config/crd/a.yml", "config/crd/b.yaml", "config/crd/c.json", "config/crd/sub/e.yaml"}},
		{paths: []string{"./config//crd/sub/", "config/crd/sub/e.yaml"}, want: []string{"config/crd/sub/e.yaml"}},
		{paths: []string{"config/crd/b.yaml", "-", "config/crd/a.yml", "-"}, want: []string{"-", "config/crd/a.yml", "config/crd/b.yaml"}},
		{paths: []string{"config/.hidden"}, want: []string{"config/.hidden/g.yaml"}},
		{paths: []string{"config/crd/linked"}, want: []string{"config/crd/linked/i.yaml"}},
		{paths: []string{"elsewhere", "config/crd/linked"}, want: []string{"elsewhere/i.yaml"}},
		{paths: []string{"a[1].yaml"}, want: []string{"a[1].yaml"}},
		{paths: []string{"config/crd/*.yaml"}, want: []string{"config/crd/b.yaml"}},
		{paths: []string{"config/crd/?.y*ml"}, want: []string{"config/crd/a.yml", "config/crd/b.yaml"}},
		{paths: []string{"config/crd/[ab].*"}, want: []string{"config/crd/a.yml", "config/crd/b.yaml"}},
		{paths: []string{"config/*/e.yaml", "config/*/*/e.yaml"}, want: []string{"config/crd/sub/e.yaml"}, errors: []string{"no file matches config/*/e.yaml"}},
		{paths: []string{"config/other/*"}, errors: []string{"no file matches config/other/* with suffix .yaml, .yml or .json, only 1 other file"}},
		{paths: []string{"config/other/*.txt"}, want: []string{"config/other/h.txt"}},
		{paths: []string{"deep/**/crds/*.yaml"}, want: []string{"deep/crds/m.yaml", "deep/x/crds/l.yaml"}},
		{paths: []string{"deep/**/crds"}, want: []string{"deep/crds/m.yaml", "deep/x/crds/l.yaml"}},
		{paths: []string{"deep/**"}, want: []string{"deep/crds/m.yaml", "deep/x/crds/l.yaml", "deep/x/y/n.yaml"}},
		{paths: []string{"**/**/l.yaml"}, want: []string{"deep/x/crds/l.yaml"}},
		{paths: []string{"config/crd/*.cue"}, errors: []string{"no file matches config/crd/*.cue; config/crd has 5 files that could be read"}},
		{paths: []string{"config/crd/[a"}, errors: []string{"config/crd/[a is not a valid pattern"}},
		{paths: []string{"config/crds"}, errors: []string{"config/crds: no such file or directory; did you mean config/crd?"}},
		{paths: []string{"confg/crd/b.yaml"}, errors: []string{"confg/crd/b.yaml: no such file or directory; there is no confg in .; did you mean config/crd/b.yaml?"}},
		{paths: []string{"config/crd/b.yml"}, errors: []string{"config/crd/b.yml: no such file or directory; did you mean config/crd/b.yaml?"}},
		{paths: []string{"confg/*.yaml"}, errors: []string{"confg: no such file or directory; did you mean config?"}},
		{paths: []string{"somewhere-else"}, errors: []string{"somewhere-else: no such file or directory"}},
		{paths: []string{"config/crd/b.yaml/x"}, errors: []string{"config/crd/b.yaml/x: no such file or directory; config/crd/b.yaml is a file, not a directory; did you mean config/crd/b.yaml?"}},
		{paths: []string{"empty"}, errors: []string{"no .yaml, .yml or .json file in empty, which is empty"}},
		{paths: []string{"config/other"}, errors: []string{"no .yaml, .yml or .json file in config/other, only 1 other file; name a file to read it"}},
		{paths: []string{"broken"}, want: []string{"broken/k.yaml"}, errors: []string{"broken/j.yaml is a symbolic link to nowhere, which does not exist"}},
		{paths: []string{"leaks"}, want: []string{"leaks/p.yaml"}, errors: []string{"leaks/o.yaml leads to /"}},
		{paths: []string{"leaks/etc"}, errors: []string{"leaks/etc leads to /"}},
		{paths: []string{"self"}, errors: []string{"symbolic link self points to itself"}},
		{paths: []string{"", "config/crd/b.yaml", "nope"}, want: []string{"config/crd/b.yaml"}, errors: []string{"the path is empty; name a file", "nope: no such file or directory"}},
	} {
		t.Run(strings.Join(test.paths, " "), func(t *testing.T) {
			list := Expand(test.paths, CRDs)
			names, errs := list.Names(), list.Errors
			for i := range names {
				names[i] = filepath.ToSlash(names[i])
			}
			if !slices.Equal(names, test.want) {
				t.Errorf("got  %q\nwant %q", names, test.want)
			}
			for i, err := range errs {
				var pathErr *source.PathError
				if !errors.As(err, &pathErr) {
					t.Errorf("%T is no *source.PathError", err)
				}
				if i >= len(test.errors) || !strings.HasPrefix(err.Error(), test.errors[i]) {
					t.Errorf("error %q, want %q", err, test.errors)
				}
			}
			if len(errs) < len(test.errors) {
				t.Errorf("errors %q, want %q", errs, test.errors)
			}
		})
	}
}

func TestExpandUnreadable(t *testing.T) {
	tree(t, "dir/a.yaml", "dir/closed/b.yaml", "dir/c.yaml")
	for _, name := range []string{"dir/closed", "dir/c.yaml"} {
		if err := os.Chmod(name, 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.Chmod(name, 0o777) })
	}
	if _, err := os.ReadDir("dir/closed"); err == nil {
		t.Skip("permissions do not bind this user")
	}
	list := Expand([]string{"dir"}, CRDs)
	names, errs := list.Names(), list.Errors
	if want := []string{"dir/a.yaml", "dir/c.yaml"}; !reflect.DeepEqual(names, want) {
		t.Errorf("got %q", names)
	}
	if len(errs) != 1 || !errors.Is(errs[0], fs.ErrPermission) || !strings.Contains(errs[0].Error(), "no permission to read the directory dir/closed") {
		t.Errorf("errors %q", errs)
	}
	if _, err := source.ReadFile("dir/c.yaml"); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("error %v", err)
	}
}
