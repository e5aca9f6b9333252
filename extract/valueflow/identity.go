package valueflow

// This file records where a program asks who calls it over the network.

import (
	"go/token"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// An Ask is a place where a program looks for what tells who calls, or turns somebody away.
type Ask struct {
	Pos  graph.Pos
	What string // "reads Authorization of a request", "answers 401 Unauthorized"
	// Compares: it compares secrets, which need not be those of who calls: it tells nothing in code that no request comes to.
	Compares bool
}

// secret matches the names of headers, cookies and parameters that tell who calls.
var secret = regexp.MustCompile(`(?i)auth|token|api-?key|\bkey$|secret|signature|password|credential|^x-.*user|client-?cert`)

// asksWho records that a call of a library looks for what tells who calls, or turns somebody away.
func (b *body) asksWho(id string, out *Call, c *ssa.CallCommon) {
	add := func(what string) { b.f.Asks = append(b.f.Asks, Ask{Pos: out.Pos, What: what}) }
	switch id {
	case "(net/http.Header).Get", "(net/http.Header).Values", "(net/textproto.MIMEHeader).Get", "(net/url.Values).Get",
		"(*net/http.Request).FormValue", "(*net/http.Request).PathValue", "(*net/http.Request).Cookie", "(*github.com/gin-gonic/gin.Context).GetHeader",
		"(*github.com/gin-gonic/gin.Context).Query", "(*github.com/gofiber/fiber/v2.Ctx).Get", "(*github.com/gofiber/fiber/v2.Ctx).Cookies",
		"(*github.com/gofiber/fiber/v2.Ctx).Query":
		name := c.Args[len(c.Args)-1]
		if strings.HasPrefix(id, "(*github.com/gofiber/") { // a default stands behind it
			name = c.Args[1]
		}
		switch text := wordOf(name); {
		case isAnswered(c.Args[0]), id == "(net/url.Values).Get" && !b.f.Requests: // of an address that the program makes
		case !isConst(name):
			add("reads a header")
		case secret.MatchString(text):
			add("reads " + text + " of a request")
		}
	case "(*net/http.Request).BasicAuth", "(*net/http.Request).Cookies":
		add("calls " + funcid.Name(id))
	case "crypto/subtle.ConstantTimeCompare", "crypto/hmac.Equal":
		b.f.Asks = append(b.f.Asks, Ask{Pos: out.Pos, What: "calls " + funcid.Name(id), Compares: true})
	default:
		if verifying.MatchString(funcid.Name(id)) && slices.ContainsFunc(c.Args, isOfRequest) {
			add("calls " + funcid.Name(id))
		}
	}
}

// verifying matches the names of library functions that look at a request for what only those know who may call, as webhooks have it.
var verifying = regexp.MustCompile(`(?i)verif|validat|secret|signature|parse(request|webhook|payload)`)

// isOfRequest reports whether a value is what somebody asks over HTTP, or its headers.
func isOfRequest(v ssa.Value) bool {
	name := typeName(v.Type())
	return name == "net/http.Request" || name == "net/http.Header"
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
			b.f.Asks = append(b.f.Asks, Ask{Pos: b.pos(pos), What: "answers " + map[int]string{401: "401 Unauthorized", 403: "403 Forbidden"}[n]})
		}
	}
}

// asksByField records that an instruction reads a header by its name, or demands certificates of those who call.
func (b *body) asksByField(instr ssa.Instruction) {
	switch in := instr.(type) {
	case *ssa.Lookup:
		if typeName(in.X.Type()) == "net/http.Header" && (!isConst(in.Index) || secret.MatchString(wordOf(in.Index))) {
			b.f.Asks = append(b.f.Asks, Ask{Pos: b.pos(in.Pos()), What: "reads a header"})
		}
	case *ssa.FieldAddr:
		switch FieldOf(in.X.Type(), in.Field) {
		case FieldName("crypto/tls.Config", "ClientAuth"), FieldName("crypto/tls.ConnectionState", "PeerCertificates"):
			b.f.Asks = append(b.f.Asks, Ask{Pos: b.pos(in.Pos()), What: "asks for a certificate"})
		}
	}
}
