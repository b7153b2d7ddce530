//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// CRDs are held, objects are not: ten times as many must not take much more
// memory. What makes them large is a text, which takes memory and hardly time.
func TestApplyDryMemoryDoesNotGrowWithObjects(t *testing.T) {
	few, many := peakOfObjects(t, 20), peakOfObjects(t, 160)
	t.Logf("peak memory: %d KiB for 20 files, %d KiB for 160", few, many)
	if many > few*2 {
		t.Errorf("peak memory is %d KiB for 20 files and %d KiB for 160", few, many)
	}
}

func peakOfObjects(t *testing.T, files int) int64 {
	t.Helper()
	dir := folder(t, map[string]string{"crds.yaml": lamps})
	note := "\n  annotations: {note: " + strings.Repeat("long", 4000) + "}"
	text := lamp("large", "{bulbs: 3}")
	for i := range 5 {
		text += fmt.Sprintf("---\n# %s\n%s", strings.Repeat("long ", 20), lamp(fmt.Sprintf("lamp-%d%s", i, note), "{bulbs: 0}"))
	}
	for i := range files {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%03d.yaml", i)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return peakOf(t, dir, "apply-dry", ".")
}
