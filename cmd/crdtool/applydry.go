package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/kube"
)

// applyFlags are the flags of crdtool apply-dry.
type applyFlags struct {
	files           []string
	kustomize       []string
	crds            []string
	findCRDs        bool
	ignoreMissing   bool
	builtIn         string
	allowEmpty      bool
	ignoreCRDErrors bool
	old             []string
	oldCRDs         []string
	cluster         []string
	sequence        bool
	namespace       string
	fieldValidation string
	kubeVersion     kubeVersion
	kubeVersions    kubeVersions
	subresource     string
	replicas        *int32
	verb            string
	serverSide      bool
	fieldManager    string
	forceConflicts  bool
	patch           string
	patchType       string
	cascade         string
	showOwners      bool

	output      objectOutput
	print       string
	diff        bool
	showColumns bool
	color       string
	quiet       bool
	verbose     bool
	maxFindings int
	config      configFlags
	types       goTypes
}

const objectsArgument = `OBJECT is a file, a directory that is searched for .yaml, .yml and .json files, a
glob, or - for standard input; the default is the current directory. CRDs among the
objects are used like those of --crds; without these CRDs are searched for in the folders
of the objects and above. Objects that are in --old are updated, all others are created.`

func newApplyDry() *cobra.Command {
	f := applyFlags{kubeVersion: kubeVersion{kube.Latest}, maxFindings: render.MaxFindings}
	cmd := &cobra.Command{
		Use:         "apply-dry [OBJECT...]",
		Short:       "Show what a cluster would store, refuse, prune and default when custom objects are applied",
		Annotations: map[string]string{argumentsAnnotation: objectsArgument},
		Example: `crdtool apply-dry config/samples
crdtool apply-dry --show-columns -o wide -f config/samples
kubectl get widgets -A -o yaml | crdtool apply-dry --old - --diff samples`,
		ValidArgsFunction: cobra.FixedCompletions([]string{"yaml", "yml", "json"}, cobra.ShellCompDirectiveFilterFileExt),
		RunE: func(cmd *cobra.Command, paths []string) error {
			return runApplyDry(cmd, &f, paths)
		},
	}
	flags := cmd.Flags()
	addFiles(cmd, &f.files)
	addKustomize(cmd, &f.kustomize)
	flags.Var(pathsFlag(&f.crds), "crds", crdsUsage+"; without it they are searched for; repeatable")
	flags.BoolVar(&f.findCRDs, "find-crds", false, "search for CRDs in the folders of the objects and above, up to the root of the repository, even with --crds")
	flags.BoolVar(&f.ignoreMissing, "ignore-missing-crds", false, "skip and count objects that have no CRD")
	addChoice(cmd, &f.builtIn, "built-in", "how objects of Kubernetes' own kinds are treated: fields checks their fields, not the server's whole answer", "fields", "skip")
	flags.BoolVar(&f.ignoreCRDErrors, "ignore-crd-errors", false, "check objects even if the server would refuse their CRD; CEL rules may then take 1s for an object")
	flags.Var(pathsFlag(&f.old), "old", oldUsage+"; an object of the same name is updated; repeatable")
	flags.Var(pathsFlag(&f.oldCRDs), "old-crds", "the CRDs that the cluster had when the objects of --old were stored; repeatable")
	flags.Var(pathsFlag(&f.cluster), "cluster", "with --sequence: the CRDs and objects that the cluster has at first; repeatable")
	flags.BoolVar(&f.sequence, "sequence", false, "send objects and CRDs in order to one cluster that keeps them; a comment such as \"# crdtool: apply --server-side\" above an object chooses its request")
	addKubeVersion(cmd, &f.kubeVersion)
	addKubeVersions(cmd, &f.kubeVersions, "; reports on which an object is treated differently")
	f.config.add(cmd)
	f.types.add(cmd)

	flags.VarP(wordFlag(&f.namespace, "NAME"), "namespace", "n", "the namespace of the request; without it that of the object, or default")
	addChoice(cmd, &f.fieldValidation, "field-validation", validationUsage, "strict", "warn", "ignore")
	addChoice(cmd, &f.subresource, "subresource", "the subresource to write", "none", "status", "scale")
	addChoice(cmd, &f.verb, "verb", "the kubectl command that sends the objects; auto applies those that are in --old and creates all others", "auto", "apply", "create", "replace", "patch", "delete")
	flags.BoolVar(&f.serverSide, "server-side", false, "apply as kubectl apply --server-side: the server merges by the field managers in metadata.managedFields")
	flags.Var(wordFlag(&f.fieldManager, "NAME"), "field-manager", "the name under which the request owns fields; without it the one that kubectl uses")
	flags.BoolVar(&f.forceConflicts, "force-conflicts", false, "with --server-side: take over the fields that other field managers own")
	flags.Var(fileFlag(&f.patch), "patch", "send the patch in this file, YAML or JSON, for each object; the object only says what is patched")
	addChoice(cmd, &f.patchType, "type", "the type of --patch: a JSON merge patch, a JSON patch, or a server-side apply", "merge", "json", "apply")
	addChoice(cmd, &f.cascade, "cascade", "with --verb delete: what happens to the objects that an object owns", "background", "foreground", "orphan")
	flags.Var(parsed{"N", func(s string) error {
		n, err := strconv.ParseInt(s, 10, 32)
		if err != nil || n < 0 {
			return errors.New("must be an integer from 0 to 2147483647")
		}
		replicas := int32(n)
		f.replicas = &replicas
		return nil
	}}, "replicas", "with --subresource scale: the number of replicas; without it that of the object")

	addAllowEmpty(cmd, &f.allowEmpty)
	addChoice(cmd, &f.output.format, "format", formatUsage, formats...)
	flags.BoolVar(&f.diff, "diff", false, diffUsage+"; from the object in --old, or else from the file, to the object as it is stored")
	flags.BoolVar(&f.showOwners, "show-managed-fields", false, "leave metadata.managedFields in the objects that are printed")
	f.output.add(cmd, "yaml: the objects as they are stored, wide: more columns", "yaml", "wide")
	addPrint(cmd, &f.print, "the objects as they are stored")
	flags.BoolVar(&f.showColumns, "show-columns", false, "print only the rows that kubectl get prints, with dates instead of ages")
	addColor(cmd, &f.color)
	flags.Var(countFlag(&f.maxFindings), "max-findings", maxUsage+"; 0 for all (default 20)")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, quietUsage+"; of objects only those that are refused")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, verboseUsage+"; and what happens to accepted objects")

	group(flags, "The cluster", "filename", "kustomize", "crds", "find-crds", "ignore-missing-crds", "ignore-crd-errors", "built-in", "allow-empty", "old", "old-crds", "cluster", "kube-version", "kube-versions", "go-types", "config", "no-config", "exclude")
	group(flags, "The request", "sequence", "verb", "server-side", "field-manager", "force-conflicts", "patch", "type", "cascade", "namespace", "field-validation", "subresource", "replicas")
	group(flags, "Output (exit status: 0 all accepted, 1 some refused or without a CRD, 2 could not run)",
		"format", "diff", "output", "print", "at", "show-columns", "show-managed-fields", "max-findings", "color", "quiet", "verbose")
	return cmd
}

