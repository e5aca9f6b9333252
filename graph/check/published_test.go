package check_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/agentvet/agentvet/internal/golden"
)

// TestPublished checks the eighteen published workflows with the default
// options: the planted defects and the ones that their authors did not know of,
// and nothing else. The golden has a section for stricter options too.
func TestPublished(t *testing.T) {
	files, err := filepath.Glob("testdata/published/*.json")
	if err != nil || len(files) != 18 {
		t.Fatalf("%d published workflows, %v", len(files), err)
	}
	sensitive, err := check.Named("*trade*", "*trading*", "smtp_send", "kubectl_*", "*_rollback", "core_banking_api", "postgres_insert")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, o := range []struct {
		name string
		check.Options
	}{
		{"default options", check.Options{}},
		{"a human is required, some tools are sensitive", check.Options{RequireHuman: true, Sensitive: sensitive}},
	} {
		fmt.Fprintf(&out, "# %s\n", o.name)
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			w, err := graph.Decode(filepath.Base(file), data)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range flats(check.Run(w, o.Options)) {
				fmt.Fprintf(&out, "%s\n", describe(p))
			}
		}
	}
	golden.Compare(t, filepath.Join("testdata", "published.txt"), out.String())
}
