package mcpgo_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/internal/guardtest"
	"github.com/agentvet/agentvet/dfa/guard/mcpgo"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// newServer returns a server with the tools of a world.
func newServer(w *guardtest.World, options ...server.ServerOption) *server.MCPServer {
	s := server.NewMCPServer("desk", "1", options...)
	for _, name := range guardtest.Tools {
		s.AddTool(mcp.NewTool(name), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultText(w.Run(name)), nil
		})
	}
	return s
}

// A link is how agents get to servers: one client for each session of the guard.
type link struct {
	mu      sync.Mutex
	clients map[string]client.MCPClient
	connect func(session string) client.MCPClient
}

// turn calls tools in parallel.
func (l *link) turn(ctx context.Context, session string, calls ...guard.Call) []string {
	l.mu.Lock()
	c := l.clients[session]
	if c == nil {
		c = l.connect(session)
		l.clients[session] = c
	}
	l.mu.Unlock()
	told := make([]string, len(calls))
	var wg sync.WaitGroup
	for i, call := range calls {
		wg.Go(func() { told[i] = callTool(ctx, c, call) })
	}
	wg.Wait()
	return told
}

func callTool(ctx context.Context, c client.MCPClient, call guard.Call) string {
	var req mcp.CallToolRequest
	req.Params.Name, req.Params.Arguments = call.Tool, json.RawMessage(call.Arguments)
	res, err := c.CallTool(ctx, req)
	if err != nil {
		return err.Error()
	}
	return res.Content[0].(mcp.TextContent).Text
}

func newLink(connect func(session string) client.MCPClient) guardtest.Turn {
	l := &link{clients: make(map[string]client.MCPClient), connect: connect}
	return l.turn
}

func begin(t testing.TB, c *client.Client, err error) *client.Client {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	var hello mcp.InitializeRequest
	hello.Params.ProtocolVersion = "2025-11-25"
	if _, err := c.Initialize(context.Background(), hello); err != nil {
		t.Fatal(err)
	}
	return c
}

func start(t *testing.T, w *guardtest.World, session string, resumed bool) {
	t.Helper()
	if resumed {
		return
	}
	if err := w.Guard.Start(context.Background(), session); err != nil {
		t.Fatal(err)
	}
}

// TestServer: each client has a server of its own, and each server one session.
func TestServer(t *testing.T) {
	guardtest.Run(t, func(t *testing.T, w *guardtest.World, resumed bool) guardtest.Turn {
		return newLink(func(session string) client.MCPClient {
			start(t, w, session, resumed)
			s := newServer(w, server.WithToolHandlerMiddleware(mcpgo.Server(w.Guard, func(context.Context) string { return session })))
			c, err := client.NewInProcessClient(s)
			return begin(t, c, err)
		})
	})
}

// TestClient: the guard is on the side of the agent.
func TestClient(t *testing.T) {
	guardtest.Run(t, func(t *testing.T, w *guardtest.World, resumed bool) guardtest.Turn {
		return newLink(func(session string) client.MCPClient {
			start(t, w, session, resumed)
			c, err := client.NewInProcessClient(newServer(w))
			return mcpgo.Client(w.Guard, session, begin(t, c, err))
		})
	})
}

type conversation struct{}

// TestHTTP: one server for all, which finds the session in a header that the gateway sets.
func TestHTTP(t *testing.T) {
	guardtest.Run(t, func(t *testing.T, w *guardtest.World, resumed bool) guardtest.Turn {
		s := newServer(w, server.WithToolHandlerMiddleware(mcpgo.Server(w.Guard, func(ctx context.Context) string {
			id, _ := ctx.Value(conversation{}).(string)
			return id
		})))
		web := httptest.NewServer(server.NewStreamableHTTPServer(s, server.WithHTTPContextFunc(func(ctx context.Context, r *http.Request) context.Context {
			return context.WithValue(ctx, conversation{}, r.Header.Get("X-Conversation"))
		})))
		t.Cleanup(web.Close)
		return newLink(func(session string) client.MCPClient {
			start(t, w, session, resumed)
			c, err := client.NewStreamableHttpClient(web.URL, transport.WithHTTPHeaders(map[string]string{"X-Conversation": session}))
			return begin(t, c, err)
		})
	})
}

