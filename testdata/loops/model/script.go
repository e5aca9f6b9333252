package model

// This file says what the model answers.

import "slices"

// A Script decides the answers. The zero Script calls each tool once.
type Script struct {
	Forever   string                    // the tool that is called in every turn; "*" is the first one
	Most      int                       // turns after which even such a model ends; 0 is 200
	Only      []string                  // the tools that are called; nil is all
	Arguments map[string]map[string]any // of the tools for which the schema says too little
	Text      string                    // the final answer; "" is "Done."
}

// call returns the tool to call in a turn of a conversation that offers tools and
// has had the calls of those named. Some programs offer their tools in another
// order each time.
func (s *Script) call(tools []Tool, had []string) (Tool, bool) {
	wanted := func(t Tool) bool {
		return !slices.Contains(had, t.Name) && (s.Only == nil || slices.Contains(s.Only, t.Name))
	}
	if s.Forever != "" {
		most := s.Most
		if most == 0 {
			most = 200
		}
		wanted = func(t Tool) bool { return len(had) < most && (s.Forever == "*" || t.Name == s.Forever) }
	}
	i := slices.IndexFunc(tools, wanted)
	if i < 0 {
		return Tool{}, false
	}
	return tools[i], true
}

func (s *Script) arguments(t Tool) map[string]any {
	if args, ok := s.Arguments[t.Name]; ok {
		return args
	}
	args, _ := example("", t.Schema, t.Schema, 0).(map[string]any)
	if args == nil {
		args = map[string]any{}
	}
	return args
}

func (s *Script) text() string {
	if s.Text == "" {
		return "Done."
	}
	return s.Text
}
