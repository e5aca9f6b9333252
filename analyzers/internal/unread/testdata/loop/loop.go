package loop

type Call struct {
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

type Message struct {
	Calls []Call `json:"tool_calls"`
}

var handlers = make(map[string]func(string))

func Run(m Message) {
	for _, c := range m.Calls {
		handlers[c.Function.Name](c.Function.Arguments) // want `agentvet/unread: unknown: there may be an agent that was not read: code reads which tool a model wants called, and what it does then was not understood`
	}
}
