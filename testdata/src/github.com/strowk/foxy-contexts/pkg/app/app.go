// Package app has the API of the library of its name, without what it does.
package app

import "github.com/strowk/foxy-contexts/pkg/mcp"

type Builder struct{}

func NewBuilder() *Builder { return &Builder{} }

func (b *Builder) WithTool(newTool any) *Builder                             { return b }
func (b *Builder) WithName(name string) *Builder                             { return b }
func (b *Builder) WithVersion(version string) *Builder                       { return b }
func (b *Builder) WithTransport(transport any) *Builder                      { return b }
func (b *Builder) WithResource(newResource any) *Builder                     { return b }
func (b *Builder) WithResourceProvider(newProvider any) *Builder             { return b }
func (b *Builder) WithPrompt(newPrompt any) *Builder                         { return b }
func (b *Builder) WithServerCapabilities(c *mcp.ServerCapabilities) *Builder { return b }
func (b *Builder) WithExtraServerOptions(options ...any) *Builder            { return b }
func (b *Builder) WithFxOptions(options ...any) *Builder                     { return b }
func (b *Builder) Run() error                                                { return nil }
