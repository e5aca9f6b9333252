package main

import "example.com/unread/loop"

func main() { name(loop.Call{}) }

func name(c loop.Call) string {
	//agentvet:ignore agentvet/unread a gateway passes the name on
	return c.Function.Name
}

//agentvet:ignore agentvet/unread nothing is here // want `agentvet/unused-ignore`
