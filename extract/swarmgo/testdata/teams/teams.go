// Package teams has agents whose models name the next one.
package teams

import (
	"github.com/prathyushnallamothu/swarmgo"
	"github.com/prathyushnallamothu/swarmgo/llm"
)

// Write runs a team whose members work together.
func Write(key, start string) error {
	w := swarmgo.NewWorkflow(key, llm.OpenAI, swarmgo.CollaborativeWorkflow)
	editor, writer := &swarmgo.Agent{Name: "editor"}, &swarmgo.Agent{Name: "writer"}
	w.AddAgentToTeam(editor, swarmgo.DocumentTeam)
	w.AddAgent(writer)
	if err := w.ConnectAgents(editor.Name, writer.Name); err != nil {
		return err
	}
	_, err := w.Execute(start, "Write.")
	return err
}

// Report runs a team whose members report to a supervisor, for ever.
func Report(key string) error {
	w := swarmgo.NewWorkflow(key, llm.OpenAI, swarmgo.SupervisorWorkflow)
	for _, name := range []string{"boss", "clerk", "analyst"} {
		w.AddAgentToTeam(&swarmgo.Agent{Name: name}, swarmgo.SupervisorTeam)
	}
	if err := w.SetTeamLeader("boss", swarmgo.SupervisorTeam); err != nil {
		return err
	}
	w.SetCycleHandling(swarmgo.ContinueOnCycle)
	_, err := w.Execute("boss", "Report.")
	return err
}
