/** Health, family, home, animals, society and the law. */
export const living = `
  health medical
  health wellness
  doctor physician
  doctor appointment
  doctor medical
  dentist > doctor dental
  hospital clinic
  patient medical
  nurse > medical
  disease illness
  disease condition
  disease disorder
  symptom diagnosis
  symptom condition
  fever headache cough sick ill pain flu > symptom health
  drug medicine
  drug medication
  pharmacy prescription > drug
  pill dose dosage > medication
  treatment therapy
  surgery operation
  therapist psychologist > therapy mental
  stress anxiety depression > mental health
  meditation mindfulness
  sleep rest
  pregnancy pregnant
  allergy allergic
  fitness workout
  fitness health
  gym workout
  workout training
  yoga pilates > fitness exercise
  bmi > weight body
  calorie energy
  step walk
  heart pulse
  blood > health
  weight mass
  wedding marriage
  birthday anniversary > date event
  party celebration
  christmas easter halloween thanksgiving > holiday
  holiday festival
  family parent
  child kid
  baby infant
  pet animal
  pet dog
  dog puppy
  cat kitten
  breed dog
  veterinary vet
  bird fish > animal
  plant flower
  plant garden
  tree forest
  farm agriculture
  crop farm
  soil > agriculture
  light lamp
  light bulb
  thermostat heating > temperature home
  smarthome home
  alexa homekit > home device
  appliance fridge oven washer > home
  door lock
  camera surveillance
  sensor device
  plumber electrician handyman > repair home
  battery power
  electricity energy power
  solar > energy
  moving > transport
  law legal
  lawyer attorney
  lawyer legal
  court case
  lawsuit sue > court case legal
  legislation statute bill
  regulation law
  regulation compliance
  patent trademark
  copyright license
  license permit
  government public
  president senator congress parliament > government
  election vote
  police crime
  crime criminal
  military army
  immigration visa
  census > population
  population demographic
  gender age
  house property estate home realty apartment
  mortgage property
  garden plant flower
  recipe cook meal dish ingredient
  nutrition calorie diet
  wine beer drink cocktail beverage
  cocktail bartender
  grocery supermarket
  vegetarian vegan
  repair fix maintenance
  diy craft
  pet animal dog cat
  baby parenting pregnancy
  wedding bride
  fashion clothes outfit apparel wear style
  shoes sneakers
  beauty makeup cosmetic skin skincare
  hair hairstyle
  jewelry ring
  birthday anniversary celebration
  smart home device
  thermostat heating
`;
