package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/internal/golden"
)

// TestPages runs the examples of the rules' pages: on the bad one agentvet says
// what the page shows below it, word for word, and on the good one nothing. An
// example is a Go file without its head, a graph file, or a plan beside a registry. One with a policy file, and perhaps an inventory,
// is a module of its own, and so is one of a rule about a module.
func TestPages(t *testing.T) {
	dir := exampleModule(t)
	pages := make(map[string]*page)
	said := make(map[string]string)
	heads := make(map[string]int) // lines before the example, by package
	for _, r := range rules.All() {
		p := readPage(t, r.ID)
		pages[r.ID] = p
		for name, text := range map[string]string{badOf(r.ID): p.bad, goodOf(r.ID): p.good} {
			if r.Group() == "plan" {
				said[name] = runPlanExample(t, p, p.policies[name], text)
				continue
			}
			file := "agent.json"
			if p.lang == "go" {
				file = "agent.go"
				text, heads[name] = exampleFile(text)
			}
			writeFile(t, filepath.Join(dir, name, file), text)
			if p.lang == "json" {
				said[name] = runExample(t, filepath.Join(dir, name), "verify", "-workflow", file)
			}
			if policy := p.policies[name]; policy != "" || r.Blocks {
				module := exampleModule(t)
				if policy != "" {
					writeFile(t, filepath.Join(module, "agentvet.yaml"), policy)
				}
				if p.inventory != "" {
					writeFile(t, filepath.Join(module, "tools.json"), p.inventory)
				}
				writeFile(t, filepath.Join(module, file), text)
				said[name] = fromHead(t, runExample(t, module, "check", "./..."), heads[name])
				delete(heads, name)
				os.RemoveAll(filepath.Join(dir, name))
			}
		}
	}
	maps.Copy(said, byPackage(t, runExample(t, dir, "./..."), heads))
	for id, p := range pages {
		if got := said[goodOf(id)]; got != "" {
			t.Errorf("%s: the good example has findings:\n%s", id, got)
		}
		got := said[badOf(id)]
		if !strings.Contains(got, ": "+id+": ") {
			t.Errorf("%s: the bad example has no finding of the rule:\n%s", id, got)
		}
		if golden.Updating() {
			p.rewrite(t, got)
		} else if diff := cmp.Diff(p.says, got); diff != "" {
			t.Errorf("%s: the page differs from what agentvet says (-page +agentvet):\n%s", id, diff)
		}
	}
}

// runPlanExample returns what agentvet says of a plan, held to the registry and the policy of the page.
func runPlanExample(t *testing.T, p *page, policy, plan string) string {
	dir := exampleModule(t)
	writeFile(t, filepath.Join(dir, "tools.json"), p.inventory)
	writeFile(t, filepath.Join(dir, "plan.json"), plan)
	if policy != "" {
		writeFile(t, filepath.Join(dir, "agentvet.yaml"), policy)
	}
	return runExample(t, dir, "plan", "-registry", "tools.json", "plan.json")
}

// badOf and goodOf return the directories of the examples of a rule.
func badOf(id string) string  { return id + "/bad/agent" }
func goodOf(id string) string { return id + "/good/agent" }

// A page is what the test reads of a rule's page.
type page struct {
	file, text      string
	lang            string            // of the examples: go or json
	bad, says, good string            // the blocks
	policies        map[string]string // by the directory of the example
	inventory       string            // of both: the file tools.json
}

var (
	policyBlock = regexp.MustCompile("(?s)\n## (Bad|Good)\n[^#]*?```yaml\n(.*?)```\n")

	inventoryBlock = regexp.MustCompile("(?s)\n```json tools.json\n(.*?)```\n")

	badBlocks = regexp.MustCompile("(?s)\n## Bad\n.*?```(go|json)\n(.*?)```\n.*?```\n(.*?)```\n")
	goodBlock = regexp.MustCompile("(?s)\n## Good\n.*?```(?:go|json)\n(.*?)```\n")
)

func readPage(t *testing.T, id string) *page {
	t.Helper()
	p := &page{file: filepath.Join("..", "..", "docs", "rules", id+".md")}
	data, err := os.ReadFile(p.file)
	if err != nil {
		t.Fatal(err)
	}
	p.text = string(data)
	bad, good := badBlocks.FindStringSubmatch(p.text), goodBlock.FindStringSubmatch(p.text)
	if bad == nil || good == nil {
		t.Fatalf("%s: want an example and what agentvet says under Bad, and an example under Good", p.file)
	}
	p.lang, p.bad, p.says, p.good = bad[1], bad[2], bad[3], good[1]
	p.policies = make(map[string]string)
	for _, m := range policyBlock.FindAllStringSubmatch(p.text, -1) {
		p.policies[map[string]string{"Bad": badOf(id), "Good": goodOf(id)}[m[1]]] = m[2]
	}
	if m := inventoryBlock.FindStringSubmatch(p.text); m != nil {
		p.inventory = m[1]
	}
	return p
}

func (p *page) rewrite(t *testing.T, says string) {
	at := badBlocks.FindStringSubmatchIndex(p.text)
	if err := os.WriteFile(p.file, []byte(p.text[:at[6]]+says+p.text[at[7]:]), 0o666); err != nil {
		t.Fatal(err)
	}
}

