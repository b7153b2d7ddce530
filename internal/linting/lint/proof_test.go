package lint

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/report"
)

// proofs are the claims that lint rules make of what the server does, and how they
// are tested: by sending many objects to the dry run, which answers as the
// server does.
var proofs = map[string]func(*testing.T, subject){
	"required-undeclared":         nothingPasses,
	"empty-range":                 nothingPasses,
	"schema-conflict":             nothingPasses,
	"enum-value":                  valueIsRefused,
	"nullable-enum":               nullIsRefused,
	"repeated-branch":             twinsAreIdle,
	"empty-branch":                emptyBranchHolds,
	"unreadable-bound":            boundIsUnreadable,
	"pattern-never-matches":       nothingPasses,
	"pattern-matches-all":         removalChangesNothing,
	"pattern-alternation":         exampleMatches,
	"idle-keyword":                keywordIsIdle,
	"repeated-entry":              removalChangesNothing,
	"pruned-content":              contentIsDropped,
	"empty-object":                contentIsDropped,
	"default-of-items":            removalChangesNothing,
	"default-null":                removalChangesNothing,
	"pattern-unanchored":          exampleMatches,
	"default-on-required":         requiredIsIdle,
	"unquoted-name":               nameIsAnother,
	"nullable-default":            nullIsKept,
	"default-under-absent":        defaultsNeedTheObject,
	"default-differs":             defaultsDiffer,
	"only-empty":                  onlyEmptyPasses,
	"keeps-unknown-fields":        unknownIsKept,
	"required-status":             nothingIsCreated,
	"required-in-status":          statusNeedsIt,
	"format-lax":                  exampleMatches,
	"branch-holds-absent":         absentPasses,
	"fraction-cut":                wholeNumberIsMisjudged,
	"rule-never-passes":           nothingPasses,
	"rule-never-fails":            celRuleIsIdle,
	"rule-repeated":               celRuleIsIdle,
	"matches-unanchored":          expressionMatches,
	"message-expression-constant": messageStays,
	"rule-outside-enum":           comparisonNeverHolds,
	"example-invalid":             exampleIsRefused,
	"int-or-string-half-checked":  halfPasses,
	"rule-type-error":             typeIsRefused,
}

// TestClaims proves what findings say.
func TestClaims(t *testing.T) {
	t.Parallel()
	for id, prove := range proofs {
		r := rules.Find(id)
		if r == nil {
			t.Errorf("no rule has the ID %s", id)
			continue
		}
		text, err := os.ReadFile(filepath.Join(ruleCases, id+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		files := golden.Parse(text).Files
		for _, f := range files {
			if !strings.HasPrefix(f.Name, "bad") {
				continue
			}
			for _, found := range foundBy(t, r, f.Name, f.Data, nil, nil) {
				t.Run(fmt.Sprintf("%s/%s:%d:%d", id, f.Name, found.Line, found.Column), func(t *testing.T) {
					s := subject{Finding: found, crd: f.Data, path: keywords(found.Path)}
					prove(t, s)
				})
			}
		}
		if !strings.Contains(" required-undeclared rule-never-passes empty-range schema-conflict unreadable-bound pattern-never-matches ", " "+id+" ") {
			continue
		}
		for _, f := range files {
			if strings.HasPrefix(f.Name, "good") {
				t.Run(id+"/"+f.Name, func(t *testing.T) { everyFieldPasses(t, f.Data) })
			}
		}
	}
}

// subject is a finding and the CRD that it is about.
type subject struct {
	report.Finding
	crd []byte
	// path leads from the schema of the object to what the finding points at:
	// keywords, names and indices.
	path []string
	// random says that the CRD was made at random, and may take nothing at all.
	random bool
}
