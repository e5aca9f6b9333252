// Package wire asks a server what it offers, as a client on a pipe.
package wire

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// A Dump is what a server says of itself.
type Dump struct {
	Agents []Server `json:"agents"`
}

// A Server is one server with its tools, by name.
type Server struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Tools []Tool `json:"tools"`
}

// A Tool is what tools/list says of one tool.
type Tool struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Hints       Hints  `json:"hints"`
}

// Hints are those that were sent.
type Hints struct {
	ReadOnly    *bool `json:"read_only,omitempty"`
	Destructive *bool `json:"destructive,omitempty"`
	Idempotent  *bool `json:"idempotent,omitempty"`
	OpenWorld   *bool `json:"open_world,omitempty"`
}

// timeout is how long a server may take to answer.
const timeout = 20 * time.Second

// Ask runs a server and lists its tools.
func Ask(serve func(in io.ReadCloser, out io.WriteCloser) error) (*Dump, error) {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- serve(in, out) }()
	c := &client{out: toServer, in: bufio.NewReader(fromServer)}
	d, err := c.list()
	toServer.Close()
	if err != nil {
		select {
		case failed := <-done:
			err = errors.Join(err, failed)
		default:
		}
	}
	return d, err
}

type client struct {
	out io.Writer
	in  *bufio.Reader
}

func (c *client) list() (*Dump, error) {
	var hello struct {
		ServerInfo struct{ Name string }
	}
	err := c.call(1, "initialize", map[string]any{
		"protocolVersion": "2024-11-05", "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": "truth", "version": "1"},
	}, &hello)
	if err != nil {
		return nil, err
	}
	if err := c.send(map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"}); err != nil {
		return nil, err
	}
	var tools struct {
		Tools []struct {
			Name, Description string
			Annotations       struct{ ReadOnlyHint, DestructiveHint, IdempotentHint, OpenWorldHint *bool }
		}
	}
	if err := c.call(2, "tools/list", map[string]any{}, &tools); err != nil {
		return nil, err
	}
	s := Server{Name: hello.ServerInfo.Name, Type: "server"}
	for _, t := range tools.Tools {
		a := t.Annotations
		s.Tools = append(s.Tools, Tool{t.Name, t.Description, Hints{a.ReadOnlyHint, a.DestructiveHint, a.IdempotentHint, a.OpenWorldHint}})
	}
	slices.SortFunc(s.Tools, func(a, b Tool) int { return strings.Compare(a.Name, b.Name) })
	return &Dump{Agents: []Server{s}}, nil
}

func (c *client) send(message any) error {
	data, err := json.Marshal(message)
	if err != nil {
		return err
	}
	_, err = c.out.Write(append(data, '\n'))
	return err
}

// call sends a request and reads until its answer.
func (c *client) call(id int, method string, params, result any) error {
	answered := make(chan error, 1)
	go func() { answered <- c.answer(id, result) }()
	if err := c.send(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params}); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	select {
	case err := <-answered:
		if err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		return nil
	case <-time.After(timeout):
		return fmt.Errorf("%s: no answer", method)
	}
}

func (c *client) answer(id int, result any) error {
	for {
		line, err := c.in.ReadBytes('\n')
		if err != nil {
			return err
		}
		var m struct {
			ID     any
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		if err := json.Unmarshal(line, &m); err != nil {
			return err
		}
		if n, ok := m.ID.(float64); !ok || int(n) != id {
			continue // a notification
		}
		if m.Error != nil {
			return errors.New(m.Error.Message)
		}
		return json.Unmarshal(m.Result, result)
	}
}

// Encode writes v as JSON for people.
func Encode(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
