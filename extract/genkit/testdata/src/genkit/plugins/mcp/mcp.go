// Package mcp is a stub of Genkit's package of that name.
package mcp

import "github.com/firebase/genkit/go/genkit"

type MCPServerOptions struct{ Name, Version string }

type GenkitMCPServer struct{}

func NewMCPServer(g *genkit.Genkit, options MCPServerOptions) *GenkitMCPServer { return nil }

func (s *GenkitMCPServer) ServeStdio() error { return nil }

type MCPHostOptions struct{ Name string }

type MCPHost struct{}

func NewMCPHost(g *genkit.Genkit, options MCPHostOptions) (*MCPHost, error) { return nil, nil }
