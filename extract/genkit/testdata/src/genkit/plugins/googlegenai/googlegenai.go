// Package googlegenai is a stub of Genkit's plugin of that name.
package googlegenai

import "github.com/firebase/genkit/go/genkit"

type GoogleAI struct{ APIKey string }

func DefineEmbedder(g *genkit.Genkit, name string) {}
