package report

import (
	"fmt"

	"github.com/agentvet/agentvet/graph"
)

// Failed says that the analysis failed on a package, and why.
func Failed(path string, u graph.Unknown) string {
	return fmt.Sprintf("package %s: %s", path, u.Reason)
}
