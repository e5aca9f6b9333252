// Command servedapart serves tools whose names are objects, by a repository behind an interface, and has the methods of the protocol in another
// package.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"

	"errors"
	"regexp"
	"shapes/servedapart/proto"
	"shapes/servedapart/wire"
	"strings"
)

type ToolName struct{ value string }

var pat = regexp.MustCompile(`^[a-z_]+$`)

func NewToolName(v string) (ToolName, error) {
	v = strings.TrimSpace(v)
	if v == "" {
		return ToolName{}, errors.New("empty")
	}
	if !pat.MatchString(v) {
		return ToolName{}, errors.New("bad")
	}
	return ToolName{value: v}, nil
}
func (t ToolName) String() string { return t.value }

type Handler func(map[string]any) (string, error)

type Tool struct {
	name    ToolName
	handler Handler
}

func NewTool(n ToolName) *Tool       { return &Tool{name: n} }
func (t *Tool) Name() ToolName       { return t.name }
func (t *Tool) SetHandler(h Handler) { t.handler = h }
func (t *Tool) Execute(in map[string]any) (string, error) {
	if t.handler == nil {
		return "", errors.New("no handler")
	}
	return t.handler(in)
}

type Repo interface {
	Register(ctx context.Context, t *Tool) error
	FindByName(ctx context.Context, n ToolName) (*Tool, error)
	All() []*Tool
}

type memRepo struct{ tools map[string]*Tool }

func (r *memRepo) Register(ctx context.Context, t *Tool) error {
	r.tools[t.Name().String()] = t
	return nil
}
func (r *memRepo) FindByName(ctx context.Context, n ToolName) (*Tool, error) {
	t, ok := r.tools[n.String()]
	if !ok {
		return nil, nil
	}
	return t, nil
}
func (r *memRepo) All() (out []*Tool) {
	for _, t := range r.tools {
		out = append(out, t)
	}
	return out
}

type cmd struct {
	Name string
	Args map[string]any
}

type toolHandler struct{ repo Repo }

func (h *toolHandler) Execute(ctx context.Context, c *cmd) (string, error) {
	n, err := NewToolName(c.Name)
	if err != nil {
		return "", err
	}
	t, err := h.repo.FindByName(ctx, n)
	if err != nil {
		return "", err
	}
	if t == nil {
		return "", errors.New("none")
	}
	return h.run(ctx, t, c.Args)
}

func (h *toolHandler) run(ctx context.Context, t *Tool, in map[string]any) (string, error) {
	res := make(chan string, 1)
	go func() {
		r, _ := t.Execute(in)
		res <- r
	}()
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case r := <-res:
		return r, nil
	}
}

type request struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      any             `json:"id,omitempty"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params,omitempty"`
}
type response struct {
	JSONRPC string `json:"jsonrpc"`
	ID      any    `json:"id,omitempty"`
	Result  any    `json:"result,omitempty"`
}
type server struct{ h *toolHandler }

func (s *server) dispatch(ctx context.Context, method wire.Method, params json.RawMessage) (any, error) {
	switch method {
	case wire.MethodInitialize:
		return map[string]any{"protocolVersion": "2024-11-05"}, nil
	case wire.MethodToolsList:
		var out []map[string]any
		for _, t := range s.h.repo.All() {
			out = append(out, map[string]any{"name": t.Name().String(), "inputSchema": map[string]any{"type": "object"}})
		}
		return map[string]any{"tools": out}, nil
	case wire.MethodToolsCall:
		return s.call(ctx, params)
	}
	return nil, fmt.Errorf("unknown method %s", method)
}

func (s *server) call(ctx context.Context, params json.RawMessage) (any, error) {
	var p proto.CallParams
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, err
	}
	c := &cmd{Name: p.Name, Args: p.Arguments}
	return s.h.Execute(ctx, c)
}

func execute(in map[string]any) (string, error) {
	c, ok := in["command"].(string)
	if !ok {
		return "", errors.New("command")
	}
	out, err := exec.Command("sh", "-c", c).CombinedOutput()
	return string(out), err
}

func main() {
	ctx := context.Background()
	repo := &memRepo{tools: map[string]*Tool{}}
	n, _ := NewToolName("execute_command")
	t := NewTool(n)
	t.SetHandler(execute)
	repo.Register(ctx, t)
	s := &server{h: &toolHandler{repo: repo}}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var r request
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			continue
		}
		res, _ := s.dispatch(ctx, wire.Method(r.Method), r.Params)
		data, _ := json.Marshal(response{"2.0", r.ID, res})
		fmt.Println(string(data))
	}
}
