// Package option is a stub of the package of Anthropic's client.
package option

type RequestOption func()

func WithJSONSet(key string, value any) RequestOption { return nil }
func WithHeader(key, value string) RequestOption      { return nil }
