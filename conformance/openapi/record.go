package openapi

import (
	"context"
	"io"
	"path/filepath"
)

// Record writes what a real API server publishes: the schemas that all documents
// share into the packages that embed them, and the documents of the cases into
// their files. Root is the folder of the main module.
func Record(ctx context.Context, root string, out io.Writer) error {
	err := recordShared(ctx, filepath.Join(root, "internal", "server", "openapiv3", "shared.json"), filepath.Join(root, "internal", "server", "openapiv2", "shared.json"))
	if err != nil {
		return err
	}
	return recordCases(ctx, filepath.Join(root, "testdata", "openapi"), out)
}
