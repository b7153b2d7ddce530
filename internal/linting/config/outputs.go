package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/confine"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// An Output is an entry of formats: a format and its file.
type Output struct {
	Format string
	// Path is the file, relative to the working directory; "" for standard output.
	Path string
	// Entry is the text of the entry, and Line its line in the configuration.
	Entry string
	Line  int
}

// OutputFormats returns the formats that formats may name.
func OutputFormats() []string {
	return []string{"text", "json", "sarif", "github", "junit", "gitlab", "markdown", "html"}
}

// outputs reads formats: FORMAT for standard output, FORMAT=PATH for a file below the configuration's folder.
func (r *reader) outputs(n *yamlnode.Node, c *Config) []Output {
	var list []Output
	for _, item := range r.items(n) {
		o, ok := r.output(item, c)
		if !ok {
			continue
		}
		if i := slices.IndexFunc(list, func(p Output) bool { return p.Path == o.Path }); i >= 0 && (o.Path != "" || list[i].Format != o.Format) {
			r.at(item, "%s", sameOutput(&list[i], &o))
			continue
		}
		list = append(list, o)
	}
	return list
}

func (r *reader) output(item *yamlnode.Node, c *Config) (Output, bool) {
	o := Output{Entry: r.text(item), Line: r.doc.NodePos(item).Line}
	if o.Entry == "" {
		return o, false
	}
	format, path, hasPath := strings.Cut(o.Entry, "=")
	if !slices.Contains(OutputFormats(), format) {
		r.unknown(item, "format", format, OutputFormats())
		return o, false
	}
	o.Format = format
	switch {
	case hasPath && path == "":
		r.at(item, "the path is missing; write %s=PATH", format)
		return o, false
	case hasPath && path != "-":
		o.Path = filepath.Clean(c.Join(path))
		return o, r.below(item, c, o.Path)
	}
	return o, true
}

func sameOutput(first, second *Output) string {
	if first.Path == "" {
		return fmt.Sprintf("%s and %s cannot both go to standard output; give one of them a file: %s=PATH", first.Format, second.Format, second.Format)
	}
	return fmt.Sprintf("%s and %s name the same file; use different ones", first.Entry, second.Entry)
}

// below adds a finding unless the file is below the configuration's folder and outside of .git. A stranger may
// have written the configuration, which must not choose files elsewhere.
func (r *reader) below(n *yamlnode.Node, c *Config, path string) bool {
	if _, err := confine.Below(c.Dir, path); err != nil {
		r.at(n, "%v; name a file below the folder of the configuration", err)
		return false
	}
	return true
}

// inRepository adds a finding for a path or glob outside of the configuration's repository, or of its folder if
// there is no repository.
func (r *reader) inRepository(n *yamlnode.Node, c *Config, path string) bool {
	prefix, glob := path, ""
	if i := strings.IndexAny(path, "*?["); i >= 0 {
		prefix, glob = path[:i], path[i:]
		prefix = prefix[:strings.LastIndexAny(prefix, `/\`)+1]
	}
	if slices.Contains(strings.FieldsFunc(glob, func(c rune) bool { return c == '/' || c == filepath.Separator }), "..") {
		r.at(n, "%s has .. behind a wildcard; name the folder instead", path)
		return false
	}
	if prefix == "" {
		prefix = "."
	}
	if _, err := confine.Below(confine.Repository(c.Dir), prefix); err != nil {
		r.at(n, "%v; name a path in the repository", err)
		return false
	}
	return true
}
