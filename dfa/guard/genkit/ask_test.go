package genkit_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/genkit"
	"github.com/firebase/genkit/go/ai"
	kit "github.com/firebase/genkit/go/genkit"
)

// approve is a rule that wants a human.
var approve = []guard.Rule{{Name: "approve", Text: "human before each tool:refund", Handling: dfa.Escalate}}

// A desk is a program whose model wants a refund.
type desk struct {
	*testing.T
	k     *kit.Genkit
	g     *guard.Guard
	mw    genkit.Middleware
	tools []ai.ToolRef
	ran   *recorder
}

func newDesk(t *testing.T, rules []guard.Rule, more ...string) *desk {
	t.Helper()
	d := &desk{T: t, k: newKit(), g: newGuard(t, rules, more...), ran: new(recorder)}
	d.mw = genkit.New(d.g)
	d.tools = define(d.k, d.ran.run)
	return d
}

// say generates, and returns what the model is told of one call.
func (d *desk) say(o ...ai.GenerateOption) (*ai.ModelResponse, string, error) {
	d.Helper()
	ctx, heard := listen(genkit.With(d.Context(), "s"))
	out, err := kit.Generate(ctx, d.k, append(o, ai.WithTools(d.tools...), ai.WithUse(d.mw))...)
	return out, heard.text["0"], err
}

// asked makes the model want a call, and returns the part that is interrupted, as a client has kept it.
func (d *desk) asked(c guard.Call) (*ai.Part, []*ai.Message) {
	d.Helper()
	out, _, err := d.say(ai.WithPrompt("%s", want(c)))
	if err != nil {
		d.Fatal(err)
	}
	if len(out.Interrupts()) != 1 || out.FinishReason != ai.FinishReasonInterrupted {
		d.Fatalf("no interrupt: %v", out.Message.Content)
	}
	text, err := json.Marshal(out.History())
	if err != nil {
		d.Fatal(err)
	}
	var kept []*ai.Message
	if err := json.Unmarshal(text, &kept); err != nil {
		d.Fatal(err)
	}
	return kept[len(kept)-1].Content[0], kept
}

var refund = guard.Call{Tool: "refund", Arguments: `{"amount":7}`}

// TestInterrupt: without an approver the tool is interrupted with a question, and goes on with the answer, once.
func TestInterrupt(t *testing.T) {
	for _, yes := range []bool{true, false} {
		d := newDesk(t, approve)
		p, history := d.asked(refund)
		d.ran.want(t)
		q := genkit.Asked(p)
		if q == nil || q.Tool != "refund" || q.Arguments != refund.Arguments || len(q.Rules) != 1 || q.Rules[0] != "approve" || !strings.Contains(q.Text, "human must say yes") {
			t.Errorf("the question is %+v", q)
		}
		restart, err := genkit.Answer(p, yes)
		if err != nil {
			t.Fatal(err)
		}
		_, told, err := d.say(ai.WithMessages(history...), ai.WithToolRestarts(restart))
		if err != nil || strings.Contains(told, "said no") == yes {
			t.Errorf("after %v: told %q, %v", yes, told, err)
		}
		if yes {
			d.ran.want(t, "refund")
		} else {
			d.ran.want(t)
		}
		// The same answer again, and the next call.
		before := len(d.ran.list)
		if _, told, err := d.say(ai.WithMessages(history...), ai.WithToolRestarts(restart)); err != nil || !strings.Contains(told, "said no") {
			t.Errorf("the answer counts twice: told %q, %v", told, err)
		}
		d.asked(refund)
		if len(d.ran.list) != before {
			t.Errorf("%q ran", d.ran.list)
		}
	}
}

// TestOtherCall: a yes is for the call that it was given for.
func TestOtherCall(t *testing.T) {
	for name, change := range map[string]func(*ai.Part){
		"arguments": func(p *ai.Part) { p.ToolRequest.Input = map[string]any{"amount": 7000} },
		"question": func(p *ai.Part) {
			p.Metadata["resumed"] = map[string]any{"agentvet/guard": map[string]any{"yes": true}}
		},
		"other answer": func(p *ai.Part) { p.Metadata["resumed"] = map[string]any{"toolApproved": true} },
		"bare":         func(p *ai.Part) { p.Metadata["resumed"] = true },
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, approve)
			p, history := d.asked(refund)
			restart, err := genkit.Answer(p, true)
			if err != nil {
				t.Fatal(err)
			}
			change(restart)
			_, told, err := d.say(ai.WithMessages(history...), ai.WithToolRestarts(restart))
			if err == nil && !strings.Contains(told, "said no") {
				t.Errorf("told %q", told)
			}
			d.ran.want(t)
		})
	}
	if _, err := genkit.Answer(ai.NewTextPart("yes"), true); err == nil {
		t.Error("a text is a question")
	}
}

// TestOwnQuestion: the answer to the guard is none to a question of the tool, nor to what the tool calls.
func TestOwnQuestion(t *testing.T) {
	d := newDesk(t, approve, "pay")
	asked, resumed := 0, 0
	pay := kit.DefineTool(d.k, "pay", "pay", func(ctx *ai.ToolContext, _ map[string]any) (string, error) {
		if !ctx.IsResumed() {
			asked++
			return "", ctx.Interrupt(&ai.InterruptOptions{Metadata: map[string]any{"sure": true}})
		}
		resumed++
		return "paid", nil
	})
	d.g = newGuard(t, []guard.Rule{{Name: "approve", Text: "human before each tool:pay", Handling: dfa.Escalate}}, "pay")
	d.mw = genkit.New(d.g)
	d.tools = []ai.ToolRef{pay}
	p, history := d.asked(guard.Call{Tool: "pay", Arguments: `{"amount":7}`})
	restart, err := genkit.Answer(p, true)
	if err != nil {
		t.Fatal(err)
	}
	if _, told, err := d.say(ai.WithMessages(history...), ai.WithToolRestarts(restart)); err == nil || asked != 1 || resumed != 0 {
		t.Errorf("the tool asked %d times and was resumed %d times; told %q, %v", asked, resumed, told, err)
	}
}

// TestInner: a tool that was confirmed cannot call itself with the same yes.
func TestInner(t *testing.T) {
	d := newDesk(t, nil, "pay")
	ran := 0
	pay := kit.DefineTool(d.k, "pay", "pay", func(ctx *ai.ToolContext, _ map[string]any) (string, error) {
		if ran++; ran > 1 {
			return "paid", nil
		}
		out, err := kit.Generate(ctx, d.k, ai.WithPrompt("%s", want(guard.Call{Tool: "pay", Arguments: `{"amount":7}`})),
			ai.WithTools(ai.ToolName("pay")), ai.WithUse(d.mw))
		if err == nil && len(out.Interrupts()) != 1 {
			err = errors.New("nobody was asked")
		}
		return "paid", err
	})
	d.mw = genkit.New(newGuard(t, []guard.Rule{{Name: "approve", Text: "human before each tool:pay", Handling: dfa.Escalate}}, "pay"))
	d.tools = []ai.ToolRef{pay}
	p, history := d.asked(guard.Call{Tool: "pay", Arguments: `{"amount":7}`})
	restart, err := genkit.Answer(p, true)
	if err != nil {
		t.Fatal(err)
	}
	if _, told, err := d.say(ai.WithMessages(history...), ai.WithToolRestarts(restart)); err != nil || told != "paid" || ran != 1 {
		t.Errorf("%d calls, told %q, %v", ran, told, err)
	}
}
