package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// An action is what this test reads of action.yml.
type action struct {
	Inputs  map[string]struct{ Default string }
	Outputs map[string]struct{ Value string }
	Runs    struct {
		Steps []struct {
			ID, Shell, If, Uses, Run string
			Env, With                map[string]string
		}
	}
}

// expression is what GitHub replaces in an action.
var expression = regexp.MustCompile(`\$\{\{ (.*?) \}\}`)

// TestAction runs the steps of action.yml as GitHub does, on a module with a finding and on
// one without.
func TestAction(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	data, err := os.ReadFile(filepath.Join("..", "..", "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var a action
	if err := yaml.Unmarshal(data, &a); err != nil {
		t.Fatal(err)
	}
	for name := range a.Inputs {
		if !strings.Contains(string(data), "inputs."+name+" ") {
			t.Errorf("nothing uses the input %s", name)
		}
	}
	for code, source := range map[string]string{"0": "package a\n", "1": "package a\n\n//agentvet:ignore\nvar x int\n"} {
		dir := t.TempDir()
		writeFile(t, filepath.Join(dir, "sub", "go.mod"), "module example.com/a\n\ngo 1.25\n")
		writeFile(t, filepath.Join(dir, "sub", "a.go"), source)
		outputs := a.run(t, dir, map[string]string{"directory": "sub", "args": "-strict  -suppressed"})
		if outputs["check.exit-code"] != code || outputs["failed"] != code {
			t.Errorf("the exit code is %q, and the action ends with %q, want %s", outputs["check.exit-code"], outputs["failed"], code)
		}
		sarif, err := os.ReadFile(outputs["check.sarif"])
		if err != nil || outputs["check.sarif"] != filepath.Join(dir, "agentvet.sarif") || strings.Contains(string(sarif), "bad-ignore") != (code == "1") {
			t.Errorf("the SARIF file is %s, %v:\n%s", outputs["check.sarif"], err, sarif)
		}
	}
}

// run runs the steps of a with a shell, and returns what they put out, as STEP.NAME, and the
// exit code of the one that failed, or 0.
func (a *action) run(t *testing.T, dir string, with map[string]string) map[string]string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	outputs := map[string]string{"failed": "0"}
	value := func(text string) string {
		return expression.ReplaceAllStringFunc(text, func(e string) string {
			name := expression.FindStringSubmatch(e)[1]
			if name == "github.action_path" {
				return root
			}
			if in, ok := strings.CutPrefix(name, "inputs."); ok {
				input, known := a.Inputs[in]
				if !known {
					t.Errorf("there is no input %s", in)
				}
				if given, ok := with[in]; ok {
					return given
				}
				return input.Default
			}
			return outputs[strings.NewReplacer("steps.", "", "outputs.", "").Replace(name)]
		})
	}
	for _, step := range a.Runs.Steps {
		if step.Uses != "" { // an action of GitHub's
			continue
		}
		out := filepath.Join(t.TempDir(), "out")
		writeFile(t, out, "")
		cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.Run)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GITHUB_OUTPUT="+out, "RUNNER_TEMP="+dir, "GOWORK=off")
		for name, text := range step.Env {
			cmd.Env = append(cmd.Env, name+"="+value(text))
		}
		said, err := cmd.CombinedOutput()
		if exit := new(exec.ExitError); errors.As(err, &exit) && step.ID == "verdict" {
			outputs["failed"] = string(rune('0' + exit.ExitCode()))
		} else if err != nil {
			t.Fatalf("%s: %v\n%s", step.ID, err, said)
		}
		lines, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(lines)) {
			name, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
			outputs[step.ID+"."+name] = text
		}
	}
	return outputs
}

// TestHooks wants the hook for pre-commit to be a command line that works.
func TestHooks(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", ".pre-commit-hooks.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var hooks []struct {
		ID, Entry, Language string
		Args                []string
	}
	if err := yaml.Unmarshal(data, &hooks); err != nil || len(hooks) != 1 {
		t.Fatalf("%v, %v", hooks, err)
	}
	h := hooks[0]
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "go.mod"), "module example.com/a\n\ngo 1.25\n")
	writeFile(t, filepath.Join(dir, "a.go"), "package a\n")
	cmd := exec.Command(binary, h.Args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil || h.Entry != filepath.Base(binary) || h.Language != "golang" {
		t.Errorf("%s %v, in %s: %v\n%s", h.Entry, h.Args, h.Language, err, out)
	}
}

// commandLine is a command in a page, up to the words on it.
var commandLine = regexp.MustCompile(`(?m)^(?:    |.* run github\.com/agentvet/agentvet/cmd/)agentvet(?:@latest)? (.*?)(?:  .*)?$`)

// TestCommandsOfPages wants each flag in the commands of these pages to be one.
func TestCommandsOfPages(t *testing.T) {
	for _, page := range []string{"ci.md", "editors.md", "report.md"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "docs", page))
		if err != nil {
			t.Fatal(err)
		}
		lines := commandLine.FindAllStringSubmatch(string(text), -1)
		if len(lines) == 0 {
			t.Errorf("%s has no commands", page)
		}
		for _, line := range lines {
			words := strings.Fields(line[1])
			help, err := exec.Command(binary, "help", commandOf(words)).CombinedOutput()
			if err != nil {
				t.Errorf("%s: %s: %v\n%s", page, line[1], err, help)
			}
			for _, word := range words {
				if strings.HasPrefix(word, "-") && !regexp.MustCompile(`(?m)^ +`+regexp.QuoteMeta(word)+`\b`).Match(help) {
					t.Errorf("%s: %s: there is no flag %s", page, line[1], word)
				}
			}
		}
	}
}

// commandOf returns the command that a command line names: check if it names none.
func commandOf(words []string) string {
	for _, cmd := range commands() {
		if len(words) > 0 && words[0] == cmd.name {
			return cmd.name
		}
	}
	return "check"
}
