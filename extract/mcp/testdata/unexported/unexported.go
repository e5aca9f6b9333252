// Command unexported serves what a type of another package keeps that it cannot name: that
// type's methods can be called all the same.
package main

import (
	"github.com/mark3labs/mcp-go/server"

	"example.com/golden/unexported/kept"
)

func main() {
	k := kept.New()
	k.Watch()
	k.Fill()
	server.ServeStdio(k.Server)
}
