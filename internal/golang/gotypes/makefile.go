package gotypes

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// makeRule is a rule of a Makefile with a recipe, with variables written out as far as they are
// known.
type makeRule struct {
	target, recipe string
	needs          []string
}

// makeTarget is the target of the Makefile in dir whose recipe has controller-gen write CRDs into a
// folder; "" if there is none. Any folder will do if it is "".
func makeTarget(dir, folder string) string {
	rules := makeRules(dir)
	var sure, perhaps, others []string
	generated := map[string]bool{}
	for i := range rules {
		r := &rules[i]
		if !writesCRDs(r.recipe) && !scriptWritesCRDs(dir, r.recipe) {
			others = append(others, r.target)
			continue
		}
		generated[r.target] = true
		switch writesTo(dir, r.recipe, folder) {
		case yes:
			sure = append(sure, r.target)
		case unknown:
			perhaps = append(perhaps, r.target)
		}
	}
	if target := oneOf(sure, others); target != "" {
		return target
	}
	for i := range rules { // what copies the CRDs that another target generates
		if r := &rules[i]; folder != "" && mentionsFolder(dir, r.recipe, folder) && slices.ContainsFunc(r.needs, func(n string) bool { return generated[n] }) {
			return r.target
		}
	}
	return oneOf(perhaps, others)
}

// oneOf is the target to name of several that do: the one that kubebuilder's projects have, or
// generate-manifests for generate-manifests-core and the like.
func oneOf(targets, others []string) string {
	if slices.Contains(targets, "manifests") {
		return "manifests"
	}
	if len(targets) > 1 {
		for _, t := range others {
			if !slices.ContainsFunc(targets, func(a string) bool { return !strings.HasPrefix(a, t+"-") }) {
				return t
			}
		}
	}
	if len(targets) > 0 {
		return targets[0]
	}
	return ""
}

// makeRules are the rules of the Makefile in a folder and of the files named *.mk there.
func makeRules(dir string) []makeRule {
	names, _ := filepath.Glob(filepath.Join(dir, "*.mk"))
	first := []string{filepath.Join(dir, "GNUmakefile"), filepath.Join(dir, "makefile"), filepath.Join(dir, "Makefile")}
	var all []makeRule
	variables := map[string]string{}
	for _, name := range append(first, names...) {
		text, err := readFile(name)
		if err != nil || len(text) > 1<<20 {
			continue
		}
		all = append(all, rulesIn(string(text), variables)...)
	}
	for i := range all {
		all[i].recipe = expand(all[i].recipe, variables)
	}
	return all
}

var variableLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:export\s+|override\s+)*([A-Za-z_][\w.-]*)\s*(?:\?|::?|)=\s*(.*)$`)
})

// rulesIn are the rules of a Makefile. Variables that it sets are added to those that are known.
func rulesIn(text string, variables map[string]string) []makeRule {
	var all []makeRule
	var now *makeRule
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", " ")) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "\t"):
			if now != nil {
				now.recipe += line + "\n"
			}
		case strings.TrimSpace(line) == "" || line[0] == ' ' || line[0] == '#':
		default:
			now = nil
			if m := variableLine().FindStringSubmatch(line); m != nil {
				if _, known := variables[m[1]]; !known {
					variables[m[1]] = strings.TrimSpace(m[2])
				}
				continue
			}
			head, rest, ok := strings.Cut(line, ":")
			if !ok || strings.ContainsAny(head, "$=%()?+!. ") {
				continue // a rule about files or of several
			}
			rest, _, _ = strings.Cut(rest, "#")
			all = append(all, makeRule{target: head, needs: strings.Fields(rest)})
			now = &all[len(all)-1]
		}
	}
	return all
}

// nested is how deep variables are written out that stand for others.
const nested = 4

var variableUse = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$(?:\(([\w.-]+)\)|\{([\w.-]+)\})`) })

// expand writes variables out whose values are no commands. The variable of the generator stays:
// its name says what it is.
func expand(text string, variables map[string]string) string {
	for range nested {
		before := text
		text = variableUse().ReplaceAllStringFunc(text, func(use string) string {
			name := use[2 : len(use)-1]
			value, known := variables[name]
			if !known || namesGenerator(strings.ToLower(name)) || len(value) > 1000 || strings.Contains(value, "$(shell") || strings.Contains(value, "`") {
				return use
			}
			return value
		})
		if text == before || len(text) > 1<<20 {
			break
		}
	}
	return text
}

// certainty is what is known of whether a recipe writes a folder.
type certainty int

const (
	unknown certainty = iota
	yes
	no
)

var outputs = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`output(?::crd)?:(?:artifacts:config|dir)=["']?([^\s"';&|]+)`)
})

// writesTo reports whether a recipe that runs in dir has controller-gen write the CRDs into a folder. What a
// script, another folder or a variable leads to is not known.
func writesTo(dir, recipe, folder string) certainty {
	switch {
	case folder == "":
		return unknown
	case mentionsFolder(dir, recipe, folder):
		return yes
	case !writesCRDs(recipe) || strings.Contains(recipe, ".sh") || strings.Contains(recipe, "cd ") || strings.Contains(strings.ToLower(recipe), "$(crd_options"):
		return unknown
	}
	named := outputs().FindAllStringSubmatch(recipe, -1)
	for _, m := range named {
		at := filepath.Join(dir, filepath.FromSlash(m[1]))
		if filepath.IsAbs(m[1]) {
			at = filepath.Clean(m[1])
		}
		switch {
		case strings.Contains(m[1], "$"):
			return unknown
		case at == folder || filepath.Join(at, "crd") == folder:
			return yes
		}
	}
	for line := range strings.Lines(recipe) {
		if strings.Contains(line, "$") && !namesGenerator(strings.ToLower(line)) {
			return unknown // it may copy them
		}
	}
	switch {
	case len(named) > 0:
		return no
	case strings.Contains(recipe, "output"):
		return unknown
	case filepath.Join(dir, "config", "crd") == folder:
		return yes // the default of controller-gen
	}
	return no
}

// mentionsFolder reports whether a recipe names a folder that is below the one it runs in.
func mentionsFolder(dir, recipe, folder string) bool {
	rel, err := filepath.Rel(dir, folder)
	if err != nil || rel == "." || rel == ".." {
		return false
	}
	rel = filepath.ToSlash(rel)
	for at := 0; ; {
		i := strings.Index(recipe[at:], rel)
		if i < 0 {
			return false
		}
		at += i + len(rel)
		after := strings.TrimLeft(recipe[at:], "/")
		if !beginsPath(recipe[:at-len(rel)]) {
			continue
		}
		if after == "" || strings.IndexByte(" \t\n\"';&|*)", after[0]) >= 0 || strings.HasSuffix(strings.SplitN(after, " ", 2)[0], "yaml") {
			return true
		}
	}
}

// beginsPath reports whether a path from the folder of a recipe may begin behind a text: at the
// beginning of a word, or behind ./ or a variable.
func beginsPath(before string) bool {
	if before == "" {
		return true
	}
	folder, slash := strings.CutSuffix(before, "/")
	if !slash {
		return !isNameByte(before[len(before)-1], '.') && before[len(before)-1] != '.'
	}
	word := folder[strings.LastIndexAny(folder, " \t\n\"'=")+1:]
	return word == "" || word == "." || strings.HasSuffix(word, ")") || strings.HasSuffix(word, "}") || word[0] == '$'
}