// check returns an error about flags that exclude each other.
func (f *applyFlags) check(paths []string) error {
	objects := "-o " + f.output.objects
	if f.print == printObject {
		var err error
		if f.output.objects, err = f.output.objectFormat(); err != nil {
			return err
		}
		objects = "--print object"
	}
	var prints []string
	for _, p := range []struct {
		set  bool
		name string
	}{
		{f.output.format != "text", "--format " + f.output.format},
		{f.output.stdout() != "", "--output " + f.output.stdout() + "=" + stdoutPath},
		{f.diff, "--diff"}, {f.showColumns, "--show-columns"},
		{f.output.objects == "yaml" || f.output.objects == "json", objects},
	} {
		if p.set {
			prints = append(prints, p.name)
		}
	}
	stdin := 0
	for _, list := range [][]string{paths, f.crds, f.old, f.oldCRDs} {
		for _, p := range list {
			if p == files.Stdin {
				stdin++
			}
		}
	}
	switch {
	case len(prints) > 1:
		return fmt.Errorf("%s and %s both choose what is printed; remove one of them", prints[0], prints[1])
	case f.output.objects == "wide" && !f.showColumns:
		return errors.New("-o wide requires --show-columns; add it")
	case len(f.oldCRDs) > 0 && len(f.old) == 0:
		return errors.New("--old-crds requires --old; add --old with the objects that were stored with those CRDs")
	case f.replicas != nil && f.subresource != apply.Scale:
		return errors.New("--replicas requires --subresource scale; add it")
	case len(f.cluster) > 0 && !f.sequence:
		return errors.New("--cluster requires --sequence; add it, or give CRDs by --crds and objects by --old")
	case f.sequence && len(f.kubeVersions.list) > 0:
		return errors.New("--sequence and --kube-versions do not go together; give one version with --kube-version")
	case f.forceConflicts && !f.serverSide && f.patchType != "apply":
		return errors.New("--force-conflicts requires --server-side; add it")
	case f.serverSide && f.subresource == apply.Scale:
		return errors.New("--server-side and --subresource scale do not go together: the server itself fails at most applies of a Scale; use --patch")
	case f.serverSide && f.verb != "auto" && f.verb != "apply":
		return fmt.Errorf("--server-side is for --verb apply, not %s; remove one of them", f.verb)
	case f.patch != "" && f.verb != "auto" && f.verb != "patch":
		return fmt.Errorf("--patch is for --verb patch, not %s; remove one of them", f.verb)
	case f.patch == "" && f.verb == "patch":
		return errors.New("--verb patch requires a patch; add --patch FILE")
	case f.subresource == apply.Scale && f.verb != "auto" && f.verb != "patch":
		return fmt.Errorf("--subresource scale and --verb %s do not go together; remove one of them", f.verb)
	case stdin > 1:
		return errors.New("standard input (-) is given more than once, but can be read only once; remove one")
	}
	return nil
}

