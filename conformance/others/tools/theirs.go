package tools

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/openshift/crd-schema-checker/pkg/defaultcomparators"
	"github.com/openshift/crd-schema-checker/pkg/resourceread"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/crdify/pkg/config"
	"sigs.k8s.io/crdify/pkg/runner"
	"sigs.k8s.io/crdify/pkg/validations"
	"sigs.k8s.io/crdify/pkg/validators/version"

	conformance "github.com/crdtool/crdtool/conformance/others"
	"github.com/crdtool/crdtool/internal/upgrading/others"
)

// run asks a tool. Old may be nil.
func run(tool string, s others.Settings, old, new []byte) (a conformance.Answer) {
	defer func() {
		if p := recover(); p != nil {
			a = conformance.Answer{Crash: fmt.Sprint(p), Failed: true}
		}
		a.Done()
	}()
	if tool == others.Crdify {
		crdify(&a, s, old, new)
	} else {
		checker(&a, s, old, new)
	}
	return a
}

func crdify(a *conformance.Answer, s others.Settings, old, new []byte) {
	cfg := configOf(s)
	if err := config.ValidateConfig(cfg); err != nil {
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

// configOf is crdify's own configuration that says what settings of ours do.
func configOf(s others.Settings) *config.Config {
	c := &config.Config{}
	of := map[string]map[string]any{}
	for _, what := range s.Allow {
		check, kind, _ := strings.Cut(what, "-")
		if what == others.Conversions {
			c.Conversion = config.ConversionPolicyIgnore
			continue
		}
		if of[check] == nil {
			of[check] = map[string]any{}
		}
		of[check][map[string]string{"additions": "additionPolicy", "removals": "removalPolicy"}[kind]] = "Allow"
	}
	level := func(check string) config.EnforcementPolicy {
		switch s.Checks[check] {
		case others.Warning:
			return config.EnforcementPolicyWarn
		case others.Off:
			return config.EnforcementPolicyNone
		}
		return config.EnforcementPolicyError
	}
	for _, check := range others.Checks(others.Crdify) {
		switch {
		case check == "unhandled":
			c.UnhandledEnforcement = level(check)
		case s.Checks[check] != "" || of[check] != nil:
			c.Validations = append(c.Validations, config.ValidationConfig{Name: check, Enforcement: level(check), Configuration: of[check]})
		}
	}
	return c
}

func crdifyCRD(a *conformance.Answer, c *validations.ComparisonResult) {
	each := func(severity string, texts []string) {
		for _, t := range texts {
			version, place := "", ""
			if _, rest, ok := strings.Cut(t, "removed field : "); ok {
				version, place, _ = strings.Cut(rest, ".^")
				place = "^" + place
			}
			a.Add(c.Name, severity, version, place)
		}
	}
	each("error", c.Errors)
	each("warning", c.Warnings)
}

func crdifyVersions(a *conformance.Answer, all []version.VersionedPropertyComparisonResult) {
	for _, v := range all {
		for _, p := range v.PropertyComparisons {
			for _, c := range p.ComparisonResults {
				for range c.Errors {
					a.Add(c.Name, "error", v.Version, p.Property)
				}
				for range c.Warnings {
					a.Add(c.Name, "warning", v.Version, p.Property)
				}
			}
		}
	}
}

func checker(a *conformance.Answer, s others.Settings, old, new []byte) {
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
	r := defaultcomparators.NewDefaultComparators()
	var on []string
	for _, name := range r.KnownComparators() {
		if s.Checks[name] != others.Off {
			on = append(on, name)
		}
	}
	results, errs := r.Compare(was, is, on...)
	for _, err := range errs {
		panic(err)
	}
	for _, r := range results {
		for _, t := range r.Errors {
			a.Add(checkerLine(r.Name, "error", t))
		}
		for _, t := range r.Warnings {
			a.Add(checkerLine(r.Name, "warning", t))
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
		if !strings.HasPrefix(place, "^") {
			place = "" // errors of its own
		}
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
