package checkpoint

import (
	"context"
	"encoding/json"

	"github.com/microsoft/agent-framework-go/workflow"
)

func NewFileSystemJSONStore(rootDir string) (*FileSystemJSONStore, error)
func NewInMemoryManager() Manager
func NewJSONManager(store Store[json.RawMessage]) Manager

type FileSystemJSONStore struct {
}

func (s *FileSystemJSONStore) Close() error
func (s *FileSystemJSONStore) CreateCheckpoint(_ context.Context, sessionID string, data json.RawMessage, parent *workflow.CheckpointInfo) (workflow.CheckpointInfo, error)
func (s *FileSystemJSONStore) RetrieveCheckpoint(_ context.Context, sessionID string, info workflow.CheckpointInfo) (json.RawMessage, error)
func (s *FileSystemJSONStore) RetrieveIndex(_ context.Context, sessionID string, withParent *workflow.CheckpointInfo) ([]workflow.CheckpointInfo, error)

type Manager interface {
	internal()
}

type Store[T any] interface {
	CreateCheckpoint(ctx context.Context, sessionID string, data T, parent *workflow.CheckpointInfo) (workflow.CheckpointInfo, error)

	RetrieveCheckpoint(ctx context.Context, sessionID string, info workflow.CheckpointInfo) (T, error)

	RetrieveIndex(ctx context.Context, sessionID string, withParent *workflow.CheckpointInfo) ([]workflow.CheckpointInfo, error)
}
