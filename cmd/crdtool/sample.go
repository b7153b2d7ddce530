package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/input/deadline"
	"github.com/crdtool/crdtool/internal/objects/testgen"
	"github.com/crdtool/crdtool/internal/output/explain"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	apiextensions "github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/safetext"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
)

// sampleFlags are the flags of crdtool sample.
type sampleFlags struct {
	kubeVersion kubeVersion
	crds        []string
	apiVersion  string
	full        bool
	edge        bool
	set         []sample.Setting
	comments    bool
	format      string
	config      configFlags
}

const sampleArgument = `KIND is the kind, plural, singular or short name of a resource, followed by its group
if several groups have one: widgets.example.com; without any, all kinds are meant. PATH is a
file or a folder of CRDs, as with --crds.`

func newSample() *cobra.Command {
	f := sampleFlags{kubeVersion: kubeVersion{kube.Latest}}
	cmd := &cobra.Command{
		Use:         "sample [PATH...] [KIND...]",
		Short:       "Write manifests of custom objects that a server accepts: the smallest, full ones, those at the limits",
		Annotations: map[string]string{argumentsAnnotation: sampleArgument},
		Example: `crdtool sample widget
crdtool sample --full --comments --crds config/crd widget
crdtool sample --set spec.replicas=3 config/crd widget`,
		ValidArgsFunction: f.completeKinds,
		RunE:              func(cmd *cobra.Command, args []string) error { return runSample(cmd, &f, args) },
	}
	flags := cmd.Flags()
	flags.Var(pathsFlag(&f.crds), "crds", crdsUsage+"; the default is the current directory; repeatable")
	flags.Var(wordFlag(&f.apiVersion, "GROUP/VERSION"), "api-version", "the version, such as example.com/v1 (default the newest served version)")
	flags.BoolVar(&f.full, "full", false, "give every field a plausible value, not only the required ones")
	flags.BoolVar(&f.edge, "edge", false, "write a manifest at each limit of the schema, such as the smallest number and the longest list")
	flags.Var(parsed{"FIELD=VALUE", func(text string) error {
		more, err := sample.ParseSettings(text)
		f.set = append(f.set, more...)
		return err
	}}, "set", "give a field this value, such as spec.replicas=3, with all that it needs; repeatable, or separated by commas")
	addKubeVersion(cmd, &f.kubeVersion)
	addFormat(cmd, &f.format, "", "yaml", "json")
	flags.BoolVar(&f.comments, "comments", false, "write the description above each field")
	f.config.add(cmd)

	group(flags, "What is written", "crds", "api-version", "full", "edge", "set", "kube-version", "config", "no-config", "exclude")
	group(flags, "Output (exit status: 0, 1 the server refuses a CRD or every manifest, 2 could not run)", "format", "output", "comments")
	return cmd
}

func runSample(cmd *cobra.Command, f *sampleFlags, args []string) error {
	switch {
	case f.edge && (f.full || len(f.set) > 0):
		return errors.New("--edge writes manifests of its own; leave out --full and --set")
	case f.comments && (f.edge || f.format == "json"):
		return errors.New("--comments is for YAML, and not for --edge")
	}
	var kinds []string
	paths := f.crds
	for _, arg := range args {
		if isPath(arg) {
			paths = append(paths, arg)
		} else {
			kinds = append(kinds, arg)
		}
	}
	set, _, err := readDefinitions(cmd, &f.config, &f.kubeVersion, paths, false)
	if err != nil {
		return err
	}
	crds := set.CRDs
	if len(kinds) == 0 {
		if len(crds) > 1 && len(f.set) > 0 {
			return errors.New("--set is for one kind; name it: crdtool sample --set FIELD=VALUE KIND")
		}
		for _, c := range crds {
			kinds = append(kinds, c.Spec.Names.Plural+"."+c.Spec.Group)
		}
	}
	w := sampleWriter{flags: f, out: cmd.OutOrStdout(), cmd: cmd, set: set, checker: apiextensions.NewChecker(behaviour.Of(f.kubeVersion.Version))}
	rules := dryrun.CEL(celrule.NewCompiler(behaviour.Of(f.kubeVersion.Version).CEL))
	resources, err := explain.NewResources(crds, f.kubeVersion.Version)
	if err != nil {
		return err
	}
	type groupKind struct{ group, kind string }
	first := map[groupKind]*apiextensions.CustomResourceDefinition{}
	for _, c := range slices.Backward(crds) {
		first[groupKind{c.Spec.Group, c.Spec.Names.Kind}] = c
	}
	for _, kind := range kinds {
		r, err := resources.FindKind(kind, f.apiVersion)
		if err != nil {
			return explain.Suggest(err)
		}
		c := first[groupKind{r.Group, r.Kind}]
		switch err := w.kind(c, r.Version, rules); {
		case errors.Is(err, errTakesLong):
			set.takesLong(cmd, c)
		case err != nil:
			return err
		}
	}
	if w.refused && !set.failed {
		return errFindings
	}
	return set.outcome(nil)
}

