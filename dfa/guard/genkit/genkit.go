// Package genkit puts a guard before the tools of programs on Genkit for Go, github.com/firebase/genkit/go.
//
//	mw := genkit.New(g)                                        // one for each guard
//	ctx = genkit.With(ctx, "session-17")                       // what runs in it belongs to the session
//	genkit.Generate(ctx, kit, ai.WithTools(refund), ai.WithUse(others, mw))
//
// The guard is middleware: of a call of a model, of a prompt, or of an agent. A .prompt file names it, once
// genkit.DefineMiddleware has registered it:
//
//	use: [{name: agentvet/guard, config: {agent: desk}}]
//
// It stands before each tool that a model calls there, wherever the tool comes from: tools that are only
// registered, those of other middleware, of plugins and of MCP servers. Requests to models are events of the kind
// llm, and may be refused, which ends the call of the model.
//
// # Sessions
//
// A session is what the program says with With: a conversation, or one run. The program begins it with
// Guard.Start or goes on with Guard.Restore. Without With, it is that of the experimental agent that runs, and
// Session is its name; it begins with the first turn of a conversation of which nobody has said anything yet. What
// runs within a tool, such as agents of the middleware Agents, belongs to the session of the tool. A call in no
// session is refused.
//
// # Refusals
//
// What is refused is the output of the tool, and its text is for the model: an error of a tool would end the call of
// the model. If nothing more may happen in the session, that ends with the *guard.Refusal in its error.
//
// # A human's yes
//
// With Options.Approve the call waits. Without it, the tool is interrupted with a Question, which Asked finds in the
// answer. The program asks, and restarts the tool with what Answer returns. A yes is for this call with these
// arguments, and counts once in a process. The tool does not see it, so it is no answer to a question of its own.
// Whoever gives the program the parts of a conversation can answer: a client that keeps it, for one.
//
// # When it is built
//
// View shows a verifier what a program has registered, and Verified is middleware that verifies each call of a model: see
// package built.
//
// # Not seen
//
// Calls of models without the guard: what a tool calls in its own code has options of its own, and middleware that
// Execute gets replaces that of the prompt, the guard too. Tools that a program runs by itself, as with
// WithReturnToolRequests, in a flow, for the clients of an MCP server or in the developer UI; those that the provider of
// a model runs. Middleware behind the guard stands nearer to the tool, and may change a call that was admitted, or answer
// in the place of the tool: so the guard comes last. None of these gets past a guard that is in the tool itself, which
// Func puts there; it goes together with the middleware. A tool that interrupts has begun, so it is called twice: when it
// interrupts, and when it is restarted. Outputs of several parts stay unknown to rules that ask for results. Resources
// are no tools.
package genkit

import (
	"context"
	"errors"
	"net/url"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/firebase/genkit/go/ai"
	aix "github.com/firebase/genkit/go/ai/exp"
)

// Name is the name of the middleware.
const Name = "agentvet/guard"

// A Middleware puts a guard before tools. New returns one; it may be used any number of times at once.
type Middleware struct {
	// Agent is who calls, for rules and grants that name agents. Genkit has no name for it that the
	// middleware would know.
	Agent string `json:"agent,omitempty"`

	g *guard.Guard
	// spent has the ID of each question that was answered.
	spent *ids
}

// New returns middleware for a guard. There is to be one for each guard: it knows which answers of humans it has
// had.
func New(g *guard.Guard) Middleware { return Middleware{g: g, spent: new(ids)} }

// As returns m for an agent.
func (m Middleware) As(agent string) Middleware {
	m.Agent = agent
	return m
}

// Name implements ai.Middleware.
func (Middleware) Name() string { return Name }

// New implements ai.Middleware.
func (m Middleware) New(context.Context) (*ai.Hooks, error) {
	if m.g == nil {
		return nil, errNoGuard
	}
	return &ai.Hooks{WrapGenerate: m.begin, WrapModel: m.step, WrapTool: m.call}, nil
}

type sessionKey struct{}

// With returns a context of a session.
func With(ctx context.Context, session string) context.Context {
	return context.WithValue(ctx, sessionKey{}, session)
}

