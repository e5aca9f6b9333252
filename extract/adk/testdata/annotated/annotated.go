// Package annotated has tools whose types and code carry annotations.
package annotated

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"

	"example.com/golden/annotated/mail"
)

type readArgs struct {
	mail.Mail
	Page mail.Page[mail.Mail] `json:"page"`
}

//agentvet:source untrusted
//agentvet:human
func read(ctx agent.Context, args readArgs) (mail.Page[mail.Mail], error) {
	return mail.Page[mail.Mail]{}, nil
}

// The tools of the agent: the directive speaks of one of them.
func tools() []tool.Tool {
	//agentvet:capability exec|fs.write
	//agentvet:sink arg=cmd forbid=untrusted
	run, _ := functiontool.New(functiontool.Config{Name: "run"}, func(agent.Context, map[string]any) (string, error) {
		return "", nil
	})
	inbox, _ := functiontool.New(functiontool.Config{Name: "inbox"}, read)
	sender, _ := mail.Tool("sender")
	loud, _ := mail.Tool("loud") //agentvet:capability net.sms
	return []tool.Tool{run, inbox, sender, loud}
}

func Clerk() (agent.Agent, error) {
	return llmagent.New(llmagent.Config{Name: "clerk", Tools: tools()})
}
