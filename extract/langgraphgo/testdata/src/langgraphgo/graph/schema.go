package graph

import "context"

// StateSchema and what follows say what becomes of what steps return.
type StateSchema[S any] interface {
	Init() S
	Update(current, new S) (S, error)
}

type Reducer func(current, new any) (any, error)

type MapSchema struct{ Reducers map[string]Reducer }

func NewMapSchema() *MapSchema                                   { return nil }
func (s *MapSchema) RegisterReducer(key string, reducer Reducer) {}
func (s *MapSchema) Init() map[string]any                        { return nil }

func (s *MapSchema) Update(current, new map[string]any) (map[string]any, error) { return new, nil }

func OverwriteReducer(current, new any) (any, error) { return new, nil }
func AppendReducer(current, new any) (any, error)    { return new, nil }

type StructSchema[S any] struct {
	InitialValue S
	MergeFunc    func(current, new S) (S, error)
}

func NewStructSchema[S any](initial S, merge func(S, S) (S, error)) *StructSchema[S] { return nil }

func (s *StructSchema[S]) Init() (zero S)                   { return zero }
func (s *StructSchema[S]) Update(current, new S) (S, error) { return new, nil }

func OverwriteStructMerge[S any](current, new S) (S, error) { return new, nil }

func (g *StateGraph[S]) SetStateMerger(merger func(ctx context.Context, current S, new []S) (S, error)) {
}
