// Package gotests has the same Go tests of APIs make their requests of a real API server, by
// client-go, as a test with envtest does, and of package crdtest: outcomes, errors, warnings and
// the objects that come back have to be the same.
package gotests

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	v1 "example.com/backup-operator/api/v1"
	"example.com/backup-operator/api/v1beta1"

	"github.com/crdtool/crdtool/crdtest"
)

// Options say where CRDs are.
type Options struct {
	// Example is the folder of the example's CRDs, Corpus that of real ones.
	Example, Corpus string
	Verbose         bool
}

// answer is what came of a request.
type answer struct {
	what     string
	outcome  string // the reason; "" if it was accepted
	err      string // the error as JSON
	object   string // as JSON, masked
	warnings []string
}

// Run makes the requests of both, and reports whether all is the same.
func Run(ctx context.Context, o Options, out io.Writer) (ok bool, err error) {
	paths := []string{o.Example}
	if _, err := os.Stat(o.Corpus); err == nil {
		for _, name := range corpusCRDs {
			paths = append(paths, filepath.Join(o.Corpus, name))
		}
	} else {
		fmt.Fprintf(out, "NO CORPUS at %s (set CRDTOOL_CORPUS): only the example's API is compared\n", o.Corpus)
		paths = []string{o.Example}
	}
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{v1.AddToScheme, v1beta1.AddToScheme} {
		if err := add(scheme); err != nil {
			return false, err
		}
	}

	begin := stopwatch()
	real, err := startReal(ctx, scheme, paths)
	if err != nil {
		return false, err
	}
	defer real.stop()
	fmt.Fprintf(out, "start of the API server, with %d CRDs: %s\n", real.count, begin())
	begin = stopwatch()
	ours, err := crdtest.New(crdtest.Options{Scheme: scheme}, paths...)
	if err != nil {
		return false, err
	}
	fmt.Fprintf(out, "loading them with crdtest: %s\n", begin())

	var tests []test
	for _, t := range allTests() {
		if len(paths) > 1 || t.example {
			tests = append(tests, t)
		}
	}
	// Each on its own, so that its time is its own.
	begin = stopwatch()
	theirs := make([][]answer, len(tests))
	for i, t := range tests {
		run := &run{client: real.in(i), namespace: "default"}
		t.do(run)
		theirs[i] = run.answers
	}
	took := begin()
	begin = stopwatch()
	mine := make([][]answer, len(tests))
	for i, t := range tests {
		run := &run{client: simulated{ours.Cluster(nil)}, namespace: "default"}
		t.do(run)
		mine[i] = run.answers
	}
	tookOurs := begin()
	// The server compiles the rules of CRDs when they are installed, crdtest when the first
	// object needs them.
	begin = stopwatch()
	for _, t := range tests {
		t.do(&run{client: simulated{ours.Cluster(nil)}, namespace: "default"})
	}
	tookAgain := begin()

	same, requests, wrong := 0, 0, 0
	for i, t := range tests {
		requests += len(theirs[i])
		diff := compare(theirs[i], mine[i])
		if len(diff) == 0 {
			same++
		}
		for _, line := range diff {
			fmt.Fprintf(out, "%s: %s\n", t.name, line)
		}
		for _, a := range theirs[i] {
			if strings.HasPrefix(a.outcome, "not ") {
				wrong++
				fmt.Fprintf(out, "%s: %s: the outcome is %s: %s\n", t.name, a.what, a.outcome, a.err)
			}
		}
		if o.Verbose {
			for _, a := range theirs[i] {
				fmt.Fprintf(out, "%s: %s: %s\n", t.name, a.what, a.err)
			}
		}
	}
	fmt.Fprintf(out, "%d tests with %d requests: %d the same\nthe API server by client-go: %s\ncrdtest: %s, once the rules are compiled %s\n", len(tests), requests, same, took, tookOurs, tookAgain)
	return same == len(tests) && wrong == 0, nil
}

// stopwatch measures time, and time of this process on processors.
func stopwatch() func() string {
	wall, user := time.Now(), processor()
	return func() string {
		return fmt.Sprintf("%v (%v of the processor)", time.Since(wall).Round(time.Millisecond), (processor() - user).Round(time.Millisecond))
	}
}

func processor() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func compare(a, b []answer) []string {
	if len(a) != len(b) {
		return []string{fmt.Sprintf("the server answers %d requests, crdtest %d", len(a), len(b))}
	}
	var diff []string
	for i := range a {
		for what, pair := range map[string][2]string{
			"error": {a[i].err, b[i].err}, "object": {a[i].object, b[i].object},
			"warnings": {strings.Join(a[i].warnings, "\n"), strings.Join(b[i].warnings, "\n")},
		} {
			if pair[0] != pair[1] {
				diff = append(diff, fmt.Sprintf("%s: %s\n  server:  %s\n  crdtest: %s", a[i].what, what, pair[0], pair[1]))
			}
		}
	}
	slices.Sort(diff)
	return diff
}

// note keeps the answer to a request that is expected to end with a reason.
func (r *run) note(what, want string, err error, object any) {
	a := answer{what: what, warnings: r.client.warned()}
	a.outcome = string(apierrors.ReasonForError(err))
	if err != nil && a.outcome == "" {
		a.outcome = "Error"
	}
	if a.outcome != want {
		a.outcome = fmt.Sprintf("not %q, but %q", want, a.outcome)
	}
	a.err = errorText(err)
	if object != nil {
		a.object = objectText(object)
	}
	r.answers = append(r.answers, a)
}

// errorText is an error with all its fields, whatever the order of causes, which the server
// lists at random, and whatever the type meta of the Status, which depends on the codec.
func errorText(err error) string {
	status, ok := err.(*apierrors.StatusError)
	if !ok {
		return fmt.Sprint(err)
	}
	s := status.ErrStatus
	s.TypeMeta = metav1.TypeMeta{}
	if s.Details != nil {
		s.Details = s.Details.DeepCopy()
		slices.SortFunc(s.Details.Causes, func(a, b metav1.StatusCause) int {
			return strings.Compare(a.Field+a.Message, b.Field+b.Message)
		})
		if head, list, found := strings.Cut(s.Message, ": ["); found && len(s.Details.Causes) > 1 {
			parts := strings.Split(strings.TrimSuffix(list, "]"), ", ")
			slices.Sort(parts)
			s.Message = head + ": [" + strings.Join(parts, ", ")
		}
	}
	text, failed := json.Marshal(s)
	if failed != nil {
		return failed.Error()
	}
	return generated.ReplaceAllString(string(text), "$1-xxxxx")
}

var (
	generated = regexp.MustCompile(`\b(made)-[a-z0-9]{5}\b`)
	varying   = regexp.MustCompile(`"(uid|resourceVersion|creationTimestamp|deletionTimestamp|time)":"[^"]*"`)
)

// objectText is an object without what no two servers have in common: uids, versions of
// resources and times.
func objectText(object any) string {
	text, err := json.Marshal(object)
	if err != nil {
		return err.Error()
	}
	var v map[string]any // the keys in one order
	if err := json.Unmarshal(text, &v); err != nil {
		return err.Error()
	}
	// Entries of one second are in the order of the managers' names, others in that of
	// time, which here is not the server's.
	if metadata, ok := v["metadata"].(map[string]any); ok {
		if entries, ok := metadata["managedFields"].([]any); ok {
			slices.SortFunc(entries, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		}
	}
	if text, err = json.Marshal(v); err != nil {
		return err.Error()
	}
	masked := varying.ReplaceAllString(string(text), `"$1":"?"`)
	return generated.ReplaceAllString(masked, "$1-xxxxx")
}
