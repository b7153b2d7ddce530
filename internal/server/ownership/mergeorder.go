package ownership

// positions returns the index of each text.
func positions(texts []string) map[string]int {
	at := make(map[string]int, len(texts))
	for i, text := range texts {
		at[text] = i
	}
	return at
}

// mergedOrder returns the order of the items of two lists, neither of which has an item twice, when
// the second is applied (visitListItems of merge.go in
// sigs.k8s.io/structured-merge-diff/typed).
func mergedOrder(live, applied []string) []string {
	inLive, inApplied := positions(live), positions(applied)
	var shared []string
	for _, text := range applied {
		if _, found := inLive[text]; found {
			shared = append(shared, text)
		}
	}
	next := func() (string, bool) {
		if len(shared) == 0 {
			return "", false
		}
		text := shared[0]
		shared = shared[1:]
		return text, true
	}
	wanted, waits := next()
	merged := map[string]bool{}
	var out []string
	for i, j := 0, 0; i < len(live) || j < len(applied); {
		if i < len(live) && j < len(applied) {
			if live[i] == applied[j] {
				merged[live[i]] = true
				out = append(out, live[i])
				i, j = i+1, j+1
				wanted, waits = next()
				continue
			}
			if _, found := inApplied[live[i]]; found && waits && wanted != live[i] {
				i++ // it is shared, and another is next
				continue
			}
		}
		if i < len(live) {
			if _, found := inApplied[live[i]]; !found {
				out = append(out, live[i])
				i++
				continue
			} else if merged[live[i]] {
				i++
			}
		}
		if j < len(applied) {
			merged[applied[j]] = true
			out = append(out, applied[j])
			if waits && wanted == applied[j] {
				wanted, waits = next()
			}
			j++
		}
	}
	return out
}
