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
		handlers[c.Function.Name](c.Function.Arguments)
	}
}