// imports are the packages that an example may use.
var imports = map[string]string{
	"adk":      "github.com/cloudwego/eino/adk",
	"context":  "context",
	"errors":   "errors",
	"fmt":      "fmt",
	"json":     "encoding/json",
	"exec":     "os/exec",
	"filepath": "path/filepath",
	"flag":     "flag",
	"http":     "net/http",
	"log":      "log",
	"sql":      "database/sql",
	"os":       "os",
	"reflect":  "reflect",
	"strings":  "strings",
	"url":      "net/url",
	"compose":  "github.com/cloudwego/eino/compose",
	"mcp":      "github.com/modelcontextprotocol/go-sdk/mcp",
	"model":    "github.com/cloudwego/eino/components/model",
	"react":    "github.com/cloudwego/eino/flow/agent/react",
	"schema":   "github.com/cloudwego/eino/schema",
	"tool":     "github.com/cloudwego/eino/components/tool",
	"utils":    "github.com/cloudwego/eino/components/tool/utils",
}

// ofADK are the packages that an example of ADK may use, beside those of others that ADK has no
// package of the same name for.
var ofADK = map[string]string{
	"agent":           "google.golang.org/adk/v2/agent",
	"agenttool":       "google.golang.org/adk/v2/tool/agenttool",
	"functiontool":    "google.golang.org/adk/v2/tool/functiontool",
	"llmagent":        "google.golang.org/adk/v2/agent/llmagent",
	"model":           "google.golang.org/adk/v2/model",
	"sequentialagent": "google.golang.org/adk/v2/agent/workflowagents/sequentialagent",
	"session":         "google.golang.org/adk/v2/session",
	"tool":            "google.golang.org/adk/v2/tool",
	"workflow":        "google.golang.org/adk/v2/workflow",
	"workflowagent":   "google.golang.org/adk/v2/agent/workflowagent",
}

// exampleStep stands in every example for a step whose work does not matter.
const exampleStep = `
var step = compose.InvokableLambda(func(ctx context.Context, in string) (string, error) { return in, nil })
`

// exampleFile returns an example as a file, and the number of lines before it.
func exampleFile(code string) (text string, before int) {
	body := code
	if regexp.MustCompile(`\bstep\b`).MatchString(code) {
		body += exampleStep
	}
	known := imports
	if regexp.MustCompile(`\b(llmagent|workflow)\.[A-Z]`).MatchString(body) {
		known = maps.Clone(imports)
		maps.Copy(known, ofADK)
	}
	var used []string
	for name, path := range known {
		if regexp.MustCompile(`\b` + name + `\.[A-Z]`).MatchString(body) {
			used = append(used, strconv.Quote(path))
		}
	}
	slices.Sort(used)
	name := "example"
	if strings.Contains(code, "\nfunc main() {") {
		name = "main"
	}
	head := "package " + name + "\n\nimport (\n" + strings.Join(used, "\n") + "\n)\n"
	return head + body, strings.Count(head, "\n")
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// exampleModule returns the directory of a module that has the declarations of
// a framework.
func exampleModule(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	const mod = `module example.com/pages

go 1.25

require (
	github.com/cloudwego/eino v0.0.0
	github.com/modelcontextprotocol/go-sdk v0.0.0
	google.golang.org/adk/v2 v2.0.0
)

replace (
	github.com/cloudwego/eino => ./stubs/eino
	github.com/modelcontextprotocol/go-sdk => ./stubs/go-sdk
	google.golang.org/adk/v2 => ./stubs/adk
)
`
	for name, path := range map[string]string{"go-sdk": "github.com/modelcontextprotocol/go-sdk", "adk": "google.golang.org/adk/v2"} {
		if err := os.CopyFS(filepath.Join(dir, "stubs", name), os.DirFS(filepath.Join("..", "..", "testdata", "src", filepath.FromSlash(path)))); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(dir, "stubs", name, "go.mod"), "module "+path+"\n\ngo 1.25\n")
	}
	if err := os.CopyFS(filepath.Join(dir, "stubs"), os.DirFS(filepath.Join("..", "..", "testdata", "stubs"))); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "go.mod"), mod)
	return dir
}

// runExample returns what agentvet prints in a directory.
func runExample(t *testing.T, dir string, args ...string) string {
	t.Helper()
	if args[0] == "./..." {
		args = append([]string{"-strict", "-sensitive", "refund_payment"}, args...)
	}
	var stderr bytes.Buffer
	cmd := exec.Command(binary, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
	cmd.Stderr = &stderr
	out, _ := cmd.Output()
	code := cmd.ProcessState.ExitCode()
	if undecided := bytes.Contains(out, []byte(rules.Unread)); (code == exitUndecided) != undecided {
		t.Fatalf("agentvet %v: exit code %d\n%s%s", args, code, stderr.Bytes(), out)
	}
	return string(out)
}

// fromHead counts the lines of agent.go in the output of agentvet from the end of
// the file's head.
func fromHead(t *testing.T, out string, head int) string {
	t.Helper()
	return regexp.MustCompile(`\bagent\.go:(\d+)`).ReplaceAllStringFunc(out, func(at string) string {
		n, err := strconv.Atoi(strings.TrimPrefix(at, "agent.go:"))
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("agent.go:%d", n-head)
	})
}

// byPackage splits the output of agentvet by the directory of each finding, and
// counts lines from the end of the file's head.
func byPackage(t *testing.T, out string, heads map[string]int) map[string]string {
	t.Helper()
	position := regexp.MustCompile(`([a-z/-]+)/agent\.go:(\d+)`)
	said := make(map[string]string)
	name := ""
	for line := range strings.Lines(out) {
		if m := position.FindStringSubmatch(line); m != nil && !strings.HasPrefix(line, " ") {
			name = m[1]
		}
		said[name] += position.ReplaceAllStringFunc(line, func(at string) string {
			m := position.FindStringSubmatch(at)
			n, err := strconv.Atoi(m[2])
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprintf("agent.go:%d", n-heads[m[1]])
		})
	}
	return said
}
