module example.com/others

go 1.26.4

require (
	charm.land/fantasy v0.30.0
	github.com/go-kratos/blades v0.1.0
)

require (
	github.com/charmbracelet/x/exp/slice v0.0.0-20250904123553-b4e2667e5ad5 // indirect
	github.com/go-json-experiment/json v0.0.0-20260520185125-572e7c383686 // indirect
	github.com/go-viper/mapstructure/v2 v2.5.0 // indirect
	github.com/goccy/go-yaml v1.19.2 // indirect
	github.com/google/jsonschema-go v0.3.0 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/kaptinlin/go-i18n v0.4.9 // indirect
	github.com/kaptinlin/jsonpointer v0.4.25 // indirect
	github.com/kaptinlin/jsonschema v0.7.15 // indirect
	github.com/kaptinlin/messageformat-go v0.6.4 // indirect
	golang.org/x/sync v0.20.0 // indirect
	golang.org/x/text v0.37.0 // indirect
)
