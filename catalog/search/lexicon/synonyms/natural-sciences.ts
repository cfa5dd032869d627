/** Studies, mathematics, physics, chemistry, biology and the stars. */
export const naturalSciences = `
  preprint biorxiv medrxiv ssrn > paper
  openalex crossref orcid > paper
  bibtex zotero mendeley > citation reference
  faculty > university
  classroom classmate > class
  moodle udemy coursera edx > course
  elearning mooc > course
  conjugate > verb
  verb noun adjective > word
  idiom slang > phrase
  etymology > word
  phonetic > pronunciation
  bilingual multilingual > language
  dialect > language
  semantics > meaning
  anki > study
  cram > study
  abacus > math
  cube cubic > volume
  hypotenuse pythagorean > triangle
  diameter radius
  trig > trigonometry
  eigenvector > matrix
  permutation combinatorics > probability
  binomial poisson gaussian bayesian > distribution probability
  percentile quartile > statistics
  interpolate extrapolate > estimate
  optimum minimize maximize > optimize
  uppercase lowercase > text
  bitwise xor > binary
  ascii unicode > character
  molar stoichiometry > chemistry
  titration catalyst reagent > reaction chemical
  polymer plastic > material
  alloy steel > metal
  isotope radioactive radiation > nuclear
  inchi pubchem > compound molecule
  boiling melting > temperature
  proton neutron particle > physics
  photon laser > light
  capacitor resistor transistor inductor > circuit
  ohm ampere > electrical
  amplifier oscilloscope > electronic
  fpga verilog vhdl > hardware
  thermodynamics entropy enthalpy > heat
  pendulum friction torque > force
  kinematics projectile trajectory > motion
  fluid aerodynamics > flow
  turbine > energy
  thrust propulsion > rocket
  spacecraft spaceship > space
  hubble webb > telescope
  exoplanet > planet
  martian > mars
  meteorite > asteroid
  cosmology cosmic > universe
  apod > astronomy
  uniprot pdb alphafold > protein
  ensembl ncbi > gene
  peptide > protein
  chromosome allele > gene
  habitat > species
  fossil dinosaur > species
  endangered extinct > species
  photosynthesis > plant
  insect vertebrate mammal reptile > animal
  coral reef > marine
  biodiversity > environment
  greenhouse > climate
  volcanic > volcano
  archaeology archaeologist > history
  emperor pharaoh > history
  cognitive > psychology
  ontology > knowledge
  montecarlo > simulation
  lidar > sensor
  gre gmat toefl ielts > exam test
  gpa > grade
  anova ttest > statistics
  palindrome anagram > string
  conservation > environment
  renewable geothermal > energy
  ornithology > bird
`;
