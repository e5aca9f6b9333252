package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/internal/golden"
)

// pageBlock is a block of a page: its kind and, for a file, its name; then its text.
var pageBlock = regexp.MustCompile("(?ms)^```(go|yaml|console)(?: (\\S+))?\n(.*?)^```$")

// TestQuickstart follows the pages for newcomers in order, each in a module of its own with the
// declarations of the framework: it writes the files that have names and runs the commands, which
// print what the page shows.
func TestQuickstart(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join("..", "..", "docs", "quickstart", "*.md"))
	if err != nil || len(pages) < 4 {
		t.Fatalf("%d pages, %v; want one for each kind of program", len(pages), err)
	}
	for _, name := range pages {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			dir := quickstartModule(t)
			ran := 0
			got := pageBlock.ReplaceAllStringFunc(string(text), func(block string) string {
				m := pageBlock.FindStringSubmatch(block)
				switch {
				case m[1] == "console":
					ran++
					return "```console\n" + runConsole(t, dir, m[3]) + "```"
				case m[2] != "":
					writeFile(t, filepath.Join(dir, m[2]), m[3])
				}
				return block
			})
			if ran < 2 {
				t.Errorf("%d commands, want some", ran)
			}
			if golden.Updating() {
				if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			} else if diff := cmp.Diff(string(text), got); diff != "" {
				t.Errorf("the page differs from what agentvet says (-page +agentvet):\n%s", diff)
			}
		})
	}
}

// runConsole runs the command of a block and returns the block with what it prints.
func runConsole(t *testing.T, dir, block string) string {
	t.Helper()
	line, _, _ := strings.Cut(block, "\n")
	args, ok := strings.CutPrefix(line, "$ agentvet ")
	if !ok {
		t.Fatalf("%q is no command of agentvet", line)
	}
	cmd := exec.Command(binary, strings.Fields(args)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off", "COLUMNS=100")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() == exitUndecided {
		t.Fatalf("%s: %v\n%s", line, err, out.Bytes())
	}
	return line + "\n" + out.String()
}

// quickstartModule returns the directory of a module that may use the frameworks of the pages.
func quickstartModule(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	dir := filepath.Join(root, "desk")
	mod := "module example.com/desk\n\ngo 1.25\n"
	for path, from := range map[string]string{
		"github.com/cloudwego/eino":              "stubs/eino",
		"github.com/modelcontextprotocol/go-sdk": "src/github.com/modelcontextprotocol/go-sdk",
		"google.golang.org/adk/v2":               "src/google.golang.org/adk/v2",
	} {
		stub := filepath.Join(root, "stubs", filepath.FromSlash(path))
		if err := os.CopyFS(stub, os.DirFS(filepath.Join("..", "..", "testdata", filepath.FromSlash(from)))); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(stub, "go.mod"), "module "+path+"\n\ngo 1.25\n")
		version := "v0.0.0"
		if strings.HasSuffix(path, "/v2") {
			version = "v2.0.0"
		}
		mod += fmt.Sprintf("\nrequire %s %s\n\nreplace %[1]s => ../stubs/%[1]s\n", path, version)
	}
	writeFile(t, filepath.Join(dir, "go.mod"), mod)
	return dir
}
