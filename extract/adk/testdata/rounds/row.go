package rounds

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
)

// A row comes to its critic in its forty-first run: each run sets the field behind those that are set.
type row struct {
	critic agent.Agent

	f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31, f32, f33, f34, f35, f36, f37, f38, f39, f40 bool
}

func (r *row) run(ctx agent.InvocationContext) events {
	return func(yield func(*session.Event, error) bool) {
		if r.f40 {
			for ev, err := range r.critic.Run(ctx) {
				if !yield(ev, err) {
					return
				}
			}
		}
		r.f40 = r.f39
		r.f39 = r.f38
		r.f38 = r.f37
		r.f37 = r.f36
		r.f36 = r.f35
		r.f35 = r.f34
		r.f34 = r.f33
		r.f33 = r.f32
		r.f32 = r.f31
		r.f31 = r.f30
		r.f30 = r.f29
		r.f29 = r.f28
		r.f28 = r.f27
		r.f27 = r.f26
		r.f26 = r.f25
		r.f25 = r.f24
		r.f24 = r.f23
		r.f23 = r.f22
		r.f22 = r.f21
		r.f21 = r.f20
		r.f20 = r.f19
		r.f19 = r.f18
		r.f18 = r.f17
		r.f17 = r.f16
		r.f16 = r.f15
		r.f15 = r.f14
		r.f14 = r.f13
		r.f13 = r.f12
		r.f12 = r.f11
		r.f11 = r.f10
		r.f10 = r.f9
		r.f9 = r.f8
		r.f8 = r.f7
		r.f7 = r.f6
		r.f6 = r.f5
		r.f5 = r.f4
		r.f4 = r.f3
		r.f3 = r.f2
		r.f2 = r.f1
		r.f1 = r.f0
		r.f0 = true
	}
}

// Row is longer than what is followed one by one.
func Row() (agent.Agent, error) {
	r := &row{critic: llm("critic")}
	return agent.New(agent.Config{Name: "row", SubAgents: []agent.Agent{r.critic}, Run: r.run})
}