// Session returns the name that a session of an experimental agent has for the guard. The agent is that of the
// Middleware, so that agents whose sessions have the same ID have sessions of their own.
func Session(agent, id string) string { return url.PathEscape(agent) + "/" + url.PathEscape(id) }

// A conversation is a session of an experimental agent, whatever its state is.
type conversation interface {
	SessionID() string
	Messages() []*ai.Message
}

// conversationOf returns the conversation of a context, nil if it has none or the program has said what the session
// is.
func conversationOf(ctx context.Context) conversation {
	if ctx.Value(sessionKey{}) != nil {
		return nil
	}
	c, _ := aix.ArtifactStoreFromContext(ctx).(conversation)
	return c
}

// session returns the session of a context, "" if it has none, which no guard knows.
func (m Middleware) session(ctx context.Context) string {
	if c := conversationOf(ctx); c != nil {
		return Session(m.Agent, c.SessionID())
	}
	id, _ := ctx.Value(sessionKey{}).(string)
	return id
}

// begin begins the session of a conversation in which nothing has happened yet.
func (m Middleware) begin(ctx context.Context, p *ai.GenerateParams, next ai.GenerateNext) (*ai.ModelResponse, error) {
	if c := conversationOf(ctx); c != nil && fresh(ctx, c) && !m.g.Has(ctx, m.session(ctx)) {
		if err := m.g.Start(ctx, m.session(ctx)); err != nil && !errors.Is(err, guard.ErrSession) {
			return nil, err
		}
	}
	return next(ctx, p)
}

// fresh reports whether a conversation is in its first turn, and nobody has said anything but what the user says in it.
func fresh(ctx context.Context, c conversation) bool {
	turn, said := aix.TurnContextFromContext(ctx), c.Messages()
	if turn == nil || turn.TurnIndex > 0 || turn.ParentSnapshotID != "" {
		return false
	}
	return len(said) == 0 || len(said) == 1 && said[0].Role == ai.RoleUser
}

// step admits a request to a model. One that is refused ends the call of the model with an error: there is nobody to
// tell.
func (m Middleware) step(ctx context.Context, p *ai.ModelParams, next ai.ModelNext) (*ai.ModelResponse, error) {
	if err := m.g.Step(ctx, m.session(ctx), &dfa.Event{Kind: "llm", Agent: m.Agent}); err != nil {
		return nil, err
	}
	return next(ctx, p)
}

// call admits the call of a tool and says what it returned, or answers in the place of the tool.
func (m Middleware) call(ctx context.Context, p *ai.ToolParams, next ai.ToolNext) (*ai.MultipartToolResponse, error) {
	session := m.session(ctx)
	c := guard.Call{Tool: p.Tool.Name(), Arguments: arguments(p.Request.Input), Agent: m.Agent}
	err := m.admit(ctx, session, c)
	var out *ai.MultipartToolResponse
	if err == nil {
		out, err = next(m.admitted(With(unanswered{ctx}, session), c), p)
		m.returned(ctx, session, c, out, err)
	}
	if d := new(denied); errors.As(err, &d) {
		return &ai.MultipartToolResponse{Output: d.Error()}, nil
	}
	return out, err
}

// denied is the error of a call that is refused, which the model is told of.
type denied struct{ *guard.Refusal }

// Unwrap returns the refusal.
func (d *denied) Unwrap() error { return d.Refusal }

// admit asks the guard. The error may be an interrupt that asks a human.
func (m Middleware) admit(ctx context.Context, session string, c guard.Call) error {
	c.Human = m.answer(ctx, session, c)
	err := m.g.Admit(ctx, session, c)
	r := new(guard.Refusal)
	switch {
	case err == nil || !errors.As(err, &r) || r.Ends():
		return err
	case r.Reason == guard.NeedsApproval:
		return ask(session, c, r)
	}
	return &denied{r}
}

// returned tells the guard what a call returned. A tool that interrupts returns nothing.
func (m Middleware) returned(ctx context.Context, session string, c guard.Call, out *ai.MultipartToolResponse, err error) {
	text := ""
	if err == nil {
		if out == nil || len(out.Content) > 0 {
			return
		}
		if text = guard.JSON(out.Output); text == "" {
			return
		}
	}
	// If it cannot be recorded, it stays unknown, and the guard is strict.
	_ = m.g.Returned(ctx, session, c, text, err != nil)
}
