package graphagent

// Options that change nothing that agentvet reads.

func WithInitialState(...any) Option                                  { return nil }
func WithChannelBufferSize(...any) Option                             { return nil }
func WithMaxConcurrency(...any) Option                                { return nil }
func WithCheckpointSaver(...any) Option                               { return nil }
func WithExecutionEngine(...any) Option                               { return nil }
func WithAddSessionSummary(...any) Option                             { return nil }
func WithSessionSummaryInjectionMode(...any) Option                   { return nil }
func WithMaxHistoryRuns(...any) Option                                { return nil }
func WithEnableContextCompaction(...any) Option                       { return nil }
func WithContextCompactionToolResultMaxTokens(...any) Option          { return nil }
func WithContextCompactionKeepRecentRequests(...any) Option           { return nil }
func WithContextCompactionOversizedToolResultMaxTokens(...any) Option { return nil }
func WithContextCompactionTokenCounter(...any) Option                 { return nil }
func WithMessageTimelineFilterMode(...any) Option                     { return nil }
func WithMessageBranchFilterMode(...any) Option                       { return nil }
func WithMessageFilterMode(...any) Option                             { return nil }
func WithReasoningContentMode(...any) Option                          { return nil }
func WithSummaryFormatter(...any) Option                              { return nil }
func WithPreserveForeignMessages(...any) Option                       { return nil }
func WithEventMessageProjector(...any) Option                         { return nil }
