//go:build truth

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestGopls builds a gopls with agentvet in it and talks to it as an editor does.
func TestGopls(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	server := buildGopls(t)
	dir := t.TempDir()
	desk := filepath.Join("..", "..", "analyzers", "golangci", "testdata", "desk")
	if err := os.CopyFS(dir, os.DirFS(desk)); err != nil {
		t.Fatal(err)
	}
	goMod := "module example.com/desk\n\ngo 1.25\n\nrequire github.com/cloudwego/eino v0.0.0\n\n" +
		"replace github.com/cloudwego/eino => " + filepath.Join(root, "testdata", "stubs", "eino") + "\n"
	writeFile(t, filepath.Join(dir, "go.mod"), goMod)

	t.Run("check", func(t *testing.T) {
		cmd := exec.Command(server, "check", "desk.go")
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for _, want := range []string{
			"desk.go:14:21-61: structure/dead-end: step \"store\" has no successor",
			"desk.go:13:39: - the run starts at \"start\"",
			"desk.go:15:21-60: structure/unreachable: nothing leads to step \"lost\"",
		} {
			if !strings.Contains(string(out), want) {
				t.Errorf("no %q in:\n%s", want, out)
			}
		}
		if strings.Contains(string(out), `"silent"`) {
			t.Errorf("a finding that is silenced is shown:\n%s", out)
		}
	})
	t.Run("session", func(t *testing.T) {
		e := openEditor(t, server, dir)
		text := e.open("desk.go")
		d := e.wait("desk.go", "structure/dead-end")
		if d.Range.Start != (lspPosition{13, 20}) || d.Range.End != (lspPosition{13, 60}) || // the arguments of the call
			d.Severity != 2 || d.Source != "agentvet" ||
			!strings.HasSuffix(d.CodeDescription.Href, "docs/rules/structure/dead-end.md") || len(d.Related) != 2 {
			t.Errorf("the diagnostic is %+v", d)
		}
		e.change("desk.go", strings.Replace(text, `_ = g.AddEdge("lost"`, `_ = g.AddEdge("store", compose.END); _ = g.AddEdge("lost"`, 1))
		e.waitGone("desk.go", 13)
		e.close()
	})
	t.Run("fix", func(t *testing.T) {
		dir := t.TempDir()
		text, err := os.ReadFile(filepath.Join(desk, "desk.go"))
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(dir, "go.mod"), goMod)
		writeFile(t, filepath.Join(dir, "desk.go"), strings.Replace(string(text), `g.AddEdge("answer", `, `g.AddEdge("anwser", `, 1))
		e := openEditor(t, server, dir)
		before := e.open("desk.go")
		d := e.wait("desk.go", "structure/undeclared-node")
		after := e.fix("desk.go", before, d, `Replace "anwser" by "answer"`)
		if after != string(text) {
			t.Errorf("the fix makes:\n%s", after)
		}
		e.change("desk.go", after)
		e.waitGone("desk.go", d.Range.Start.Line)
		e.close()
	})
	t.Run("policy within a session", func(t *testing.T) {
		e := openEditor(t, server, dir)
		e.open("desk.go")
		e.wait("desk.go", "structure/dead-end")
		policy := filepath.Join(dir, "agentvet.yaml")
		writeFile(t, policy, "version: 1\nseverities: {structure/dead-end: off}\n")
		e.waitGone("desk.go", 13)
		writeFile(t, policy, "version: 1\nprofil: strict\n")
		e.wait("desk.go", "default")
		if err := os.Remove(policy); err != nil {
			t.Fatal(err)
		}
		e.wait("desk.go", "structure/dead-end")
		e.close()
	})
	t.Run("policy", func(t *testing.T) {
		writeFile(t, filepath.Join(dir, "agentvet.yaml"), "version: 1\nseverities: {structure/dead-end: off}\n")
		e := openEditor(t, server, dir)
		e.open("desk.go")
		e.wait("desk.go", "structure/unreachable")
		for _, d := range e.shown["desk.go"] {
			if d.Code == "structure/dead-end" {
				t.Errorf("an edit of the policy file changes nothing: %+v", d)
			}
		}
		e.close()
		writeFile(t, filepath.Join(dir, "agentvet.yaml"), "version: 1\nprofil: strict\n")
		e = openEditor(t, server, dir)
		e.open("desk.go")
		if d := e.wait("desk.go", "default"); !strings.Contains(d.Message, `agentvet checks nothing: `) || !strings.Contains(d.Message, `no key "profil"`) {
			t.Errorf("a mistake in the policy file is shown as %+v", d)
		}
		e.close()
	})
}

