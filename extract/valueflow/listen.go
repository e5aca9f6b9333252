package valueflow

// This file records where a program waits for others to call it over the network, on which address, what answers them,
// and whether it asks who they are.

import (
	"cmp"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
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

// An Ask is a place where a program looks for what tells who calls, or turns somebody away.
type Ask struct {
	Pos  graph.Pos
	What string // "reads the header Authorization", "answers 401"
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
	"(*github.com/labstack/echo/v4.Echo).Start":                        {1, 0},
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
	"github.com/gin-gonic/gin", "github.com/gin-contrib/cors", "github.com/go-chi/chi", "github.com/go-chi/cors", "github.com/gorilla/handlers",
	"github.com/gorilla/mux", "github.com/labstack/echo", "github.com/mark3labs/mcp-go/server", "github.com/modelcontextprotocol/go-sdk/mcp",
	"github.com/prometheus/client_golang/prometheus/promhttp", "github.com/rs/cors",
}

// guarding matches names of functions of libraries that ask who calls.
var guarding = regexp.MustCompile(`(?i)auth|jwt|bearer|token|apikey|oauth|oidc|session|ipfilter|allowlist|whitelist`)

// secret matches the names of headers, cookies and parameters that tell who calls.
var secret = regexp.MustCompile(`(?i)auth|token|api-?key|\bkey$|secret|signature|password|credential|^x-.*user|client-?cert`)

// defaults are the library functions that make a setting, with the argument that is its value where nobody sets another one. A
// function whose name ends in Var puts it where its first argument leads.
var defaults = map[string]int{
	"flag.String": 1, "flag.StringVar": 2, "(*flag.FlagSet).String": 2, "(*flag.FlagSet).StringVar": 3,
	"github.com/spf13/pflag.String": 1, "github.com/spf13/pflag.StringP": 2,
	"github.com/spf13/pflag.StringVar": 2, "github.com/spf13/pflag.StringVarP": 3,
	"(*github.com/spf13/pflag.FlagSet).String": 2, "(*github.com/spf13/pflag.FlagSet).StringP": 3,
	"(*github.com/spf13/pflag.FlagSet).StringVar": 3, "(*github.com/spf13/pflag.FlagSet).StringVarP": 4,
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
	st, _ := structOf(c.Args[0].Type())
	for i := range st.NumFields() {
		if st.Field(i).Name() == field {
			return b.field(nil, c.Args[0], i)
		}
	}
	return NoPlace
}

// defaulted records what settings are where nobody sets them.
func (b *body) defaulted(id string, out *Call, c *ssa.CallCommon) {
	if method, ok := strings.CutPrefix(strings.Replace(id, "(*github.com/spf13/viper.Viper).", viper, 1), viper); ok {
		b.viper(method, out, c)
		return
	}
	i, ok := defaults[id]
	switch {
	case len(out.Results) == 0 && !strings.Contains(id, "Var"):
	case id == "cmp.Or":
		b.move(out.Args[0], out.Results[0])
	case !ok:
	case strings.Contains(id, "Var"):
		b.setting(out.Args[i], out.Args[slices.IndexFunc(c.Args, func(v ssa.Value) bool { return isTextPointer(v.Type()) })])
	default:
		b.setting(out.Args[i], out.Results[0])
	}
}

// setting says that what is at a place is the value of a setting where nobody sets another one.
func (b *body) setting(value, at Place) {
	b.move(value, at)
	b.move(b.local(), at)
}

const viper = "github.com/spf13/viper."

// viper records defaults of settings that are known by their names, and what gets them.
func (b *body) viper(method string, out *Call, c *ssa.CallCommon) {
	named := func(key string) Place { return b.place(VarName("viper " + strings.ToLower(key))) }
	last := len(c.Args) - 1
	switch method {
	case "SetDefault":
		b.setting(out.Args[last], named(constantText(c.Args[last-1])))
	case "GetString":
		if len(out.Results) > 0 {
			b.move(named(constantText(c.Args[last])), out.Results[0])
		}
	case "Unmarshal", "UnmarshalExact":
		to := c.Args[len(c.Args)-2] // options come last
		if box, ok := to.(*ssa.MakeInterface); ok {
			b.unmarshalled(box.X.Type(), "", named, 0)
		}
	}
}

// unmarshalled says that the fields of a struct get settings, by their names.
func (b *body) unmarshalled(t types.Type, prefix string, named func(string) Place, depth int) {
	st, name := structOf(t)
	if st == nil || depth > maxUnmarshalled {
		return
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		key, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("mapstructure"), ",")
		key = prefix + cmp.Or(key, f.Name())
		if isText(f.Type()) {
			b.move(named(key), b.place(FieldName(name, f.Name())))
		}
		b.unmarshalled(f.Type(), key+".", named, depth+1)
	}
}

