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

// Owners knows which found files have CRDs that their repository does not make: copies from other projects and
// test fixtures. The default profile checks such CRDs only for the server's errors, as nobody there can change
// them. The nil Owners knows none.
type Owners struct {
	foreign map[string][]string    // foreign groups, by file
	own     map[string]bool        // files with the repository's own groups
	makers  map[string]*repository // repositories, by file
}

// repository is a repository with CRDs among the found files.
type repository struct {
	crds     []crdFile
	goGroups func() []string // groups of its Go types
	// appliesServerSide is the result of the function with this name.
	appliesServerSide func() bool
}

// makesFromGo reports whether a CRD has the group of a Go type in the repository.
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

// FindOwners derives the owners from the groups of the CRDs in found files. A repository owns the groups in its
// PROJECT files of kubebuilder and in its Go types; else the groups of files below config/crd; else the group
// that more than half of the files have. Groups with the same domain have the same owner. A repository without
// own CRDs among the files is skipped.
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
		return nil // the context is done: the run ends too
	}
	for _, r := range order {
		o.judge(r)
	}
	return o
}

// judge records which files of a repository have foreign CRDs, alone or beside own ones.
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
		own = majorityGroup(all)
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

// sisterGroups returns the groups of sister projects: groups that only files in folders of charts, tests and
// the like have, and that are not among named, the groups of PROJECT and Go types. It returns none if named is
// empty.
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

// below returns the path of a file relative to its repository: folders above it carry no meaning.
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

// copiedHere reports whether a file is in a folder for copies from other projects. Folders such as vendor are
// never searched.
func copiedHere(f *crdFile) bool {
	for _, folder := range strings.Split(f.below(), "/") {
		switch folder {
		case "external", "third-party", "thirdparty", "upstream":
			return true
		}
	}
	return false
}

// MakesFromGo reports whether the repository of a file generates CRDs from its Go types. A generated CRD
// without types there comes from elsewhere, or its types were removed.
func (o *Owners) MakesFromGo(file string) bool {
	if o == nil || o.makers[file] == nil {
		return false
	}
	return o.makers[file].makesFromGo()
}

// Foreign returns the groups of the CRDs of a file if the repository makes none of them, and nil otherwise.
func (o *Owners) Foreign(file string) []string {
	if o == nil || o.own[file] {
		return nil
	}
	return o.foreign[file]
}

// ForeignGroup reports whether a file has CRDs of this group that the repository does not make.
func (o *Owners) ForeignGroup(file, group string) bool {
	return o != nil && slices.Contains(o.foreign[file], group)
}

func anyOwn(all []crdFile, own []string) bool {
	return slices.ContainsFunc(all, func(f crdFile) bool {
		return slices.ContainsFunc(f.groups, func(g string) bool { return ownGroup(own, g) })
	})
}

// ownGroup reports whether a group is in own, or has the domain of a group in own.
func ownGroup(own []string, group string) bool {
	return slices.ContainsFunc(own, func(o string) bool { return maker(o) == maker(group) })
}

// domain returns the last two labels of a group, which its makers own; "" for domains that many projects share.
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

// groupsBelowConfig returns the groups of files below a folder config/crd.
func groupsBelowConfig(all []crdFile) []string {
	var own []string
	for _, f := range all {
		if strings.Contains("/"+strings.ReplaceAll(f.name, "\\", "/"), "/config/crd/") {
			own = append(own, f.groups...)
		}
	}
	return own
}

// majorityGroup returns a group of the maker whose groups more than half of the files have, or nil.
func majorityGroup(all []crdFile) []string {
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

// maker identifies the makers of a group: its domain, or the whole group if many projects share the domain.
func maker(group string) string { return cmp.Or(domain(group), group) }

// repositories caches the root folder of the repository, by folder of a file.
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
