package research

import (
	"context"
	"strings"
)

// factCheck says whether every sentence of the draft names a source.
func factCheck(_ context.Context, draft string) (bool, error) {
	for _, sentence := range strings.Split(draft, ".") {
		if sentence != "" && !strings.Contains(sentence, "source") {
			return false, nil
		}
	}
	return true, nil
}
