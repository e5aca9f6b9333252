package main // want package:`seen 1 places` `agentvet/unread: unknown: .*loop.go:18:23`

import "example.com/unread/loop"

func main() { loop.Run(loop.Message{}) }
