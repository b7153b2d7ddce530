package impact

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Objects are files of objects whose kinds a Tester knows.
type Objects struct {
	list  *files.List
	stdin io.Reader
	read  map[string]*source.File // files that can be read only once, such as standard input
}

// Scan adds the kinds in the files of a list. It returns an error for a file that cannot be read.
func (t *Tester) Scan(ctx context.Context, list *files.List, stdin io.Reader) (*Objects, error) {
	o := &Objects{list: list, stdin: stdin, read: map[string]*source.File{}}
	type scanned struct {
		name string
		file *source.File
		err  error
	}
	err := inorder.Do(ctx, list.Files, func(f files.File) scanned {
		if f.Name != files.Stdin {
			if info, err := os.Stat(f.Name); err == nil && info.Mode().IsRegular() {
				text, err := source.Load(f.Name)
				if err != nil {
					return scanned{err: source.NewPathError(f.Name, err)}
				}
				t.Wants(text)
				return scanned{}
			}
		}
		file, _, err := list.Read(&f, stdin)
		if file != nil {
			t.Wants(file.Text)
		}
		return scanned{f.Name, file, err}
	}, func(s scanned) error {
		if s.file != nil {
			o.read[s.name] = s.file
		}
		return s.err
	})
	return o, err
}

// Run tries all objects under the CRDs.
func (t *Tester) Run(ctx context.Context, o *Objects, totals *Totals) error {
	type tried struct {
		file   *File
		unread []string
		err    error
	}
	return inorder.Do(ctx, o.list.Files, func(at files.File) tried {
		file := o.read[at.Name]
		var unread []string
		if file == nil {
			var passed []files.Passed
			var err error
			if file, passed, err = o.list.Read(&at, o.stdin); err != nil {
				return tried{err: err}
			}
			for _, p := range passed {
				if p.Reason == files.Unreadable {
					unread = append(unread, at.Name+": it is neither YAML nor JSON, or part of it")
				}
			}
		}
		if file == nil {
			return tried{file: &File{}, unread: unread}
		}
		for i := range file.Problems {
			if p := &file.Problems[i]; p.Severity != finding.Info {
				unread = append(unread, fmt.Sprintf("%s:%d: %s", file.Name, p.Pos.Line, p.Message))
			}
		}
		if len(unread) > 0 && !at.Found {
			return tried{err: fmt.Errorf("%s", unread[0])}
		}
		return tried{file: t.File(file), unread: unread}
	}, func(r tried) error {
		if r.err != nil {
			return r.err
		}
		totals.Add(r.file)
		totals.report.Unread = append(totals.report.Unread, r.unread...)
		return nil
	})
}
