package truth

// This file is a process that takes the place of Claude Code: it reads its flags, asks about a
// call of each tool, and writes down which run.

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A view is what the process saw.
type view struct {
	Tools []string // of which calls run
	All   bool     // the tools of the process are there, too
	Turns int
	Subs  map[string][]string // the tools of agents
}

// claude is the process.
type claude struct {
	flags map[string]string
	in    *bufio.Scanner
	mode  string
	hooks []struct {
		Matcher         string
		HookCallbackIDs []string
	}
	asked int
}

// Claude runs in the place of Claude Code until the first message of the user is answered.
func Claude() {
	c := &claude{flags: make(map[string]string), in: bufio.NewScanner(os.Stdin)}
	args := os.Args[1:]
	for i, a := range args {
		if name, is := strings.CutPrefix(a, "--"); is {
			c.flags[name] = ""
			if i+1 < len(args) && !strings.HasPrefix(args[i+1], "--") {
				c.flags[name] = args[i+1]
			}
		}
	}
	c.mode = c.flags["permission-mode"]
	switch _, once := c.flags["print"]; {
	case slices.Contains(args, "-v"), slices.Contains(args, "--version"):
		fmt.Println("2.1.200 (Claude Code)")
	case once:
		c.record()
	default:
		c.serve()
	}
}

// serve answers the SDK.
func (c *claude) serve() {
	for c.in.Scan() {
		var m struct {
			Type      string
			RequestID string `json:"request_id"`
			Request   struct {
				Subtype, Mode string
				Hooks         map[string]json.RawMessage
			}
		}
		if json.Unmarshal(c.in.Bytes(), &m) != nil {
			continue
		}
		switch {
		case m.Type == "control_request":
			if m.Request.Subtype == "set_permission_mode" {
				c.mode = m.Request.Mode
			}
			_ = json.Unmarshal(m.Request.Hooks["PreToolUse"], &c.hooks)
			c.say(map[string]any{"type": "control_response", "response": map[string]any{
				"subtype": "success", "request_id": m.RequestID, "response": map[string]any{},
			}})
		case m.Type != "control_response": // what the user says
			c.record()
			return
		}
	}
}

func (c *claude) say(m any) {
	text, _ := json.Marshal(m)
	fmt.Println(string(text))
}

// ask asks the SDK, and returns what it answers.
func (c *claude) ask(request map[string]any) (answer map[string]any) {
	c.asked++
	c.say(map[string]any{"type": "control_request", "request_id": strconv.Itoa(c.asked), "request": request})
	for c.in.Scan() {
		var m struct {
			Type     string
			Response struct {
				RequestID string `json:"request_id"`
				Response  map[string]any
			}
		}
		if json.Unmarshal(c.in.Bytes(), &m) == nil && m.Type == "control_response" && m.Response.RequestID == strconv.Itoa(c.asked) {
			return m.Response.Response
		}
	}
	return nil
}

// record writes down which tools run, and ends the turn.
func (c *claude) record() {
	v := view{}
	v.Turns, _ = strconv.Atoi(c.flags["max-turns"])
	var agents map[string]struct{ Tools []string }
	_ = json.Unmarshal([]byte(c.flags["agents"]), &agents)
	v.Subs = make(map[string][]string)
	for name, a := range agents {
		v.Subs[name] = slices.DeleteFunc(a.Tools, func(tool string) bool { return !c.runs(tool) })
	}
	list, given := c.flags["tools"]
	names := c.own()
	if v.All = !given; given {
		names = append(strings.Split(list, ","), names...)
	}
	for _, name := range names {
		if c.runs(name) {
			v.Tools = append(v.Tools, name)
		}
	}
	text, _ := json.Marshal(v)
	if err := os.WriteFile(os.Getenv("CLIS_RECORD"), text, 0o600); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	c.say(map[string]any{
		"type": "result", "subtype": "success", "duration_ms": 1, "duration_api_ms": 1, "is_error": false,
		"num_turns": 1, "session_id": "s", "result": "done",
	})
}

// own returns the tools of the servers in the program, by the names that the model sees.
func (c *claude) own() (names []string) {
	var config struct {
		McpServers map[string]struct{ Type string }
	}
	if _, once := c.flags["print"]; once {
		return nil // there is nobody to ask
	}
	text, _ := os.ReadFile(c.flags["mcp-config"])
	_ = json.Unmarshal(text, &config)
	for server, s := range config.McpServers {
		if s.Type != "sdk" {
			continue
		}
		answer := c.ask(map[string]any{"subtype": "mcp_message", "server_name": server, "message": map[string]any{
			"jsonrpc": "2.0", "id": 1, "method": "tools/list",
		}})
		text, _ := json.Marshal(answer)
		for _, m := range regexp.MustCompile(`"name":"([^"]+)"`).FindAllSubmatch(text, -1) {
			names = append(names, "mcp__"+server+"__"+string(m[1]))
		}
	}
	slices.Sort(names)
	return names
}

// runs reports whether a call of a tool runs: the order is that of the documentation.
func (c *claude) runs(name string) bool {
	_, skip := c.flags["dangerously-skip-permissions"]
	has := func(flag string) bool { return slices.Contains(strings.Split(c.flags[flag], ","), name) }
	switch {
	case has("disallowed-tools"), c.blocked(name):
		return false
	case skip, c.mode == "bypassPermissions", has("allowed-tools"), slices.Contains([]string{"Read", "Grep", "Glob", "Task"}, name):
		return true
	case c.flags["permission-prompt-tool"] != "stdio":
		return false
	}
	answer := c.ask(map[string]any{"subtype": "can_use_tool", "tool_name": name, "input": map[string]any{}})
	return answer["behavior"] == "allow"
}

// blocked reports whether a hook denies a call.
func (c *claude) blocked(name string) bool {
	for _, h := range c.hooks {
		if h.Matcher != "" && !regexp.MustCompile("^(?:"+h.Matcher+")$").MatchString(name) {
			continue
		}
		for _, id := range h.HookCallbackIDs {
			answer := c.ask(map[string]any{"subtype": "hook_callback", "callback_id": id, "input": map[string]any{
				"hook_event_name": "PreToolUse", "tool_name": name, "tool_input": map[string]any{},
			}})
			out, _ := answer["hookSpecificOutput"].(map[string]any)
			if answer["decision"] == "block" || out["permissionDecision"] == "deny" {
				return true
			}
		}
	}
	return false
}
