package util

func GetMapValue[K comparable, V any](m map[K]any, key K) (V, bool) {
	var zero V
	val, ok := m[key]
	if !ok {
		return zero, false
	}
	typed, ok := val.(V)
	if !ok {
		return zero, false
	}
	return typed, true
}
