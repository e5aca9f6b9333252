package main

import "example.com/unread/loop"

func main() {
	name(loop.Call{})
	other(loop.Call{})
}

// other comes first and has no directive: the one at the second place silences the package.
func other(c loop.Call) string { return c.Function.Name }

func name(c loop.Call) string {
	//agentvet:ignore agentvet/unread a gateway passes the name on
	return c.Function.Name
}

//agentvet:ignore agentvet/unread nothing is here // want `agentvet/unused-ignore`
