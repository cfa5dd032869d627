/** Rooms, kitchen, animals, clothes and family. */
export const household = `
  lightbulb chandelier dimmer > light
  hvac aircon conditioner ac > temperature
  heater radiator furnace > heating
  ventilation > air
  humidifier purifier > air
  doorbell > door
  garage gate > door
  roomba > clean
  dishwasher microwave stove dryer freezer > appliance
  curtain shutter > window
  sprinkler irrigation > garden
  lawn weed > garden
  compost fertilizer > garden soil
  houseplant bonsai > plant
  botany > plant
  termite cockroach mosquito > insect
  laundry > clothes
  detergent stain > cleaning
  maid housekeeping chore > cleaning
  declutter > organize
  renovation remodel refurbish > home
  plumbing faucet > plumber
  wiring > electrical
  carpenter woodworking carpentry > wood
  ikea couch armchair bookshelf > furniture
  rug carpet pillow blanket > home
  bedding > mattress
  roommate flatmate > rent
  tenancy eviction > rent
  redfin rightmove > property
  mansion bungalow cottage > house
  hoa > property
  deed > property
  kettle toaster blender > kitchen
  spice herb > ingredient
  marinade broth > recipe
  stew lasagna risotto casserole > recipe
  sourdough yeast dough > bake
  icing muffin brownie donut > dessert
  snack appetizer > food
  leftovers pantry > ingredient
  foodie gourmet > food
  barista espresso latte cappuccino > coffee
  sommelier vineyard > wine
  ale lager > beer
  liquor bourbon tequila > drink
  halal kosher > food
  glutenfree lactose > allergy
  doordash ubereats grubhub deliveroo > food delivery
  yelp tripadvisor opentable > restaurant
  michelin bistro diner steakhouse > restaurant
  catering > food
  picnic > outdoor
  kitty > cat
  leash kennel > dog
  pup doggy > dog
  aquarium goldfish > fish
  wildlife zoo > animal
  livestock cattle poultry goat > animal
  walmart costco > store
  aliexpress temu taobao > product shop
  knit crochet sewing > craft
  origami pottery > craft
  souvenir keepsake > gift
  bouquet florist > flower
  haircut hairdresser > salon
  manicure > beauty
  lipstick mascara eyeliner > makeup
  cologne scent > perfume
  necklace bracelet earring diamond > jewelry
  blouse trousers sock underwear scarf glove > clothing
  tuxedo gown > wedding
  sandal heels > shoes
  purse suitcase > bag
  bridesmaid bachelorette > wedding
  babysitter nanny daycare > child
  playdate bedtime > child
  grandma grandpa cousin sibling > family
  ancestor heritage > ancestry
  sqft sqm > area
  termite pesticide > pest
`;
