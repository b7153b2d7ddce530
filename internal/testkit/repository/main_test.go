package repository_test

import (
	"os"
	"path/filepath"
	"testing"
)

// TestMain runs the tests in the root of the repository, since they read the files of all folders.
func TestMain(m *testing.M) {
	if err := os.Chdir(root()); err != nil {
		panic(err)
	}
	m.Run()
}

// root returns the folder of go.mod, above that of this package.
func root() string {
	dir, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err == nil {
		_, err = os.Stat(filepath.Join(dir, "go.mod"))
	}
	if err != nil {
		panic(err)
	}
	return dir
}
