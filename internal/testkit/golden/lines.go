package golden

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
)

// readLines reads a compressed file that has a value in each line. decode is json.Unmarshal, or has its form.
func readLines[T any](path string, decode func([]byte, any) error) ([]T, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var all []T
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var value T
		if err := decode(lines.Bytes(), &value); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, len(all)+1, err)
		}
		all = append(all, value)
	}
	return all, lines.Err()
}
