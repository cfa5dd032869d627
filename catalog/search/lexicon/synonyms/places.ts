/** Journeys, roads, landscapes, weather and what stands on maps. */
export const places = `
  stopover > flight
  lufthansa ryanair emirates easyjet > flight airline
  iata icao > airport
  aviation airspace adsb > aircraft
  cockpit > aircraft
  jetlag > timezone
  roundtrip oneway > flight
  redeye > flight
  seatmap legroom > seat
  embassy consulate > passport
  expedia kayak skyscanner > flight
  hyatt sheraton > hotel
  bnb guesthouse homestay > accommodation
  amenity > hotel
  concierge housekeeping > hotel
  campervan rv caravan > vehicle
  tent > camping
  carpool rideshare > ride
  amtrak eurostar shinkansen tgv > train
  railcard > train
  trolley streetcar > tram
  timetable schedule
  timetable > bus train
  detour > route
  highway freeway motorway > road
  toll > road
  roadwork > traffic
  pothole > road
  parking garage
  odometer horsepower > vehicle
  moped vespa > motorcycle
  diesel > fuel
  mpg > fuel
  carwash > car
  marina yacht sailing > boat
  harbor port
  scuba snorkel diving > sea
  kayaking canoe paddle > water
  trailhead trek trekking > hiking
  everest alps > mountain
  waterfall canyon glacier > nature
  peninsula continent > geography
  waypoint > route
  elevation altitude
  altitude height
  terrain topography > elevation
  compass > direction
  radius proximity vicinity > nearby
  neighbourhood borough suburb > district
  downtown uptown > city
  village hamlet > town
  county municipality > region
  hometown birthplace > city
  geofence > location
  yelp foursquare > place
  poi > place
  osm openstreetmap mapbox > map
  streetview > map
  satellite imagery
  landsat sentinel > satellite
  drizzle downpour > rain
  cyclone > storm
  heatwave > temperature
  dew > weather
  muggy > temperature weather
  aurora > sky
  stargazing > astronomy
  meteorologist meteorology > weather
  noaa > weather
  drought > disaster
  evacuate > emergency
  aftershock epicenter > earthquake
  tourguide guidebook > tour
  excursion > tour
  disneyland themepark rollercoaster > attraction
  eiffel colosseum > landmark
  cathedral temple castle palace > landmark
  nightclub nightlife > bar
  voyage > travel
  blizzard sleet frost > weather
  barometer > pressure
  hatchback coupe > car
  runway > airport
  road > street
  overcast > weather
`;