func (f *applyFlags) options() apply.RunOptions {
	opts := apply.RunOptions{
		// Strict, Warn and Ignore are the values of the API's parameter.
		FieldValidation: strings.ToUpper(f.fieldValidation[:1]) + f.fieldValidation[1:],
		Namespace:       f.namespace,
		IgnoreMissing:   f.ignoreMissing,
		SkipBuiltIn:     f.builtIn == "skip",
		Most:            listedFindings(f.maxFindings),
		Row:             f.showColumns,
		Wide:            f.output.objects == "wide",
	}
	if f.subresource != "none" {
		opts.Subresource = f.subresource
	}
	opts.ServerSide, opts.Force, opts.Manager = f.serverSide, f.forceConflicts, f.fieldManager
	if f.verb != "auto" {
		opts.Verb = apply.Verb(f.verb)
	}
	opts.ShowOwners = f.showOwners
	opts.Origins = f.types.finder
	if f.cascade != "background" {
		opts.Propagation = metav1.DeletionPropagation(strings.ToUpper(f.cascade[:1]) + f.cascade[1:])
	}
	if f.replicas != nil {
		opts.Replicas = f.replicas
	}
	return opts
}

func runApplyDry(cmd *cobra.Command, f *applyFlags, paths []string) error {
	start := time.Now()
	paths = append(f.files, paths...)
	f.crds, f.old = append(f.crds, f.cluster...), append(f.old, f.cluster...)
	if err := f.check(paths); err != nil {
		return err
	}
	if err := checkVersions(cmd); err != nil {
		return err
	}
	to, err := f.output.outputs()
	if err != nil {
		return err
	}
	c, err := f.config.read(cmd)
	if err != nil {
		return err
	}
	if err := f.types.open(c); err != nil {
		return err
	}
	f.kubeVersion.configured(cmd, c)
	f.kubeVersions.configured(cmd, c)
	if n := len(f.kubeVersions.list); n > 0 {
		f.kubeVersion.Version = f.kubeVersions.list[n-1]
	}
	if len(f.crds) == 0 {
		f.crds = c.Paths.CRDs
	}
	if !cmd.Flags().Changed("ignore-missing-crds") {
		f.ignoreMissing = c.IgnoreMissingCRDs
	}
	if len(paths)+len(f.kustomize) == 0 {
		paths = configured(c.Paths.Objects)
	}
	run := newApplyRun(cmd, f, c, to)
	if err := run.loadCluster(cmd.Context(), paths); err != nil {
		return err
	}
	if err := run.apply(cmd.Context()); err != nil {
		return err
	}
	if err := run.finish(time.Since(start)); err != nil {
		return err
	}
	switch {
	case len(run.unread) > 0:
		return errReported
	case run.totals.Refused > 0 || run.totals.Errors > 0:
		return errFindings
	}
	return nil
}
