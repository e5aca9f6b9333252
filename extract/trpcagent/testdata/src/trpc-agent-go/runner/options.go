package runner

// Options that change nothing that agentvet reads.

func WithSessionService(...any) Option              { return nil }
func WithMemoryService(...any) Option               { return nil }
func WithSessionIngestor(...any) Option             { return nil }
func WithArtifactService(...any) Option             { return nil }
func WithEvolutionService(...any) Option            { return nil }
func WithAgentFactory(...any) Option                { return nil }
func WithAwaitUserReplyRouting(...any) Option       { return nil }
func WithPersistInterruptedAssistant(...any) Option { return nil }
func WithCandidateSelector(...any) Option           { return nil }