// maxUnmarshalled is how deep structs are in each other.
const maxUnmarshalled = 8

func isTextPointer(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	return ok && isText(p.Elem())
}

func constantText(v ssa.Value) string {
	if c, ok := v.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
		return constant.StringVal(c.Value)
	}
	return ""
}

// tagDefaults are the keys of struct tags by which libraries that read settings know what a field is where nobody sets it.
var tagDefaults = []string{"default", "envDefault", "env-default"}

// tagDefault records what a field is that is read where nobody sets it.
func (b *body) tagDefault(tag string, p Place, pos token.Pos) {
	for _, key := range tagDefaults {
		if text, ok := reflect.StructTag(tag).Lookup(key); ok {
			at := b.local()
			b.f.Texts = append(b.f.Texts, Text{b.block, at, text, b.pos(pos)})
			b.setting(at, p)
		}
	}
}

// begun records what a text begins with that a library puts together.
func (b *body) begun(id string, out *Call, c *ssa.CallCommon) {
	if len(out.Results) == 0 {
		return
	}
	switch id {
	case "net.JoinHostPort":
		b.begins(out.Args[0], out.Results[0])
	case "fmt.Sprintf", "fmt.Sprint":
		format := constantText(c.Args[0])
		switch {
		case id == "fmt.Sprint" || strings.HasPrefix(format, "%s") || strings.HasPrefix(format, "%v"):
			if first := firstListed(c.Args[len(c.Args)-1]); first != nil {
				b.begins(b.at(first), out.Results[0])
			}
		case format != "" && format[0] != '%':
			p := b.local()
			prefix, _, _ := strings.Cut(format, "%")
			b.f.Texts = append(b.f.Texts, Text{b.block, p, prefix, out.Pos})
			b.begins(p, out.Results[0])
		}
	}
}

// begins says that a text begins with another one.
func (b *body) begins(from, to Place) { b.add(Move{From: from, To: to, Loose: true, Begins: true}) }

// firstListed returns the first value of a list that a call shows, nil if it shows none.
func firstListed(list ssa.Value) ssa.Value {
	s, ok := list.(*ssa.Slice)
	if !ok {
		return nil
	}
	for _, ref := range *s.X.Referrers() {
		at, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		if n, isInt := intAt(at.Index); !isInt || n != 0 {
			continue
		}
		for _, ref := range *at.Referrers() {
			if set, ok := ref.(*ssa.Store); ok && set.Addr == at {
				return set.Val
			}
		}
	}
	return nil
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
	for i, arg := range c.Args {
		if !answersCalls(arg.Type()) {
			continue
		}
		to := made
		if to == NoPlace && i > 0 && answersCalls(c.Args[0].Type()) { // it is registered
			to = out.Args[0]
		}
		if id == "net/http.Handle" || id == "net/http.HandleFunc" {
			to = b.place(DefaultMux)
		}
		b.add(Move{From: out.Args[i], To: to, Loose: true, Around: true})
	}
	b.grouped(out, c)
	if c.IsInvoke() && answersCalls(c.Value.Type()) { // a router that makes a group, a handler for a way
		b.add(Move{From: out.On, To: made, Loose: true, Around: true})
		for _, arg := range out.Args {
			b.add(Move{From: arg, To: out.On, Loose: true, Around: true})
		}
	}
	switch {
	case made == NoPlace, slices.Contains(answerers, id):
	case guarding.MatchString(fn.Name()) && !within("net/http"):
		b.f.Asks = append(b.f.Asks, Ask{out.Pos, "calls " + shortName(fn)})
	case !slices.ContainsFunc(harmless, within):
		b.f.Answerers = append(b.f.Answerers, Answerer{At: made, Pos: out.Pos, Call: shortName(fn)})
	}
}

