//go:build truth

package capability_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph/authority"
)

// A readTool is a tool of a real server whose code somebody has read.
type readTool struct {
	name     string
	may      []string // what its code needs, sorted
	says     []string // what agentvet says beyond that, sorted
	evidence string
}

// A readServer is a module as its authors have published it, with the tools that were read.
type readServer struct {
	module string
	tools  []readTool
}

// readServers reads testdata/servers.txt.
func readServers(t *testing.T) (out []readServer) {
	t.Helper()
	text, err := os.ReadFile("testdata/servers.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || words[0] == "#":
		case words[0] == "module":
			out = append(out, readServer{module: words[1]})
		case len(words) < 3 || len(out) == 0:
			t.Fatalf("servers.txt: want a tool, what it may do and where, got %q", line)
		default:
			tool := readTool{name: words[0], evidence: strings.Join(words[2:], " ")}
			for _, c := range strings.Split(words[1], "|") {
				if says, ok := strings.CutPrefix(c, "+"); ok {
					tool.says = append(tool.says, says)
				} else if c != "none" {
					tool.may = append(tool.may, c)
				}
			}
			s := &out[len(out)-1]
			s.tools = append(s.tools, tool)
		}
	}
	return out
}

// TestServers compares what is certain of the tools of real servers with what a reader of
// their code found. What much code needs and nobody fears does not count, nor does what is only
// perhaps so, nor that something is not known.
func TestServers(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "agentvet")
	if out, err := exec.Command("go", "build", "-o", binary, "../../cmd/agentvet").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	n := 0
	for _, s := range readServers(t) {
		n += len(s.tools)
		t.Run(s.module, func(t *testing.T) {
			certain := certainNeeds(t, binary, download(t, s.module))
			for _, tool := range s.tools {
				got, ok := certain[tool.name]
				if !ok {
					t.Errorf("there is no tool %s", tool.name)
					continue
				}
				want := slices.Concat(tool.may, tool.says)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Errorf("%s: agentvet says %s, its reader %s: %s", tool.name, strings.Join(got, "|"), strings.Join(want, "|"), tool.evidence)
				}
			}
		})
	}
	if n < 50 {
		t.Errorf("%d tools, want fifty", n)
	}
}

// download returns a copy of a module as the proxy has it.
func download(t *testing.T, module string) string {
	t.Helper()
	cmd := exec.Command("go", "mod", "download", "-json", module)
	cmd.Dir = t.TempDir()
	out, err := cmd.Output()
	var at struct{ Dir string }
	if e := json.Unmarshal(out, &at); e != nil || err != nil {
		t.Fatalf("go mod download %s: %v, %v", module, err, e)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(at.Dir)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// certainNeeds returns what the code of each tool of a module certainly needs, sorted.
func certainNeeds(t *testing.T, binary, dir string) map[string][]string {
	t.Helper()
	cmd := exec.Command(binary, "tools", "-format", "json", "./...")
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var program struct {
		Tools []struct {
			Name  string
			Needs []struct {
				Capability string
				Maybe      bool
			}
		}
	}
	if e := json.Unmarshal(out, &program); e != nil {
		t.Fatalf("agentvet tools: %v, %v\n%s", err, e, stderr.Bytes())
	}
	certain := make(map[string][]string)
	for _, tool := range program.Tools {
		needs := certain[tool.Name]
		for _, n := range tool.Needs {
			if !n.Maybe && !authority.Minor(n.Capability) && !authority.Hides(n.Capability) {
				needs = append(needs, n.Capability)
			}
		}
		slices.Sort(needs)
		certain[tool.Name] = slices.Compact(needs)
	}
	return certain
}