// buildGopls builds a gopls with agentvet in it, once for all tests. It keeps nothing of other runs.
func buildGopls(t *testing.T) string {
	t.Helper()
	server := filepath.Join(filepath.Dir(binary), "gopls")
	t.Setenv("GOFLAGS", "-mod=mod") // not of gopls: it is built without
	t.Setenv("GOPLSCACHE", t.TempDir())
	if _, err := os.Stat(server); err != nil {
		mustRun(t, ".", binary, "gopls", "-version", goplsVersion, "-source", filepath.Join("..", ".."), "-o", server)
	}
	return server
}

// An editor is a client of a language server.
type editor struct {
	t     *testing.T
	dir   string
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *textproto.Reader
	id    int
	files map[string]int             // versions
	shown map[string][]lspDiagnostic // by name
}

type (
	lspPosition   struct{ Line, Character int }
	lspRange      struct{ Start, End lspPosition }
	lspDiagnostic struct {
		Range                 lspRange
		Severity              int
		Code, Source, Message string
		CodeDescription       struct{ Href string }
		Related               []json.RawMessage `json:"relatedInformation"`

		raw json.RawMessage // as the server has sent it
	}
	lspAction struct {
		Title string
		Edit  struct {
			DocumentChanges []struct {
				TextDocument struct{ URI string }
				Edits        []struct {
					Range   lspRange
					NewText string
				}
			}
		}
	}
	lspMessage struct {
		ID     json.RawMessage `json:"id"`
		Result json.RawMessage `json:"result"`
		Method string          `json:"method"`
		Params json.RawMessage `json:"params"`
	}
)

func openEditor(t *testing.T, server, dir string) *editor {
	t.Helper()
	e := &editor{t: t, dir: dir, files: make(map[string]int), shown: make(map[string][]lspDiagnostic)}
	e.cmd = exec.Command(server, "serve")
	e.cmd.Dir = dir
	in, err := e.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	e.in, e.out = in, textproto.NewReader(bufio.NewReader(out))
	if err := e.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	e.call("initialize", map[string]any{
		"processId": os.Getpid(), "rootUri": e.uri(""),
		"workspaceFolders": []any{map[string]any{"uri": e.uri(""), "name": "desk"}},
		"capabilities": map[string]any{"textDocument": map[string]any{
			"publishDiagnostics": map[string]any{"relatedInformation": true, "codeDescriptionSupport": true, "dataSupport": true},
			"codeAction":         map[string]any{"codeActionLiteralSupport": map[string]any{"codeActionKind": map[string]any{"valueSet": []string{"quickfix"}}}},
		}},
	})
	e.notify("initialized", map[string]any{})
	return e
}

func (e *editor) uri(name string) string {
	return "file://" + filepath.ToSlash(filepath.Join(e.dir, name))
}

func (e *editor) send(message map[string]any) {
	e.t.Helper()
	message["jsonrpc"] = "2.0"
	data, err := json.Marshal(message)
	if err != nil {
		e.t.Fatal(err)
	}
	if _, err := fmt.Fprintf(e.in, "Content-Length: %d\r\n\r\n%s", len(data), data); err != nil {
		e.t.Fatal(err)
	}
}

func (e *editor) notify(method string, params any) {
	e.t.Helper()
	e.send(map[string]any{"method": method, "params": params})
}

// call waits for the answer.
func (e *editor) call(method string, params any) json.RawMessage {
	e.t.Helper()
	e.id++
	e.send(map[string]any{"id": e.id, "method": method, "params": params})
	for {
		if m := e.read(); m.Method == "" && string(m.ID) == strconv.Itoa(e.id) {
			return m.Result
		}
	}
}

