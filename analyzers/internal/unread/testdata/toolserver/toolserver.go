// Package toolserver serves tools, and is in no table.
package toolserver

import "github.com/someone/toolserver/internal/rpc"

type Server struct{}

func (Server) AddTool(name string, handler func(string) string) {}

func (Server) Serve(method string) string { return rpc.Answer(method) }
