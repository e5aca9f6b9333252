// Package clean sees every patient.
package clean

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
	"github.com/tmc/langchaingo/tools"
)

// A Visit is one patient's visit.
type Visit struct {
	Complaint string
	Urgent    bool
	Notes     []string
}

// prescribe writes a prescription.
type prescribe struct{}

func (prescribe) Name() string        { return "prescribe_drug" }
func (prescribe) Description() string { return "Prescribes a drug." }
func (prescribe) Call(_ context.Context, input string) (string, error) {
	return "prescribed for " + input, nil
}

// Examination is a graph with a typed state: a doctor looks before anything is
// prescribed.
func Examination() *graph.StateGraphTyped[Visit] {
	g := graph.NewStateGraphTyped[Visit]()
	g.AddNode("ask", "asks the patient", note("asked"))
	g.AddNode("doctor", "asks a doctor", func(ctx context.Context, v Visit) (Visit, error) {
		answer, err := graph.Interrupt(ctx, v.Complaint)
		if err != nil {
			return v, err
		}
		v.Notes = append(v.Notes, answer.(string))
		return v, nil
	})
	g.AddNode("prescribe", "prescribes", treat(prescribe{}))
	g.SetEntryPoint("ask")
	g.AddConditionalEdge("ask", func(_ context.Context, v Visit) string {
		if v.Complaint == "" {
			return graph.END
		}
		return "doctor"
	})
	g.AddEdge("doctor", "prescribe")
	g.AddEdge("prescribe", graph.END)
	return g
}

// Reception is a graph with any state, whose nodes command.
func Reception() *graph.StateGraph {
	g := graph.NewStateGraph()
	g.AddNode("greet", "greets", func(_ context.Context, state any) (any, error) {
		if v, ok := state.(Visit); ok && v.Urgent {
			return &graph.Command{Update: state, Goto: "nurse"}, nil
		}
		return &graph.Command{Update: state, Goto: "wait"}, nil
	})
	g.AddNode("nurse", "looks at once", same)
	g.AddNode("wait", "waits", same)
	g.AddEdge("nurse", graph.END)
	g.AddEdge("wait", graph.END)
	g.SetEntryPoint("greet")
	return g
}

// Open compiles and runs both.
func Open(ctx context.Context, v Visit) error {
	reception, err := Reception().Compile()
	if err != nil {
		return err
	}
	if _, err := reception.Invoke(ctx, v); err != nil {
		return err
	}
	examination, err := Examination().Compile()
	if err != nil {
		return err
	}
	_, err = examination.Invoke(ctx, v)
	return err
}

func note(text string) func(context.Context, Visit) (Visit, error) {
	return func(_ context.Context, v Visit) (Visit, error) {
		v.Notes = append(v.Notes, text)
		return v, nil
	}
}

func treat(t tools.Tool) func(context.Context, Visit) (Visit, error) {
	return func(ctx context.Context, v Visit) (Visit, error) {
		out, err := t.Call(ctx, v.Complaint)
		v.Notes = append(v.Notes, out)
		return v, err
	}
}

func same(_ context.Context, state any) (any, error) { return state, nil }
