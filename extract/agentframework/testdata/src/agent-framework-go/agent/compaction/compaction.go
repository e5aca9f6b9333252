// Package compaction is a stub with the API of the framework.
package compaction

import "github.com/microsoft/agent-framework-go/agent"

type ContextProviderConfig struct{}

func NewContextProvider(c ContextProviderConfig) agent.ContextProvider { return nil }