// newOnce returns a guard under which one refund happens in a session, and what counts refunds.
func newOnce(t *testing.T) (*guardtest.World, *int) {
	t.Helper()
	g, err := guard.New(guard.Options{
		Rules: []guard.Rule{{Name: "once", Text: "at most 1 tool:refund"}}, Tools: []guard.Tool{{Name: "refund"}}, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	ran := new(int)
	return &guardtest.World{Guard: g, Run: func(string) string { *ran++; return "done" }}, ran
}

// TestTransportSessions: Begin makes sessions of those of the transport. What the transport has no session
// for, is refused.
func TestTransportSessions(t *testing.T) {
	w, ran := newOnce(t)
	hooks := &server.Hooks{}
	mcpgo.Begin(w.Guard, hooks)
	s := newServer(w, server.WithHooks(hooks), server.WithToolHandlerMiddleware(mcpgo.Server(w.Guard, nil)))
	refund := guard.Call{Tool: "refund", Arguments: `{}`}
	for name, tt := range map[string]struct {
		connect func() (*client.Client, error)
		want    int
	}{
		"in process": {func() (*client.Client, error) { return client.NewInProcessClient(s) }, 2},
		"HTTP":       {overHTTP(t, s), 2},
		"stateless":  {overHTTP(t, s, server.WithStateLess(true)), 0},
	} {
		*ran = 0
		for range 2 {
			c, err := tt.connect()
			c = begin(t, c, err)
			for range 3 {
				callTool(t.Context(), c, refund)
			}
		}
		if *ran != tt.want {
			t.Errorf("%s: %d calls happened, want %d", name, *ran, tt.want)
		}
	}
}

func overHTTP(t *testing.T, s *server.MCPServer, options ...server.StreamableHTTPOption) func() (*client.Client, error) {
	web := httptest.NewServer(server.NewStreamableHTTPServer(s, options...))
	t.Cleanup(web.Close)
	return func() (*client.Client, error) { return client.NewStreamableHttpClient(web.URL) }
}

// TestTasks: tools that run as tasks are guarded, too: one that may, and one that always does.
func TestTasks(t *testing.T) {
	w, ran := newOnce(t)
	if err := w.Guard.Start(t.Context(), "s"); err != nil {
		t.Fatal(err)
	}
	handle := mcpgo.TaskTool(w.Guard, func(context.Context) string { return "s" }, server.ServerTaskTool{
		Tool: mcp.NewTool("refund", mcp.WithTaskSupport(mcp.TaskSupportRequired)),
		Handler: func(context.Context, mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
			w.Run("refund")
			return nil, nil
		},
	}).Handler
	var req mcp.CallToolRequest
	req.Params.Name = "refund"
	for i := range 3 {
		if _, err := handle(t.Context(), req); (err == nil) != (i == 0) {
			t.Errorf("call %d: %v", i, err)
		}
	}
	if *ran != 1 {
		t.Errorf("%d calls happened, want 1", *ran)
	}
}

// TestChangedArguments: a middleware that changes only one of the two forms of the arguments makes them
// unknown.
func TestChangedArguments(t *testing.T) {
	g, err := guard.New(guard.Options{
		Rules: []guard.Rule{{Name: "limit", Text: "never tool:refund(amount > 10)"}}, Tools: []guard.Tool{{Name: "refund"}}, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Start(t.Context(), "s"); err != nil {
		t.Fatal(err)
	}
	handle := mcpgo.Server(g, func(context.Context) string { return "s" })(func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("done"), nil
	})
	var req mcp.CallToolRequest
	if err := json.Unmarshal([]byte(`{"method":"tools/call","params":{"name":"refund","arguments":{"amount":5}}}`), &req); err != nil {
		t.Fatal(err)
	}
	for _, change := range []bool{false, true} {
		if change {
			req.Params.Arguments = map[string]any{"amount": 5000.0}
		}
		res, err := handle(t.Context(), req)
		if err != nil || res.IsError != change || change && !strings.Contains(res.Content[0].(mcp.TextContent).Text, "limit") {
			t.Errorf("changed %v: %v, %v", change, res, err)
		}
	}
}
