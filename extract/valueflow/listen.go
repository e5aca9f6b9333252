package valueflow

// This file records where a program waits for others to call it over the network, and what answers them.

import (
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// A Listen is a call that waits for others to connect.
type Listen struct {
	Pos     graph.Pos
	Addr    Place  // the address, or what listens on it
	Handler Place  // what answers
	Call    string // "http.ListenAndServe"
}

// An Answerer is something that answers whoever calls.
type Answerer struct {
	At   Place
	Pos  graph.Pos
	Call string // of the library function that makes it
	// Tools: it runs the tools of an MCP server. Else it is a library's, of which is not known whom it lets through.
	Tools bool
}

// A listening says which arguments of a library function, the receiver counted, are the address and what answers. Where both are
// fields of the receiver, addr is ofServer.
type listening struct{ addr, handler int }

const ofServer = -1

// listens are the library functions that listen.
var listens = map[string]listening{
	"net/http.ListenAndServe":                                          {0, 1},
	"net/http.ListenAndServeTLS":                                       {0, 3},
	"net/http.Serve":                                                   {0, 1},
	"net/http.ServeTLS":                                                {0, 1},
	"(*net/http.Server).ListenAndServe":                                {ofServer, ofServer},
	"(*net/http.Server).ListenAndServeTLS":                             {ofServer, ofServer},
	"(*net/http.Server).Serve":                                         {1, ofServer},
	"(*net/http.Server).ServeTLS":                                      {1, ofServer},
	"(*github.com/gin-gonic/gin.Engine).Run":                           {1, 0},
	"(*github.com/gin-gonic/gin.Engine).RunTLS":                        {1, 0},
	"(*github.com/gin-gonic/gin.Engine).RunListener":                   {1, 0},
	"(*github.com/gofiber/fiber/v2.App).Listen":                        {1, 0},
	"(*github.com/gofiber/fiber/v2.App).ListenTLS":                     {1, 0},
	"(*github.com/gofiber/fiber/v2.App).Listener":                      {1, 0},
	"(*github.com/labstack/echo/v4.Echo).Start":                        {1, 0},
	"(*github.com/labstack/echo/v4.Echo).StartTLS":                     {1, 0},
	"(*github.com/mark3labs/mcp-go/server.SSEServer).Start":            {1, 0},
	"(*github.com/mark3labs/mcp-go/server.StreamableHTTPServer).Start": {1, 0},
}

// opens are the library functions that make a listener, with the argument that is the address.
var opens = map[string]int{
	"net.Listen": 1, "crypto/tls.Listen": 1, "(*net.ListenConfig).Listen": 3, "(net.ListenConfig).Listen": 3,
}

// answerers are the library functions that make what runs the tools of an MCP server for whoever calls.
var answerers = []string{
	"github.com/mark3labs/mcp-go/server.NewSSEServer", "github.com/mark3labs/mcp-go/server.NewStreamableHTTPServer",
	"github.com/modelcontextprotocol/go-sdk/mcp.NewSSEHandler", "github.com/modelcontextprotocol/go-sdk/mcp.NewStreamableHTTPHandler",
}

// harmless are the packages whose handlers and middleware let everybody through, but for those with a name that says otherwise.
var harmless = []string{
	"net/http", "golang.org/x/net/http2/h2c", "go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp",
	"github.com/gin-gonic/gin", "github.com/gin-contrib/cors", "github.com/go-chi/chi", "github.com/go-chi/cors", "github.com/gofiber/fiber",
	"github.com/gorilla/handlers",
	"github.com/gorilla/mux", "github.com/labstack/echo", "github.com/mark3labs/mcp-go/server", "github.com/modelcontextprotocol/go-sdk/mcp",
	"github.com/prometheus/client_golang/prometheus/promhttp", "github.com/rs/cors",
}

// guarding matches names of functions of libraries that ask who calls; sessions of the libraries of MCP are what anybody may begin.
var (
	guarding    = regexp.MustCompile(`(?i)auth|jwt|bearer|token|apikey|oauth|oidc|session|ipfilter|allowlist|whitelist`)
	session     = regexp.MustCompile(`(?i)session`)
	mcpSessions = []string{"github.com/mark3labs/mcp-go/server", "github.com/modelcontextprotocol/go-sdk/mcp"}
)

// isGuarding reports whether a function of a library asks who calls, by its name.
func isGuarding(fn *types.Func) bool {
	name := fn.Pkg().Name() + "." + fn.Name()
	if slices.Contains(mcpSessions, fn.Pkg().Path()) {
		name = session.ReplaceAllString(name, "")
	}
	return guarding.MatchString(name)
}

// listen records what a call of a function that the tables know has to do with who calls the program.
func (b *body) listen(fn *types.Func, out *Call, c *ssa.CallCommon) {
	id := funcid.OfObject(fn)
	b.defaulted(id, out, c)
	b.begun(id, out, c)
	b.asksWho(id, out, c)
	if i, ok := opens[id]; ok && len(out.Results) > 0 {
		b.move(out.Args[i], out.Results[0])
	}
	if l, ok := listens[id]; ok {
		at := Listen{Pos: out.Pos, Call: shortName(fn), Addr: b.listened(l.addr, "Addr", out, c), Handler: b.listened(l.handler, "Handler", out, c)}
		if at.Handler == NoPlace {
			at.Handler = b.place(DefaultMux)
		}
		b.f.Listens = append(b.f.Listens, at)
	} else if c.IsInvoke() && startsOn(fn) { // whichever server it is
		b.f.Listens = append(b.f.Listens, Listen{Pos: out.Pos, Call: fn.Name(), Addr: out.Args[0], Handler: out.On})
	}
	if slices.Contains(answerers, id) && len(out.Results) > 0 {
		b.f.Answerers = append(b.f.Answerers, Answerer{At: out.Results[0], Pos: out.Pos, Call: shortName(fn), Tools: true})
	}
}

// startsOn reports whether a method is like those of servers that listen on an address.
func startsOn(fn *types.Func) bool {
	sig := fn.Signature()
	return fn.Name() == "Start" && sig.Params().Len() == 1 && isText(sig.Params().At(0).Type()) && sig.Results().Len() == 1 && isError(sig.Results().At(0).Type())
}

// listened returns an argument of a function that listens, or the field of the server that has it.
func (b *body) listened(i int, field string, out *Call, c *ssa.CallCommon) Place {
	if i != ofServer {
		return out.Args[i]
	}
	st, _ := StructOf(c.Args[0].Type())
	for i := range st.NumFields() {
		if st.Field(i).Name() == field {
			return b.field(nil, c.Args[0], i)
		}
	}
	return NoPlace
}

// handlers records what a library makes that answers those who call, and what it wraps.
func (b *body) handlers(fn *types.Func, out *Call, c *ssa.CallCommon) {
	id, path := funcid.OfObject(fn), fn.Pkg().Path()
	within := func(of string) bool { return path == of || strings.HasPrefix(path, of+"/") }
	made := NoPlace
	for i, r := range out.Results {
		if answersCalls(c.Signature().Results().At(i).Type()) {
			made = max(made, r)
		}
	}
	router, recv := b.registersWith(out, c), c.Signature().Recv()
	ofInterface := c.IsInvoke() && answersCalls(c.Value.Type())
	if ofInterface || recv != nil && answersCalls(recv.Type()) {
		b.add(Move{From: made, To: router, Loose: true, Around: true}) // a group, or a way, of a router
	}
	for i, arg := range c.Args {
		if !answersCalls(arg.Type()) {
			continue
		}
		to := made
		if to == NoPlace && i > 0 && answersCalls(c.Args[0].Type()) { // it is registered
			to = router
		}
		if id == "net/http.Handle" || id == "net/http.HandleFunc" {
			to = b.place(DefaultMux)
		}
		b.add(Move{From: out.Args[i], To: to, Loose: true, Around: true})
	}
	b.grouped(router, c)
	if ofInterface { // a router that makes a group, a handler for a way
		b.add(Move{From: out.On, To: made, Loose: true, Around: true})
		for _, arg := range out.Args {
			b.add(Move{From: arg, To: out.On, Loose: true, Around: true})
		}
	}
	switch {
	case made == NoPlace, slices.Contains(answerers, id):
	case isGuarding(fn) && !within("net/http"):
		b.f.Asks = append(b.f.Asks, Ask{Pos: out.Pos, What: "calls " + shortName(fn)})
	case !slices.ContainsFunc(harmless, within):
		b.f.Answerers = append(b.f.Answerers, Answerer{At: made, Pos: out.Pos, Call: shortName(fn)})
	}
}

// registersWith returns the place of the router that a call is of, or of the one that this is a part of without a name:
//
//	type Engine struct { RouterGroup }
func (b *body) registersWith(out *Call, c *ssa.CallCommon) Place {
	switch {
	case c.IsInvoke():
		return out.On
	case len(c.Args) == 0:
		return NoPlace
	}
	v := c.Args[0]
	for {
		f, ok := v.(*ssa.FieldAddr)
		if !ok {
			return b.at(v)
		}
		if st, _ := StructOf(f.X.Type()); !st.Field(f.Field).Embedded() {
			return b.at(v)
		}
		v = f.X
	}
}

// grouped records that what a function registers with the router that it gets is registered with the one that a call is of:
//
//	r.Group(func(r chi.Router) { r.Handle("/mcp", handler) })
func (b *body) grouped(router Place, c *ssa.CallCommon) {
	for _, arg := range c.Args {
		if closure, ok := arg.(*ssa.MakeClosure); ok {
			arg = closure.Fn
		}
		fn, ok := arg.(*ssa.Function)
		if !ok {
			continue
		}
		for i, p := range fn.Params {
			if answersCalls(p.Type()) {
				b.add(Move{From: b.place(ParamName(funcid.Of(fn), i)), To: router, Loose: true, Around: true})
			}
		}
	}
}

// shortName returns a function as the code calls it: "http.Server.ListenAndServe".
func shortName(fn *types.Func) string {
	return fn.Pkg().Name() + strings.TrimPrefix(funcid.Key(funcid.OfObject(fn)), fn.Pkg().Path())
}

// answersCalls reports whether a value of a type answers those who call, or is around what does.
func answersCalls(t types.Type) bool {
	t = core(t)
	if sig, ok := t.Underlying().(*types.Signature); ok {
		return slices.ContainsFunc(slices.Collect(sig.Params().Variables()), func(p *types.Var) bool { return isAnswering(p.Type()) })
	}
	return isAnswering(t)
}

// isAnswering is answersCalls for what is no function.
func isAnswering(t types.Type) bool {
	switch name := typeName(t); name {
	case "net/http.Handler", "net/http.HandlerFunc", "net/http.ServeMux", "net/http.ResponseWriter",
		"github.com/mark3labs/mcp-go/server.SSEServer", "github.com/mark3labs/mcp-go/server.StreamableHTTPServer",
		"github.com/modelcontextprotocol/go-sdk/mcp.SSEHandler", "github.com/modelcontextprotocol/go-sdk/mcp.StreamableHTTPHandler",
		"github.com/gin-gonic/gin.Engine", "github.com/gin-gonic/gin.RouterGroup", "github.com/gin-gonic/gin.Context",
		"github.com/gofiber/fiber/v2.App", "github.com/gofiber/fiber/v2.Group", "github.com/gofiber/fiber/v2.Router", "github.com/gofiber/fiber/v2.Ctx",
		"github.com/gorilla/mux.Router", "github.com/gorilla/mux.Route", "github.com/labstack/echo/v4.Echo", "github.com/labstack/echo/v4.Group",
		"github.com/labstack/echo/v4.Context":
		return true
	default:
		pkg, typ, _ := strings.Cut(strings.TrimPrefix(name, "github.com/go-chi/chi"), ".")
		return pkg != name && !strings.Contains(pkg, "/middleware") && (typ == "Router" || typ == "Mux")
	}
}
