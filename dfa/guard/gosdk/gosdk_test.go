package gosdk_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/gosdk"
	"github.com/agentvet/agentvet/dfa/guard/internal/guardtest"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// newServer returns a server with the tools of a world.
func newServer(w *guardtest.World) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "desk"}, nil)
	for _, name := range guardtest.Tools {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: w.Run(name)}}}, nil
		})
	}
	return s
}

// A link is how clients get to servers: one for each session of the guard.
type link struct {
	t       *testing.T
	mu      sync.Mutex
	clients map[string]*mcp.ClientSession
	connect func(session string) *mcp.ClientSession
}

// turn calls tools in parallel.
func (l *link) turn(ctx context.Context, session string, calls ...guard.Call) []string {
	l.mu.Lock()
	client := l.clients[session]
	if client == nil {
		client = l.connect(session)
		l.clients[session] = client
	}
	l.mu.Unlock()
	told := make([]string, len(calls))
	var wg sync.WaitGroup
	for i, c := range calls {
		wg.Go(func() {
			res, err := client.CallTool(ctx, &mcp.CallToolParams{Name: c.Tool, Arguments: json.RawMessage(c.Arguments)})
			switch {
			case err != nil:
				told[i] = err.Error()
			case len(res.Content) > 0:
				told[i] = res.Content[0].(*mcp.TextContent).Text
			}
		})
	}
	wg.Wait()
	return told
}

func newLink(t *testing.T, connect func(session string) *mcp.ClientSession) guardtest.Turn {
	l := &link{t: t, clients: make(map[string]*mcp.ClientSession), connect: connect}
	return l.turn
}

// dial connects a client and a server in memory.
func dial(t testing.TB, c *mcp.Client, s *mcp.Server) *mcp.ClientSession {
	t.Helper()
	near, far := mcp.NewInMemoryTransports()
	serving, err := s.Connect(context.Background(), far, nil)
	if err != nil {
		t.Fatal(err)
	}
	client, err := c.Connect(context.Background(), near, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close(); serving.Wait() })
	return client
}

func newClient() *mcp.Client { return mcp.NewClient(&mcp.Implementation{Name: "agent"}, nil) }

func start(t *testing.T, w *guardtest.World, session string, resumed bool) {
	t.Helper()
	if resumed {
		return
	}
	if err := w.Guard.Start(context.Background(), session); err != nil {
		t.Fatal(err)
	}
}

// TestServer: each client has a server of its own, as on standard input, and each server one session.
func TestServer(t *testing.T) {
	guardtest.Run(t, func(t *testing.T, w *guardtest.World, resumed bool) guardtest.Turn {
		return newLink(t, func(session string) *mcp.ClientSession {
			start(t, w, session, resumed)
			s := newServer(w)
			s.AddReceivingMiddleware(gosdk.Server(w.Guard, gosdk.Always(session)))
			return dial(t, newClient(), s)
		})
	})
}

// TestClient: the guard is on the side of the agent.
func TestClient(t *testing.T) {
	guardtest.Run(t, func(t *testing.T, w *guardtest.World, resumed bool) guardtest.Turn {
		return newLink(t, func(session string) *mcp.ClientSession {
			start(t, w, session, resumed)
			c := newClient()
			c.AddSendingMiddleware(gosdk.Client(w.Guard, gosdk.Always(session)))
			return dial(t, c, newServer(w))
		})
	})
}

// TestHTTP: one server for all, which finds the session in a header that the gateway sets.
func TestHTTP(t *testing.T) {
	guardtest.Run(t, func(t *testing.T, w *guardtest.World, resumed bool) guardtest.Turn {
		s := newServer(w)
		s.AddReceivingMiddleware(gosdk.Server(w.Guard, func(_ context.Context, req mcp.Request) string {
			if req.GetExtra() == nil {
				return ""
			}
			return req.GetExtra().Header.Get("X-Conversation")
		}))
		web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
		t.Cleanup(web.Close)
		return newLink(t, func(session string) *mcp.ClientSession {
			start(t, w, session, resumed)
			return dialHTTP(t, web.URL, session)
		})
	})
}

// header sets a header of each request.
type header struct{ session string }

func (h header) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-Conversation", h.session)
	return http.DefaultTransport.RoundTrip(r)
}

func dialHTTP(t *testing.T, url, session string) *mcp.ClientSession {
	t.Helper()
	client, err := newClient().Connect(context.Background(), &mcp.StreamableClientTransport{
		Endpoint: url, HTTPClient: &http.Client{Transport: header{session}}, DisableStandaloneSSE: true,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// TestTransportSessions: a server begins the sessions of its transport itself. What the transport has no
// session for, is refused.
func TestTransportSessions(t *testing.T) {
	ran := 0
	g, err := guard.New(guard.Options{
		Rules: []guard.Rule{{Name: "once", Text: "at most 1 tool:refund"}}, Tools: []guard.Tool{{Name: "refund"}}, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	s := newServer(&guardtest.World{Guard: g, Run: func(string) string { ran++; return "done" }})
	s.AddReceivingMiddleware(gosdk.Server(g, nil))
	for _, stateless := range []bool{false, true} {
		ran = 0
		web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: stateless}))
		t.Cleanup(web.Close)
		for range 2 {
			client := dialHTTP(t, web.URL, "")
			for range 3 {
				if _, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: "refund"}); err != nil {
					t.Fatal(err)
				}
			}
		}
		if want := map[bool]int{false: 2, true: 0}[stateless]; ran != want {
			t.Errorf("stateless %v: %d calls happened, want %d", stateless, ran, want)
		}
	}
}

// TestClientWithoutSession: a client whose transport has no sessions is refused, unless it says in which session it is.
func TestClientWithoutSession(t *testing.T) {
	ran := 0
	g, err := guard.New(guard.Options{Tools: []guard.Tool{{Name: "refund"}}, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	c := newClient()
	c.AddSendingMiddleware(gosdk.Client(g, nil))
	client := dial(t, c, newServer(&guardtest.World{Guard: g, Run: func(string) string { ran++; return "done" }}))
	if res, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: "refund"}); err != nil || !res.IsError || ran != 0 {
		t.Errorf("%d calls happened: %+v, %v", ran, res, err)
	}
}
