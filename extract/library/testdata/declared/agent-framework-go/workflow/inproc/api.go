package inproc

import (
	"context"
	"iter"

	"github.com/microsoft/agent-framework-go/workflow"
	"github.com/microsoft/agent-framework-go/workflow/checkpoint"
	"github.com/microsoft/agent-framework-go/workflow/internal/execution"
)

func WithSessionID(sessionID string) ExecutionOption
func WithPendingRequestRepublish(enabled bool) ExecutionOption
func BindSubworkflowAsExecutor(wf *workflow.Workflow, id string) workflow.ExecutorBinding

type ExecutionEnvironment struct {
}

func (e *ExecutionEnvironment) WithCheckpointing(mgr checkpoint.Manager) *ExecutionEnvironment
func (e *ExecutionEnvironment) IsCheckpointingEnabled() bool
func (e *ExecutionEnvironment) RunStreaming(ctx context.Context, wf *workflow.Workflow, msg any, opts ...ExecutionOption) (*StreamingRun, error)
func (e *ExecutionEnvironment) ResumeStreaming(ctx context.Context, wf *workflow.Workflow, fromCheckpoint workflow.CheckpointInfo, opts ...ExecutionOption) (*StreamingRun, error)
func (e *ExecutionEnvironment) Run(ctx context.Context, wf *workflow.Workflow, msg any, opts ...ExecutionOption) (*Run, error)
func (e *ExecutionEnvironment) Resume(ctx context.Context, wf *workflow.Workflow, fromCheckpoint workflow.CheckpointInfo, opts ...ExecutionOption) (*Run, error)

type ExecutionOption func(*executionOptions)

type Run struct {
}

func (run *Run) SessionID() string
func (run *Run) IsCheckpointingEnabled() bool
func (run *Run) Checkpoints() []workflow.CheckpointInfo
func (run *Run) LastCheckpoint() (workflow.CheckpointInfo, bool)
func (run *Run) RestoreCheckpoint(ctx context.Context, checkpointInfo workflow.CheckpointInfo) error
func (run *Run) GetStatus(ctx context.Context) (RunStatus, error)
func (run *Run) OutgoingEvents() iter.Seq[workflow.Event]
func (run *Run) NewEventCount() int
func (run *Run) NewEvents() iter.Seq[workflow.Event]
func (run *Run) Resume(ctx context.Context, messages ...any) (bool, error)
func (run *Run) Close(ctx context.Context) error
func (run *Run) RunToNextHalt(ctx context.Context) (bool, error)

type RunStatus = execution.RunStatus

type StreamingRun struct {
}

func (stream *StreamingRun) SessionID() string
func (stream *StreamingRun) IsCheckpointingEnabled() bool
func (stream *StreamingRun) Checkpoints() []workflow.CheckpointInfo
func (stream *StreamingRun) LastCheckpoint() (workflow.CheckpointInfo, bool)
func (stream *StreamingRun) RestoreCheckpoint(ctx context.Context, checkpointInfo workflow.CheckpointInfo) error
func (stream *StreamingRun) GetStatus(ctx context.Context) (RunStatus, error)
func (stream *StreamingRun) SendResponse(ctx context.Context, response *workflow.ExternalResponse) error
func (stream *StreamingRun) SendMessage(ctx context.Context, message any) error
func (stream *StreamingRun) ResponsePortExecutorID(portID string) (string, bool)
func (stream *StreamingRun) WatchStream(ctx context.Context) iter.Seq2[workflow.Event, error]
func (stream *StreamingRun) WatchUntilHalt(ctx context.Context) iter.Seq2[workflow.Event, error]
func (stream *StreamingRun) CancelRun() error
func (stream *StreamingRun) Close(ctx context.Context) error

type executionOptions struct {
	SessionID                      string
	DisablePendingRequestRepublish bool
}
