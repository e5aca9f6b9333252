package main // want `agentvet/unread: unknown: .*loop.go:18:23`

import "example.com/module/loop"

func main() { loop.Run(loop.Message{}) }
