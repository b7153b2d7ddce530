package main

import "testing"

func TestCountFlags(t *testing.T) {
	for _, args := range [][]string{{"lint", "--max-findings", "-3", "."}, {"apply-dry", "--max-findings", "many", "."}, {"cost", "--top", "1.5", "."}} {
		got := inProcess(t, t.TempDir(), args...)
		want := `^crdtool: ` + args[1] + ` "` + args[2] + `": must be an integer from 0, which stands for all\n$`
		if got.status != exitFailed {
			t.Errorf("%v: exit status %d", args, got.status)
		}
		match(t, "standard error", got.stderr, want)
	}
}

func TestListedFindings(t *testing.T) {
	for c, want := range map[int]int{0: 0, 1: 10_000, 3_000: 10_000, 20_000: 20_000} {
		if got := listedFindings(c); got != want {
			t.Errorf("of %d findings in text %d are listed of a document, want %d", c, got, want)
		}
	}
}
