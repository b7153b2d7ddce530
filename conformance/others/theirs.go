package others

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/openshift/crd-schema-checker/pkg/defaultcomparators"
	"github.com/openshift/crd-schema-checker/pkg/resourceread"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/crdify/pkg/config"
	"sigs.k8s.io/crdify/pkg/runner"
	"sigs.k8s.io/crdify/pkg/validations"
	"sigs.k8s.io/crdify/pkg/validators/version"

	"github.com/crdtool/crdtool/internal/others"
)

// An Answer is what a tool reports, a line each, sorted: the check, error or warning, the
// versions, the place. Crash is set where the tool panics.
type Answer struct {
	Lines  []string
	Failed bool // the exit status is 1
	Crash  string
}

func (a *Answer) add(check, severity, version, place string) {
	a.Failed = a.Failed || severity == "error"
	a.Lines = append(a.Lines, strings.Join([]string{check, severity, version, place}, " | "))
}

func (a *Answer) done() {
	slices.Sort(a.Lines)
	a.Lines = slices.Compact(a.Lines)
}

// run asks a tool. Old may be nil.
func run(tool string, old, new []byte) (a Answer) {
	defer func() {
		if p := recover(); p != nil {
			a = Answer{Crash: fmt.Sprint(p), Failed: true}
		}
		a.done()
	}()
	if tool == others.Crdify {
		crdify(&a, old, new)
	} else {
		checker(&a, old, new)
	}
	return a
}

func crdify(a *Answer, old, new []byte) {
	cfg, err := config.Load("")
	if err != nil {
		panic(err)
	}
	r, err := runner.New(cfg, runner.DefaultRegistry())
	if err != nil {
		panic(err)
	}
	var was, is v1.CustomResourceDefinition
	if err := yaml.Unmarshal(old, &was); err != nil {
		panic(err)
	}
	if err := yaml.Unmarshal(new, &is); err != nil {
		panic(err)
	}
	res := r.Run(&was, &is)
	for _, c := range res.CRDValidation {
		crdifyCRD(a, &c)
	}
	crdifyVersions(a, res.SameVersionValidation)
	crdifyVersions(a, res.ServedVersionValidation)
	a.Failed = res.HasFailures()
}

func crdifyCRD(a *Answer, c *validations.ComparisonResult) {
	each := func(severity string, texts []string) {
		for _, t := range texts {
			version, place := "", ""
			if _, rest, ok := strings.Cut(t, "removed field : "); ok {
				version, place, _ = strings.Cut(rest, ".^")
				place = "^" + place
			}
			a.add(c.Name, severity, version, place)
		}
	}
	each("error", c.Errors)
	each("warning", c.Warnings)
}

func crdifyVersions(a *Answer, all []version.VersionedPropertyComparisonResult) {
	for _, v := range all {
		for _, p := range v.PropertyComparisons {
			for _, c := range p.ComparisonResults {
				for range c.Errors {
					a.add(c.Name, "error", v.Version, p.Property)
				}
				for range c.Warnings {
					a.add(c.Name, "warning", v.Version, p.Property)
				}
			}
		}
	}
}

func checker(a *Answer, old, new []byte) {
	var was *v1.CustomResourceDefinition
	var err error
	if old != nil {
		if was, err = resourceread.ReadCustomResourceDefinitionV1(old); err != nil {
			panic(err)
		}
	}
	is, err := resourceread.ReadCustomResourceDefinitionV1(new)
	if err != nil {
		panic(err)
	}
	results, errs := defaultcomparators.NewDefaultComparators().Compare(was, is)
	for _, err := range errs {
		panic(err)
	}
	for _, r := range results {
		for _, t := range r.Errors {
			a.add(checkerLine(r.Name, "error", t))
		}
		for _, t := range r.Warnings {
			a.add(checkerLine(r.Name, "warning", t))
		}
	}
}

var (
	versionIn = regexp.MustCompile(`version/(\S+)`)
	fieldIn   = regexp.MustCompile(`(?:^| )field/(\S+)`)
)

// checkerLine takes version and place out of a message. Messages about rules have no
// version, and begin with the place.
func checkerLine(check, severity, text string) (string, string, string, string) {
	if check == "MustNotExceedCostBudget" {
		place, _, _ := strings.Cut(text, ": ")
		return check, severity, "", place
	}
	version, place := "", ""
	if m := versionIn.FindStringSubmatch(text); m != nil {
		version = m[1]
	}
	if m := fieldIn.FindStringSubmatch(text); m != nil {
		place = m[1]
	}
	return check, severity, version, place
}
