/** Complaints, doctors, care, training and medicines. */
export const healthcare = `
  gp paediatrician pediatrician cardiologist dermatologist > doctor
  checkup > doctor
  ambulance paramedic > emergency
  icu ward inpatient > hospital
  ehr emr fhir > patient
  vital > health
  ecg ekg electrocardiogram > heart
  mri xray ultrasound ct > scan
  radiology radiologist > imaging
  biopsy pathology > tissue
  oncology oncologist chemotherapy > cancer
  neurology neurologist > brain
  orthopedic fracture sprain > bone
  cardiology arrhythmia > heart
  pulmonary lung respiratory > breathing
  kidney renal dialysis > medical
  liver > medical
  constipation diarrhea bloating vomiting heartburn > symptom
  itch itchy hives swelling sneeze chills > symptom
  migraine > headache
  snoring nap > sleep
  bleeding wound bruise > injury
  cure heal remedy > treatment
  remedy > medicine
  outbreak epidemic pandemic > disease
  epidemiology prevalence > disease
  acne eczema psoriasis wrinkle > skin
  sunscreen moisturizer serum > skincare
  eyeglasses > vision
  deaf blind wheelchair > accessibility
  toothache cavity > dental
  orthodontist > dentist
  menstrual menstruation ovulation fertility > pregnancy
  midwife obstetric gynecology prenatal > pregnancy
  breastfeeding diaper stroller > baby
  hangover drunk > alcohol
  alcohol drink
  suicide > mental
  bipolar schizophrenia ptsd > mental
  psychotherapy counselor counsellor > therapy
  mood > emotion
  happiness sadness anger > emotion
  pedometer > step
  fitbit strava garmin > fitness
  crossfit hiit zumba aerobics > workout
  waist bodyfat > body weight
  overweight obese slim > weight
  paleo > diet
  supplement vitamin
  creatine collagen > supplement
  hydration > water
  triglyceride > blood
  hba > glucose
  antidepressant antihistamine statin vaccine > drug medication
  painkiller > drug
  overdose toxicity poisoning > drug
  poison toxin > toxicity
  fda > drug
  rxnorm ndc > drug
  icd snomed > diagnosis
  veterinarian > vet
  caregiver > care
  hospice palliative > care
  healthcare > health medical
  telehealth telemedicine > doctor
  anatomy > body
  physiology > body
  genotype phenotype snp > gene
  crispr > gene
  transcriptome chromatin > gene
  biomarker > disease
  nct > trial
  placebo cohort > trial
  pmid pmc > paper
  sober alcoholic rehab > addiction
  vape cigarette nicotine > smoking
  glucose > blood
  dumbbell barbell deadlift > workout
  capsule > medication
`;
