/** Courts, governments, religions, welfare and what a country lives on. */
export const society = `
  litigation plaintiff defendant > court case
  verdict judge jury > court
  solicitor barrister paralegal > lawyer
  felony misdemeanor fraud murder > crime
  scam fraud
  prison inmate arrest > police
  precedent > case court
  constitution amendment > law
  inheritance probate > legal
  alimony custody > legal
  lobbyist lobbying > politics
  congressman congresswoman mp > congress
  governor mayor > government
  referendum > vote
  gerrymander > district
  ministry > government
  municipal council > government
  welfare subsidy > government
  eligibility > requirement
  medicare medicaid obamacare > insurance
  asylum refugee > immigration
  treaty diplomacy diplomat > international
  sanction embargo > trade
  missile soldier weapon navy > military
  veteran > military
  protest riot > event
  humanitarian > aid
  crowdfunding gofundme > donation
  philanthropy > charity
  synagogue temple > religious
  rabbi priest imam pastor > religious
  hadith dua > islam
  hindu gita veda > religion
  buddha buddhist zen > religion
  sermon homily > religion bible
  talmud > religion
  saint catholic pope > religion
  halacha > religion
  stoicism nietzsche plato socrates > philosophy
  moral > ethics
  sociologist > society
  poverty > society
  hotline helpline > emergency
  shooter > crime
  cop sheriff > police
  forensic > crime
  hoax misinformation > fact
  factcheck debunk > fact
  propaganda > politics
  factual truth
  blackout outage
  powerplant > energy
  kwh kilowatt > energy
  landfill compost > waste
  sewage sanitation > water
  oilfield fracking > oil
  harvest sowing > crop
  tractor > farm
  orchard vineyard > farm
  fishery aquaculture > fish
  lumber timber > wood
  nato > international
  smartmeter > energy
  firefighter > emergency
  ordinance > law
  infringement > copyright
`;
