package mcp

// Options that change nothing that agentvet reads.

func WithMCPOptions(...any) ToolSetOption             { return nil }
func WithSessionReconnect(...any) ToolSetOption       { return nil }
func WithSessionReconnectConfig(...any) ToolSetOption { return nil }
