/** Research, school, language, science, mathematics, units and time. */
export const sciences = `
  paper article
  paper research
  paper publication
  publication article
  research study
  research academic
  academic scholar
  arxiv pubmed scholar doi > paper
  literature paper
  citation reference
  citation cite
  bibliography citation
  journal publication
  abstract summary
  thesis dissertation > research
  scientist > research
  experiment trial
  clinical trial
  hypothesis test
  wikipedia encyclopedia
  wikipedia wiki
  knowledge fact
  question answer
  topic subject
  topic theme
  school education
  university college
  university education
  course class
  course lesson
  course learning
  lesson class
  curriculum course
  degree university
  student pupil
  student learner
  teacher instructor
  teacher professor
  homework assignment
  exam test
  quiz test
  quiz question
  flashcard study
  scholarship > education
  training course
  skill ability
  language translation
  language linguistic
  english spanish french german chinese japanese korean italian portuguese russian arabic hindi > language
  dictionary definition
  dictionary word
  definition meaning
  definition define
  vocabulary word
  vocabulary dictionary
  synonym thesaurus
  antonym > word
  rhyme > word
  grammar spelling
  grammar proofread
  typo misspelling > spelling
  pronunciation pronounce
  accent pronunciation
  word term
  sentence phrase
  sentiment emotion
  sentiment opinion
  opinion review
  tone style
  plagiarism > text
  science scientific
  physics mechanics
  force velocity acceleration momentum > physics
  speed velocity
  voltage current
  voltage resistance circuit > electrical
  wave frequency
  wavelength > wave
  optics light
  quantum > physics
  chemistry chemical
  chemical compound
  chemical molecule
  molecule compound
  molecule molecular
  element periodic
  atom element
  reaction chemical
  acid ph > chemistry
  gene genetic
  gene genome
  gene dna
  dna sequence
  dna rna
  protein amino
  protein structure
  mutation variant
  cell tissue
  species organism
  species animal
  evolution > biology
  bacteria virus microbe > microbiology
  ecology ecosystem
  environment environmental
  carbon emission
  emission climate
  water river lake
  ocean sea marine
  geology rock
  mineral geology
  astronomy space
  astronomy star
  space nasa
  planet space
  planet mars jupiter venus saturn
  mars rover
  asteroid comet
  galaxy star
  moon lunar
  satellite orbit
  iss astronaut > space
  rocket launch
  spacex > rocket launch
  telescope > astronomy
  math mathematics
  math arithmetic
  equation solve
  equation formula
  algebra > equation math
  polynomial quadratic > equation
  calculus derivative
  derivative differentiate
  matrix matrices
  matrix vector
  determinant eigenvalue > matrix
  geometry shape
  circle triangle rectangle square > geometry
  area surface
  volume capacity
  perimeter circumference > geometry
  angle degree
  angle trigonometry
  sine cosine tangent > trigonometry
  prime factor
  factorial > math
  fraction decimal
  root sqrt
  power exponent
  logarithm log
  plus add
  plus sum
  minus subtract
  subtract difference
  times multiply
  multiply product
  divide quotient
  divide division
  sum add
  ceil floor > round
  median mode > statistics
  variance deviation
  deviation standard
  correlation regression
  regression model
  distribution probability
  probability chance odds
  anomaly detect
  sample random
  number integer
  binary hexadecimal
  hex hexadecimal
  roman numeral
  unit conversion
  unit measurement
  unit convert
  convert conversion
  kilometer mile meter inch foot feet centimeter km > length distance
  length width height
  length distance
  height tall
  kilogram pound gram ounce kg lb > weight
  liter gallon > volume
  kelvin > temperature
  bytes megabyte gigabyte > size
  time clock
  time date
  time timezone
  timezone zone
  utc gmt > timezone time
  timestamp time
  timestamp epoch
  date calendar
  date day
  day week month year > date
  tomorrow yesterday tonight weekend > date
  monday tuesday wednesday thursday friday saturday sunday > date
  duration period
  duration length
  period range
  range interval
  age birthday
  ancestry genealogy > family
  history event
  century ancient > history
  war battle
  religion religious
  bible quran torah > religious verse
  prayer > religious
  philosophy ethics
  psychology behavior
  personality psychology
  sociology society
  anthropology human
  architecture building
  building construction
  drone aerial
  drone aircraft
  manufacturing factory
  machine equipment
  material > engineering
  oil petroleum
  nuclear > energy
  recycling waste
  waste garbage
  health wellness fitness
  workout exercise gym training
  yoga meditation mindfulness
  sleep insomnia
  doctor physician medical
  disease illness symptom condition
  medicine drug medication pharmacy
  therapy therapist counseling mental
  anxiety stress depression mental
  blood pressure
  bmi weight
  run marathon
  school university college education
  course class lesson curriculum
  student pupil learner
  teacher instructor professor tutor
  scholarship grant
  word vocabulary dictionary definition meaning
  synonym thesaurus antonym
  english language
  math mathematics arithmetic
  median mode
  sum add addition total plus
  multiply product times
  root square sqrt
  variance deviation std
  geometry area perimeter volume
  triangle circle
  derivative integral calculus
  length distance height
  physics force velocity
  chemistry chemical compound molecule
  biology species organism
  gene protein genome dna genetic
  planet space astronomy nasa
  star constellation
  element periodic atomic
  environment carbon emission sustainability
  wikipedia encyclopedia wiki knowledge
  news headline article
  magazine newspaper
  politics government congress
  law legal court
  lawyer attorney legal
  police crime criminal
  statistics stat data
  population demographic census
  chart graph plot diagram visualization
  bar histogram
  pie chart
  line trend
  heatmap map
  network graph node
  wordcloud word cloud
`;
