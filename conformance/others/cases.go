package others

import (
	"embed"
	"path"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/upgrading/others"
)

//go:embed testdata
var testdata embed.FS

// Case is a change of a CRD that one of the tools has as a case.
type Case struct {
	Tool string
	// Name is that of the file and of the case in it.
	Name string
	// Old is nil for a CRD that is new.
	Old, New []byte
	// Check is the one that the case is about, and Flagged whether it finds something; ""
	// where the case is about all checks.
	Check    string
	Flagged  bool
	Settings others.Settings
}

// Cases are all, in the order of their files.
func Cases() ([]Case, error) {
	var all []Case
	for _, tool := range others.Names() {
		entries, err := testdata.ReadDir("testdata/" + tool)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			text, err := testdata.ReadFile(path.Join("testdata", tool, e.Name()))
			if err != nil {
				return nil, err
			}
			all = append(all, casesOf(tool, strings.TrimSuffix(e.Name(), ".txtar"), golden.Parse(text))...)
		}
	}
	return all, nil
}

func casesOf(tool, file string, a *golden.Archive) []Case {
	var all []Case
	for _, f := range a.Files {
		name, part, _ := strings.Cut(f.Name, "/")
		name = file + "/" + name
		i := slices.IndexFunc(all, func(c Case) bool { return c.Name == name })
		if i < 0 {
			all = append(all, Case{Tool: tool, Name: name})
			i = len(all) - 1
		}
		c := &all[i]
		switch part {
		case "old.yaml":
			c.Old = f.Data
		case "new.yaml":
			c.New = f.Data
		case "flagged":
			c.Check = file
			words := strings.Fields(string(f.Data))
			c.Flagged = words[0] == "true"
			for _, w := range words[1:] {
				if name, value, _ := strings.Cut(w, "="); value == "Allow" {
					c.Settings.Allow = append(c.Settings.Allow, allowed(file, name))
				}
			}
		}
	}
	return all
}

// allowed is what a setting of a check of crdify lets pass.
func allowed(check, setting string) string {
	if setting == "additionPolicy" {
		return check + "-additions"
	}
	return check + "-removals"
}

// ID names a case among those of all tools.
func (c *Case) ID() string { return c.Tool + "/" + c.Name }
