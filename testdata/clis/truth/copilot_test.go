package truth

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	copilot "github.com/github/copilot-sdk/go"

	bad "example.com/clis/copilot/bad"
	clean "example.com/clis/copilot/clean"
)

type create func(context.Context, *copilot.Client) (*copilot.Session, error)

func TestCopilot(t *testing.T) {
	type sessions []struct {
		name string
		make create
	}
	for program, list := range map[string]sessions{
		"copilot/bad":   {{"Desk", bad.Desk}, {"Reporter", bad.Reporter}, {"Hooked", bad.Hooked}, {"Deaf", bad.Deaf}},
		"copilot/clean": {{"Desk", clean.Desk}, {"Reader", clean.Reader}, {"Team", clean.Team}},
	} {
		t.Run(program, func(t *testing.T) {
			var agents []*agent
			for _, s := range list {
				agents = append(agents, merge(s.name, s.make.view(t, "y"), s.make.view(t, "n"))...)
			}
			compare(t, program, agents)
		})
	}
}

// view makes a session with a human who answers as given.
func (c create) view(t *testing.T, answer string) *agent {
	t.Helper()
	human(t, answer)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	p := &process{made: make(chan bool)}
	go p.serve(l)
	client := copilot.NewClient(&copilot.ClientOptions{Connection: copilot.URIConnection{URL: l.Addr().String()}})
	if err := client.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer client.ForceStop()
	if _, err := c(t.Context(), client); err != nil {
		t.Fatal(err)
	}
	p.made <- true
	<-p.made
	return &p.agent
}

// A process takes the place of the Copilot CLI: it asks about a call of each tool that it is
// told of, and writes down which run.
type process struct {
	agent agent
	made  chan bool // the session is there; the view is
	in    *bufio.Reader
	out   io.Writer
	id    string
	asked int
}

type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
}

func (p *process) read() (m message, ok bool) {
	header, err := textproto.NewReader(p.in).ReadMIMEHeader()
	if err != nil {
		return m, false
	}
	n, _ := strconv.Atoi(header.Get("Content-Length"))
	body := make([]byte, n)
	if _, err := io.ReadFull(p.in, body); err != nil {
		return m, false
	}
	return m, json.Unmarshal(body, &m) == nil
}

func (p *process) write(m map[string]any) {
	m["jsonrpc"] = "2.0"
	text, _ := json.Marshal(m)
	fmt.Fprintf(p.out, "Content-Length: %d\r\n\r\n%s", len(text), text)
}

// serve answers the SDK until it has made a session, and then asks about its tools.
func (p *process) serve(l net.Listener) {
	conn, err := l.Accept()
	if err != nil {
		return
	}
	p.in, p.out = bufio.NewReader(conn), conn
	for {
		m, ok := p.read()
		if !ok {
			return
		}
		result := map[string]any{}
		switch m.Method {
		case "connect", "ping":
			result["protocolVersion"] = copilot.GetSDKProtocolVersion()
		case "session.create":
			var s session
			if err := json.Unmarshal(m.Params, &s); err != nil {
				return
			}
			p.id = s.SessionID
			p.write(map[string]any{"id": m.ID, "result": map[string]any{"sessionId": s.SessionID}})
			<-p.made
			p.record(&s)
			p.made <- true
			return
		}
		if m.ID != nil {
			p.write(map[string]any{"id": m.ID, "result": result})
		}
	}
}

// A session is what the process is told of one.
type session struct {
	SessionID                     string
	AvailableTools, ExcludedTools []string
	Tools                         []struct {
		Name           string
		SkipPermission bool
	}
	MCPServers   map[string]struct{ Tools []string } `json:"mcpServers"`
	CustomAgents []struct {
		Name  string
		Tools []string
		Infer *bool
	}
	RequestPermission, Hooks bool
}

// record writes down which tools run.
func (p *process) record(s *session) {
	in := func(source, name string) bool {
		has := func(list []string) bool {
			return slices.Contains(list, name) || slices.Contains(list, source+":"+name) || slices.Contains(list, source+":*")
		}
		return (s.AvailableTools == nil || has(s.AvailableTools)) && !has(s.ExcludedTools)
	}
	if s.AvailableTools == nil {
		p.agent.Toolsets = []string{"the process"}
	}
	for _, pattern := range s.AvailableTools {
		name := strings.TrimPrefix(pattern, "builtin:")
		kind, asks := kinds[name]
		if name != "ask_user" && !strings.ContainsAny(name, ":*") && in("builtin", name) && p.runs(s, name, kind, !asks) {
			p.agent.Tools = append(p.agent.Tools, tool{Name: name})
		}
	}
	for _, t := range s.Tools {
		if in("custom", t.Name) && p.runs(s, t.Name, "custom-tool", t.SkipPermission) {
			p.agent.Tools = append(p.agent.Tools, tool{Name: t.Name})
		}
	}
	for server, m := range s.MCPServers {
		for _, t := range m.Tools {
			if name := server + "-" + t; in("mcp", name) && p.runs(s, name, "mcp", false) {
				p.agent.Tools = append(p.agent.Tools, tool{Name: name})
			}
		}
	}
	for _, a := range s.CustomAgents {
		if a.Infer != nil && !*a.Infer {
			continue
		}
		sub := &agent{Name: a.Name}
		for _, name := range a.Tools {
			if p.runs(s, name, cmp.Or(kinds[name], "mcp"), false) {
				sub.Tools = append(sub.Tools, tool{Name: name})
			}
		}
		p.agent.subs = append(p.agent.subs, sub)
	}
}

// kinds are what the process asks for before calls of its tools.
var kinds = map[string]string{"bash": "shell", "view": "read", "grep": "read"}

// runs reports whether a call of a tool runs: a hook is asked first, and then for permission.
func (p *process) runs(s *session, name, kind string, free bool) bool {
	if s.Hooks {
		m := p.ask("hooks.invoke", map[string]any{"sessionId": p.id, "hookType": "preToolUse", "input": map[string]any{
			"sessionId": p.id, "timestamp": 1, "cwd": "/", "toolName": name, "toolArgs": map[string]any{},
		}}, "")
		var said struct {
			Output struct{ PermissionDecision string }
		}
		_ = json.Unmarshal(m.Result, &said)
		switch said.Output.PermissionDecision {
		case "allow":
			return true
		case "deny":
			return false
		}
	}
	if free {
		return true
	}
	m := p.ask("session.event", map[string]any{"sessionId": p.id, "event": map[string]any{
		"id": "e", "parentId": nil, "timestamp": time.Unix(0, 0).UTC(), "type": "permission.requested",
		"data": map[string]any{"requestId": "r", "permissionRequest": map[string]any{"kind": kind, "toolName": name, "fullCommandText": "ls"}},
	}}, "session.permissions.handlePendingPermissionRequest")
	var said struct{ Result struct{ Kind string } }
	_ = json.Unmarshal(m.Params, &said)
	return strings.HasPrefix(said.Result.Kind, "approve")
}

// ask asks the SDK, which answers by a call of a method, or else in the same message.
func (p *process) ask(method string, params map[string]any, answer string) message {
	p.asked++
	ask := map[string]any{"method": method, "params": params}
	if answer == "" {
		ask["id"] = p.asked
	}
	p.write(ask)
	for {
		m, ok := p.read()
		if !ok {
			return m
		}
		if m.Method != "" && m.ID != nil {
			p.write(map[string]any{"id": m.ID, "result": map[string]any{"success": true}})
		}
		if m.Method == answer {
			return m
		}
	}
}
