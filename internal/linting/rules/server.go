package rules

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/nearest"
	"github.com/crdtool/crdtool/internal/text/words"
)

// ServerTopic is the topic of kube-apiserver's checks, and of reading a file as kubectl does before it sends
// it.
const ServerTopic Topic = "server"

// ServerRules lists the server's checks, so that their IDs can be looked up like those of lint rules. They have
// no functions: package crd runs the checks. Errors among them cannot be switched off.
func ServerRules() []*Rule {
	checks := code.Checks()
	list := make([]*Rule, len(checks))
	for i := range checks {
		c := &checks[i]
		list[i] = &Rule{ID: c.ID, Severity: c.Severity, Profile: Server, Topic: ServerTopic, Title: c.Title, Why: c.Why, Fixable: c.Fixable}
	}
	return list
}

// Documented lists everything whose ID findings may have: lint rules, checks of comments, and the server's
// checks.
func Documented() []*Rule { return slices.Concat(All(), CommentRules(), ServerRules()) }

// FindDocumented returns the lint rule or check with an ID, or nil.
func FindDocumented(id string) *Rule { return documented()[id] }

// documented has them by ID: files may have many ignore comments.
var documented = sync.OnceValue(func() map[string]*Rule {
	all := map[string]*Rule{}
	for _, r := range Documented() {
		all[r.ID] = r
	}
	return all
})

// Unknown returns the error about an unknown ID, with the most similar one.
func Unknown(id string) string {
	var ids []string
	for _, r := range Documented() {
		ids = append(ids, r.ID)
	}
	near := ""
	if i := slices.IndexFunc(ids, func(known string) bool { return sameWords(id, known) }); i >= 0 {
		near = ids[i]
	} else {
		near = nearest.Name(id, ids)
	}
	if near != "" {
		return fmt.Sprintf("unknown rule %q; did you mean %q?", id, near)
	}
	return fmt.Sprintf("unknown rule %q; crdtool rules lists them", id)
}

// sameWords reports whether two IDs have the same words, in singular or plural.
func sameWords(a, b string) bool {
	return slices.EqualFunc(strings.Split(strings.ToLower(a), "-"), strings.Split(b, "-"), func(x, y string) bool {
		return x == y || words.IsPlural(x, y) || words.IsPlural(y, x)
	})
}
