package jsonpath

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	clientgo "k8s.io/client-go/util/jsonpath"

	"github.com/crdtool/crdtool/internal/server/jsonpath"
)

// seeds is how many times two paths are generated.
const seeds = 30_000

// templating finds the words by which client-go's paths loop. They change the
// path itself, so that its second use finds something else than the first: what
// the server prints of an object depends on those before it.
var templating = regexp.MustCompile(`\b(range|end)\b`)

const (
	unreadable = "unreadable"
	failed     = "error"
)

// theirs is what the server finds, with the options of its tables of custom
// objects: pkg/registry/customresource/tableconvertor.
func theirs(path string, object map[string]any) string {
	p := clientgo.New("column").AllowMissingKeys(true)
	if err := p.Parse("{" + path + "}"); err != nil {
		return unreadable
	}
	results, err := p.FindResults(object)
	if err != nil || len(results) == 0 {
		return failed
	}
	var all []string
	for _, v := range results[0] {
		all = append(all, dump(v.Interface()))
	}
	slices.Sort(all) // the order of a map's values is random there
	return strings.Join(all, "\n")
}

func ours(path string, object map[string]any) string {
	p, err := jsonpath.Parse(path)
	if err != nil {
		return unreadable
	}
	found, err := p.Find(object)
	if err != nil {
		return failed
	}
	var all []string
	for _, v := range found {
		all = append(all, dump(v))
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// differ returns how the two differ. Where the order of a map's values decides
// what is found, or whether anything is, ours is to be one of the server's
// answers.
func differ(path string, object map[string]any) string {
	got := ours(path, object)
	want := theirs(path, object)
	for seed := range uint64(2000) {
		if got == want {
			return ""
		}
		if !strings.Contains(path, "*") && !strings.Contains(path, "..") {
			return fmt.Sprintf("crdtool finds\n%s\nthe server\n%s", got, want)
		}
		want = theirs(path, newGenerator(seed).shuffled(object).(map[string]any))
	}
	return fmt.Sprintf("crdtool finds\n%s\nthe server, at times,\n%s", got, want)
}

func TestPathsEqualClientGo(t *testing.T) {
	count := map[string]int{}
	different := 0
	for seed := range uint64(seeds) {
		tests(seed, func(path string, object map[string]any) {
			if templating.MatchString(path) {
				count["of templates"]++
				return
			}
			if d := differ(path, object); d != "" {
				if different++; different <= 20 {
					t.Errorf("%q in %#v: %s", path, object, d)
				}
				return
			}
			switch got := ours(path, object); got {
			case unreadable, failed:
				count[got]++
			case "":
				count["nothing"]++
			default:
				count["found"]++
			}
		})
	}
	if different > 20 {
		t.Errorf("%d paths differ", different)
	}
	t.Logf("%d paths: %v", 2*seeds, count)
}