// read reads one message, answers it if the server asks something, and keeps diagnostics.
func (e *editor) read() lspMessage {
	e.t.Helper()
	head, err := e.out.ReadMIMEHeader()
	if err != nil {
		e.t.Fatal(err)
	}
	size, err := strconv.Atoi(head.Get("Content-Length"))
	if err != nil {
		e.t.Fatal(err)
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(e.out.R, data); err != nil {
		e.t.Fatal(err)
	}
	var m lspMessage
	if err := json.Unmarshal(data, &m); err != nil {
		e.t.Fatal(err)
	}
	switch {
	case m.Method == "workspace/configuration":
		e.send(map[string]any{"id": m.ID, "result": []any{map[string]any{}}})
	case m.Method != "" && m.ID != nil:
		e.send(map[string]any{"id": m.ID, "result": nil})
	case m.Method == "textDocument/publishDiagnostics":
		var p struct {
			URI         string
			Diagnostics []json.RawMessage
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			e.t.Fatal(err)
		}
		var shown []lspDiagnostic
		for _, raw := range p.Diagnostics {
			d := lspDiagnostic{raw: raw}
			if err := json.Unmarshal(raw, &d); err != nil {
				e.t.Fatal(err)
			}
			shown = append(shown, d)
		}
		e.shown[filepath.Base(p.URI)] = shown
	}
	return m
}

func (e *editor) open(name string) string {
	e.t.Helper()
	text, err := os.ReadFile(filepath.Join(e.dir, name))
	if err != nil {
		e.t.Fatal(err)
	}
	e.files[name] = 1
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": e.uri(name), "languageId": "go", "version": 1, "text": string(text)}})
	return string(text)
}

func (e *editor) change(name, text string) {
	e.t.Helper()
	e.files[name]++
	e.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": e.uri(name), "version": e.files[name]},
		"contentChanges": []any{map[string]any{"text": text}}})
}

// fix returns a text with the quick fix of a title that there is for a diagnostic.
func (e *editor) fix(name, text string, d lspDiagnostic, title string) string {
	e.t.Helper()
	var actions []lspAction
	answer := e.call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": e.uri(name)}, "range": d.Range,
		"context": map[string]any{"diagnostics": []json.RawMessage{d.raw}, "only": []string{"quickfix"}},
	})
	if err := json.Unmarshal(answer, &actions); err != nil {
		e.t.Fatalf("%v\n%s", err, answer)
	}
	i := slices.IndexFunc(actions, func(a lspAction) bool { return a.Title == title })
	if i < 0 || len(actions[i].Edit.DocumentChanges) != 1 || len(actions[i].Edit.DocumentChanges[0].Edits) != 1 {
		e.t.Fatalf("want one edit that is called %q, have %s", title, answer)
	}
	edit := actions[i].Edit.DocumentChanges[0].Edits[0]
	lines := strings.SplitAfter(text, "\n")
	offset := func(p lspPosition) int { return len(strings.Join(lines[:p.Line], "")) + p.Character }
	return text[:offset(edit.Range.Start)] + edit.NewText + text[offset(edit.Range.End):]
}

// wait waits until a diagnostic with a code is shown.
func (e *editor) wait(name, code string) lspDiagnostic {
	e.t.Helper()
	for {
		for _, d := range e.shown[name] {
			if d.Source == "agentvet" && d.Code == code {
				return d
			}
		}
		e.read()
	}
}

// waitGone waits until agentvet shows nothing on a line any more, and something elsewhere.
func (e *editor) waitGone(name string, line int) {
	e.t.Helper()
	for {
		list := slices.DeleteFunc(slices.Clone(e.shown[name]), func(d lspDiagnostic) bool { return d.Source != "agentvet" })
		if len(list) > 0 && !slices.ContainsFunc(list, func(d lspDiagnostic) bool { return d.Range.Start.Line == line }) {
			return
		}
		e.read()
	}
}

func (e *editor) close() {
	e.t.Helper()
	e.call("shutdown", nil)
	e.notify("exit", nil)
	if err := e.cmd.Wait(); err != nil {
		e.t.Error(err)
	}
}
