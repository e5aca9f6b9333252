module example.com/golden

go 1.26

require github.com/firebase/genkit/go v0.0.0

replace github.com/firebase/genkit/go => ./src/genkit
