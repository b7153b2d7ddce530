package versions

import (
	"bytes"
	"fmt"
	"os"
)

// floor is how many answers of a set have to be equal at a version that is not
// finished: then none may be lost, but not all are known.
type floor struct{ verdicts, words int }

// readOpen reads the floors of a version by set; nil if it is finished, and so has
// no file.
func readOpen(path string) (map[string]floor, error) {
	text, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	open := map[string]floor{}
	for line := range bytes.Lines(text) {
		var name string
		var f floor
		if _, err := fmt.Sscanf(string(line), "%s %d %d", &name, &f.verdicts, &f.words); err != nil {
			return nil, fmt.Errorf("%s: %q: %w", path, line, err)
		}
		open[name] = f
	}
	return open, nil
}

// writeOpen writes the file of a version, or removes it when all answers are equal.
func (m *minor) writeOpen(path string) error {
	var b bytes.Buffer
	finished := true
	for _, c := range m.counts {
		fmt.Fprintf(&b, "%s %d %d\n", c.set.name, c.verdicts, c.words)
		finished = finished && c.words == c.compared
	}
	if finished {
		err := os.Remove(path)
		if os.IsNotExist(err) {
			return nil
		}
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}
