package lintrun

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/linting/rules"
)

// Owners says which files that were found have CRDs that their repository does not make: copies from
// other projects and test fixtures. In the default profile such CRDs are checked for the server's errors
// alone, as nobody there can change them. The nil Owners knows of none.
type Owners struct {
	foreign map[string][]string    // groups, by file
	own     map[string]bool        // files that have other groups as well
	makers  map[string]*repository // by file
}

// repository is one with CRDs among the files that were found.
type repository struct {
	crds     []crdFile
	goGroups func() []string // those of its Go types
	// appliesServerSide is AppliesServerSide.
	appliesServerSide func() bool
}

// makesFromGo reports whether one of its CRDs has the group of a Go type of the repository.
func (r *repository) makesFromGo() bool {
	own := r.goGroups()
	return slices.ContainsFunc(r.crds, func(f crdFile) bool {
		return slices.ContainsFunc(f.groups, func(g string) bool { return slices.Contains(own, g) })
	})
}

// crdFile is a file with CRDs.
type crdFile struct {
	name, repository string
	groups           []string
}

// FindOwners looks at the groups of the CRDs of the files that were found. A repository makes the groups
// that its PROJECT files of kubebuilder and its Go types name; if it has neither, those of the files below
// config/crd; else that of more than half of the files. Groups of the same domain are made by the same
// people. Nothing is known of a repository none of whose own CRDs are among the files.
func FindOwners(ctx context.Context, list *files.List, finder *origin.Finder, s *config.Selector) *Owners {
	if s.Profile() != rules.Default {
		return nil
	}
	var found []files.File
	for _, f := range list.Files {
		if f.Found {
			found = append(found, f)
		}
	}
	o := &Owners{foreign: map[string][]string{}, own: map[string]bool{}, makers: map[string]*repository{}}
	byRoot := map[string]*repository{}
	var order []*repository
	roots := repositories{}
	err := inorder.Do(ctx, found, func(f files.File) []string { return groupsIn(list.Text(&f)) }, func(groups []string) error {
		f := found[0]
		found = found[1:]
		root := roots.of(f.Name)
		if len(groups) == 0 || root == "" {
			return nil
		}
		r := byRoot[root]
		if r == nil {
			r = &repository{
				goGroups:          sync.OnceValue(func() []string { return finder.Groups(f.Name) }),
				appliesServerSide: sync.OnceValue(func() bool { return appliesServerSide(root) }),
			}
			byRoot[root] = r
			order = append(order, r)
		}
		r.crds = append(r.crds, crdFile{f.Name, root, groups})
		if finder.Searches() && source.Release(f.Name) == "" {
			o.makers[f.Name] = r
		}
		return nil
	})
	if err != nil {
		return nil // the run ends as well
	}
	for _, r := range order {
		o.judge(r)
	}
	return o
}

// judge notes which of the files of one repository have foreign CRDs, alone or beside others.
func (o *Owners) judge(r *repository) {
	all := r.crds
	if sameDomains(all) {
		return
	}
	own := append(projectGroups(all), r.goGroups()...)
	sister := sisterGroups(all, own)
	if len(own) == 0 {
		own = groupsBelowConfig(all)
	}
	if len(own) == 0 {
		own = mostGroups(all)
	}
	if !anyOwn(all, own) {
		return
	}
	for i := range all {
		f := &all[i]
		for _, g := range f.groups {
			if copiedHere(f) || !ownGroup(own, g) || sister[g] {
				o.foreign[f.name] = append(o.foreign[f.name], g)
			} else {
				o.own[f.name] = true
			}
		}
	}
}

// sisterGroups are those of sister projects: groups in folders of charts, tests and the like that no file elsewhere has,
// and that neither PROJECT nor Go types name, if these name any.
func sisterGroups(all []crdFile, named []string) map[string]bool {
	sister := map[string]bool{}
	if len(named) == 0 {
		return sister
	}
	for _, made := range []bool{true, false} {
		for i := range all {
			if f := &all[i]; files.IsMade(f.below()) == made {
				for _, g := range f.groups {
					sister[g] = made && !slices.Contains(named, g)
				}
			}
		}
	}
	return sister
}