// grouped records that what a function registers with the router that it gets is registered with the one that a call is of:
//
//	r.Group(func(r chi.Router) { r.Handle("/mcp", handler) })
func (b *body) grouped(out *Call, c *ssa.CallCommon) {
	router := out.On
	if !c.IsInvoke() && len(out.Args) > 0 {
		router = out.Args[0]
	}
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
	return strings.TrimPrefix(funcid.Key(funcid.OfObject(fn)), strings.TrimSuffix(fn.Pkg().Path(), fn.Pkg().Name()))
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
		"github.com/gorilla/mux.Router", "github.com/gorilla/mux.Route", "github.com/labstack/echo/v4.Echo", "github.com/labstack/echo/v4.Context":
		return true
	default:
		pkg, typ, _ := strings.Cut(strings.TrimPrefix(name, "github.com/go-chi/chi"), ".")
		return pkg != name && !strings.Contains(pkg, "/middleware") && (typ == "Router" || typ == "Mux")
	}
}

// asksWho records that a call of a library looks for what tells who calls, or turns somebody away.
func (b *body) asksWho(id string, out *Call, c *ssa.CallCommon) {
	add := func(what string) { b.f.Asks = append(b.f.Asks, Ask{out.Pos, what}) }
	switch id {
	case "(net/http.Header).Get", "(net/http.Header).Values", "(net/textproto.MIMEHeader).Get", "(net/url.Values).Get",
		"(*net/http.Request).FormValue", "(*net/http.Request).PathValue", "(*net/http.Request).Cookie", "(*github.com/gin-gonic/gin.Context).GetHeader",
		"(*github.com/gin-gonic/gin.Context).Query":
		name := c.Args[len(c.Args)-1]
		switch text := constantText(name); {
		case isAnswered(c.Args[0]):
		case !isConst(name):
			add("reads a header")
		case secret.MatchString(text):
			add("reads " + text + " of a request")
		}
	case "(*net/http.Request).BasicAuth", "(*net/http.Request).Cookies", "crypto/subtle.ConstantTimeCompare", "crypto/hmac.Equal":
		add("calls " + funcid.Name(id))
	}
}

// isAnswered reports whether a value is read of what somebody else has answered.
func isAnswered(header ssa.Value) bool {
	load, ok := header.(*ssa.UnOp)
	if !ok {
		return false
	}
	field, ok := load.X.(*ssa.FieldAddr)
	return ok && typeName(field.X.Type()) == "net/http.Response"
}

// refuses records that a call turns somebody away.
func (b *body) refuses(c *ssa.CallCommon, pos token.Pos) {
	answering := c.IsInvoke() && isAnswering(c.Value.Type())
	for _, arg := range c.Args {
		answering = answering || isAnswering(arg.Type())
	}
	if !answering {
		return
	}
	for _, arg := range c.Args {
		if n, ok := intAt(arg); ok && (n == 401 || n == 403) {
			b.f.Asks = append(b.f.Asks, Ask{b.pos(pos), "answers " + map[int]string{401: "401 Unauthorized", 403: "403 Forbidden"}[n]})
		}
	}
}

// asksByField records that an instruction reads a header by its name, or demands certificates of those who call.
func (b *body) asksByField(instr ssa.Instruction) {
	switch in := instr.(type) {
	case *ssa.Lookup:
		if typeName(in.X.Type()) == "net/http.Header" && (!isConst(in.Index) || secret.MatchString(constantText(in.Index))) {
			b.f.Asks = append(b.f.Asks, Ask{b.pos(in.Pos()), "reads a header"})
		}
	case *ssa.FieldAddr:
		switch FieldOf(in.X.Type(), in.Field) {
		case FieldName("crypto/tls.Config", "ClientAuth"), FieldName("crypto/tls.ConnectionState", "PeerCertificates"):
			b.f.Asks = append(b.f.Asks, Ask{b.pos(in.Pos()), "asks for a certificate"})
		}
	}
}
