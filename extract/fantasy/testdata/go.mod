module example.com/golden

go 1.26

require charm.land/fantasy v0.0.0

replace charm.land/fantasy => ./src/fantasy
