package graph

// Options that change nothing that agentvet reads.

func WithName(...any) Option                               { return nil }
func WithDescription(...any) Option                        { return nil }
func WithUserInputKey(...any) Option                       { return nil }
func WithAgentNodeInputMapper(...any) Option               { return nil }
func WithRefreshToolSetsOnRun(...any) Option               { return nil }
func WithEnableParallelTools(...any) Option                { return nil }
func WithToolConcurrencyConfig(...any) Option              { return nil }
func WithCacheKeyFields(...any) Option                     { return nil }
func WithCacheKeySelector(...any) Option                   { return nil }
func WithNodeCachePolicy(...any) Option                    { return nil }
func WithRetryPolicy(...any) Option                        { return nil }
func WithGenerationConfig(...any) Option                   { return nil }
func WithStreamOutput(...any) Option                       { return nil }
func WithDestinations(...any) Option                       { return nil }
func WithNodeErrorCallback(...any) Option                  { return nil }
func WithToolCallRetryPolicy(...any) Option                { return nil }
func WithAgentNodeEventCallback(...any) Option             { return nil }
func WithSubgraphInputMapper(...any) Option                { return nil }
func WithAgentNodeRunOptions(...any) Option                { return nil }
func WithSubgraphIsolatedMessages(...any) Option           { return nil }
func WithSubgraphInputFromLastResponse(...any) Option      { return nil }
func WithSubgraphEventScope(...any) Option                 { return nil }
func WithModelCallbacks(...any) Option                     { return nil }
func WithChannelBufferSize(...any) ExecutorOption          { return nil }
func WithMaxConcurrency(...any) ExecutorOption             { return nil }
func WithStepTimeout(...any) ExecutorOption                { return nil }
func WithNodeTimeout(...any) ExecutorOption                { return nil }
func WithCheckpointSaver(...any) ExecutorOption            { return nil }
func WithCheckpointSaveTimeout(...any) ExecutorOption      { return nil }
func WithExecutionEngine(e ExecutionEngine) ExecutorOption { return nil }
func WithDefaultRetryPolicy(...any) ExecutorOption         { return nil }

type ExecutionEngine string

const (
	ExecutionEngineBSP ExecutionEngine = "bsp"
	ExecutionEngineDAG ExecutionEngine = "dag"
)
