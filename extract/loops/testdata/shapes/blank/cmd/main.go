// Command cmd has a desk, to which it gives tools.
package main

import (
	"context"
	"os"

	"shapes/blank/desk"
)

var tools = []desk.Tool{{"read", read}, {"remove", remove}}

func main() {
	d := desk.New()
	d.SetTools(tools)
	d.Run(context.Background())
}

func read(args string) string {
	data, _ := os.ReadFile(args)
	return string(data)
}

func remove(args string) string {
	os.Remove(args)
	return ""
}