// isPath reports whether an argument is a file, a folder or a glob, not a kind.
func isPath(arg string) bool {
	if strings.ContainsAny(arg, "/*"+string(filepath.Separator)) || slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(arg)) {
		return true
	}
	_, err := os.Stat(arg)
	return err == nil
}

// sampleWriter writes manifests one after the other.
type sampleWriter struct {
	flags   *sampleFlags
	out     io.Writer
	cmd     *cobra.Command
	set     *readSet
	checker *apiextensions.Checker
	behind  bool
	refused bool // the server refuses a CRD, or all its manifests
}

// kind writes the manifests for a version of a kind.
func (w *sampleWriter) kind(c *apiextensions.CustomResourceDefinition, version string, rules func(*schematree.Tree) dryrun.Rules) error {
	f := w.flags
	if err := w.set.Refused(c, w.checker); err != nil {
		w.refused = true
		printError(w.cmd.ErrOrStderr(), err)
		return nil
	}
	if f.edge {
		return w.edges(c, version)
	}
	s, err := inTime(w, c, func() (*sample.Sample, error) {
		g, err := sample.New(c, sample.Options{Version: f.kubeVersion.Version, Rules: rules})
		if err != nil {
			return nil, err
		}
		if len(f.set) > 0 {
			return g.Setting(version, sample.Size(f.full), f.set)
		}
		return g.Generate(version, sample.Size(f.full))
	})
	if err != nil {
		return err
	}
	if !s.Accepted {
		w.refused = true
		what := "no manifest was found that is accepted"
		if len(f.set) > 0 {
			what = "no manifest with these values is accepted"
		}
		note(w.cmd.ErrOrStderr(), "%s: %s: %s", c.Spec.Names.Kind, what, s.Refusal)
		return nil
	}
	return w.write("", s.Object, func(to io.Writer) error { return s.WriteYAML(to, f.comments) })
}

// errTakesLong is the error for samples that take longer than --document-timeout.
var errTakesLong = errors.New("the samples take too long")

// inTime returns the samples of a CRD that make returns, or errTakesLong.
func inTime[T any](w *sampleWriter, c *apiextensions.CustomResourceDefinition, make func() (T, error)) (samples T, err error) {
	type made struct {
		samples T
		err     error
	}
	m, late := deadline.Run(documentTimeout(w.cmd), w.set.File(c), func(*deadline.Watch) (m made) {
		m.samples, m.err = make()
		return m
	})
	if late != nil {
		return samples, errTakesLong
	}
	return m.samples, m.err
}

// edges writes the manifests at the limits of a version's schema.
func (w *sampleWriter) edges(c *apiextensions.CustomResourceDefinition, version string) error {
	all, err := inTime(w, c, func() ([]testgen.Edge, error) {
		return testgen.Edges(w.cmd.Context(), c, version, testgen.Options{Version: w.flags.kubeVersion.Version})
	})
	if err != nil {
		return err
	}
	if len(all) == 0 {
		note(w.cmd.ErrOrStderr(), "%s has no limits of numbers, texts or lists", c.Spec.Names.Kind)
	}
	for _, e := range all {
		if err := w.write(e.Name, e.Object, e.WriteYAML); err != nil {
			return err
		}
	}
	return nil
}

// write writes a manifest after the previous ones, with a comment unless that is empty.
func (w *sampleWriter) write(comment string, object map[string]any, asYAML func(io.Writer) error) error {
	var b bytes.Buffer
	if w.flags.format == "json" {
		if err := render.EncodeJSON(&b, object, "  "); err != nil {
			return err
		}
	} else {
		if w.behind {
			b.WriteString("---\n")
		}
		if comment != "" {
			b.WriteString("# " + safetext.Line(comment) + "\n")
		}
		if err := asYAML(&b); err != nil {
			return err
		}
	}
	w.behind = true
	_, err := w.out.Write(b.Bytes())
	return unwritten(err)
}
