package chainagent

// Options that change nothing that agentvet reads.

func WithChannelBufferSize(...any) Option { return nil }
