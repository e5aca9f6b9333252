package a2aagent

// Options that change nothing that agentvet reads.

func WithAgentCardURL(...any) Option            { return nil }
func WithAgentCard(...any) Option               { return nil }
func WithCustomEventConverter(...any) Option    { return nil }
func WithA2ADataPartMapper(...any) Option       { return nil }
func WithCustomA2AConverter(...any) Option      { return nil }
func WithA2AClientExtraOptions(...any) Option   { return nil }
func WithStreamingChannelBufSize(...any) Option { return nil }
func WithStreamingRespHandler(...any) Option    { return nil }
func WithTransferStateKey(...any) Option        { return nil }
func WithBuildMessageHook(...any) Option        { return nil }
func WithUserIDHeader(...any) Option            { return nil }
func WithEnableStreaming(...any) Option         { return nil }
