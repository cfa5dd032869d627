/** Weather, places, ways and journeys. */
export const travel = `
  weather forecast
  weather temperature
  weather climate
  climate temperature
  rain snow sunny windy wind storm cloudy humid fog hail > weather
  umbrella raincoat jacket coat > weather
  hot cold warm chilly degrees celsius fahrenheit > temperature weather
  hurricane tornado typhoon > storm weather
  sunrise sunset > sun time
  tide wave surf > ocean
  uv > weather sun
  pollen smog > air quality
  pollution air
  flood wildfire > disaster
  earthquake quake seismic
  volcano tsunami > earthquake disaster
  map place
  map location
  location place position
  location address
  location coordinate gps
  coordinate latitude longitude
  geocode > address coordinate
  address street
  postcode postal zip zipcode
  city town
  city location
  country nation
  country region
  region area
  state province
  nearby near around close
  nearest closest > nearby
  local nearby
  route direction
  route path
  direction navigation
  distance far
  mileage > distance
  drive walk > route direction
  commute > route traffic
  traffic congestion
  travel trip journey
  travel tour tourism tourist
  trip itinerary
  vacation holiday trip
  getaway > trip travel
  passport visa
  destination place
  sightseeing landmark > attraction
  attraction tourist
  flight airline
  flight airplane plane aircraft
  flight airfare fly
  airport flight
  departure arrival
  luggage baggage
  layover > flight
  ticket booking
  ticket fare
  ticket seat
  booking availability
  hotel accommodation
  hotel lodging stay
  hotel room
  hostel motel resort inn > hotel
  airbnb vrbo > accommodation rental
  rental rent
  checkin checkout > hotel reservation
  train rail railway
  train bus
  bus transit
  metro subway underground > train transit
  transit transport
  station stop
  ferry boat ship
  cruise ship
  vessel ship
  taxi cab
  taxi ride
  uber lyft > taxi ride
  bike bicycle cycling
  scooter > bike
  car vehicle
  car automobile auto
  truck van suv motorcycle > vehicle
  vin > vehicle
  tesla ford toyota bmw > car vehicle
  fuel gas petrol
  charger charging > electric
  mechanic > car repair
  tire tyre
  holiday vacation trip travel tour getaway
  itinerary trip plan
  flight airline airplane plane airfare
  hotel accommodation lodging stay airbnb motel hostel room
  restaurant dining eat cuisine
  cab taxi ride uber
  bus transit transport
  subway metro
  car vehicle automobile auto
  rental rent lease
  charge ev electric
  fuel gas gasoline petrol
  map location place geocode address
  route direction navigation
  distance far mileage
  nearby near around local close
  coordinate latitude longitude gps
  zip postal postcode
  timezone time zone
  weather forecast temperature climate rain
  rain rainfall precipitation umbrella
  snow ski
  temperature celsius fahrenheit
  wind storm hurricane tornado
  air pollution quality aqi
  sunrise sunset sun
  tide ocean sea
  earthquake seismic
  attraction sightseeing landmark museum tourist
  museum gallery exhibition
  park campground hiking trail
  beach surf
  cruise ship boat
  concert gig festival show
  event concert
`;