// below is the path of a file from the root of its repository: folders around that say nothing.
func (f *crdFile) below() string {
	path, err := filepath.Abs(f.name)
	if err == nil {
		path, err = filepath.Rel(f.repository, path)
	}
	if err != nil {
		return filepath.ToSlash(f.name)
	}
	return filepath.ToSlash(path)
}

// copiedHere reports whether a file is in a folder for what other projects make. Such folders as vendor are not
// searched at all.
func copiedHere(f *crdFile) bool {
	for _, folder := range strings.Split(f.below(), "/") {
		switch folder {
		case "external", "third-party", "thirdparty", "upstream":
			return true
		}
	}
	return false
}

// MakesFromGo reports whether the repository of a file makes CRDs from its Go types: those that were
// generated and have no types there come from elsewhere, or were left when their types were removed.
func (o *Owners) MakesFromGo(file string) bool {
	if o == nil || o.makers[file] == nil {
		return false
	}
	return o.makers[file].makesFromGo()
}

// Foreign returns the groups of the CRDs of a file if the repository makes none of them; nil otherwise.
func (o *Owners) Foreign(file string) []string {
	if o == nil || o.own[file] {
		return nil
	}
	return o.foreign[file]
}

// ForeignGroup reports whether the repository does not make the CRDs of a file that have a group.
func (o *Owners) ForeignGroup(file, group string) bool {
	return o != nil && slices.Contains(o.foreign[file], group)
}

func anyOwn(all []crdFile, own []string) bool {
	return slices.ContainsFunc(all, func(f crdFile) bool {
		return slices.ContainsFunc(f.groups, func(g string) bool { return ownGroup(own, g) })
	})
}

// ownGroup reports whether a group is one of some, or of the domain of one of them.
func ownGroup(own []string, group string) bool {
	return slices.ContainsFunc(own, func(o string) bool { return maker(o) == maker(group) })
}

// domain is the end of a group that its makers own: its last two labels; "" of those that many projects
// share.
func domain(group string) string {
	labels := strings.Split(group, ".")
	if len(labels) < 2 {
		return ""
	}
	switch d := strings.Join(labels[len(labels)-2:], "."); d {
	case "k8s.io", "x-k8s.io", "kubernetes.io", "github.io", "github.com", "gitlab.io":
		return ""
	default:
		return d
	}
}

func sameDomains(all []crdFile) bool {
	first := all[0].groups[0]
	return !slices.ContainsFunc(all, func(f crdFile) bool {
		return slices.ContainsFunc(f.groups, func(g string) bool { return !ownGroup([]string{first}, g) })
	})
}

// groupsBelowConfig are the groups of the files below a folder config/crd.
func groupsBelowConfig(all []crdFile) []string {
	var own []string
	for _, f := range all {
		if strings.Contains("/"+strings.ReplaceAll(f.name, "\\", "/"), "/config/crd/") {
			own = append(own, f.groups...)
		}
	}
	return own
}

// mostGroups is a group of the maker whose groups more than half of the files have; none if there is no
// such maker.
func mostGroups(all []crdFile) []string {
	files := map[string]int{} // by maker
	for i := range all {
		makers := map[string]bool{}
		for _, g := range all[i].groups {
			makers[maker(g)] = true
		}
		for m := range makers {
			files[m]++
		}
	}
	for i := range all {
		for _, g := range all[i].groups {
			if 2*files[maker(g)] > len(all) {
				return []string{g}
			}
		}
	}
	return nil
}

// maker stands for those who make a group: its domain, or the group itself where many share the domain.
func maker(group string) string { return cmp.Or(domain(group), group) }

// repositories are the folders of repositories, by those of files.
type repositories map[string]string

func (r repositories) of(file string) string {
	folder := file[:strings.LastIndexAny(file, "/\\")+1]
	root, known := r[folder]
	if !known {
		root = gotypes.Around(file)
		r[folder] = root
	}
	return root
}
