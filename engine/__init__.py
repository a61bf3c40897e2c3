"""Rules, chance and search of the games; knows neither Django nor the site."""
