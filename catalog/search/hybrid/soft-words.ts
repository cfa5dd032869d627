/** Words of courtesy, manner and intent: they say little about which tool is meant, though a tool may be named after one. */
import { words } from "../words.js";

const list = `
  hey hi hello thanks thank thankful appreciate sorry ok okay yes yeah yep oh well right alright sure certainly
  definitely absolutely obviously clearly basically essentially actually really quite pretty rather fairly extremely
  totally completely simply literally honestly frankly kind kinda sort sorta type thing things stuff something
  anything everything someone anyone everyone somebody anybody everybody nobody somewhere anywhere everywhere way
  ways bit lot lots bunch couple several various different certain particular specific general overall whole entire
  good great nice better best fine cool awesome amazing perfect wonderful helpful useful interesting interested
  important necessary essential ideal proper appropriate suitable relevant going gonna wanna trying try tried wish
  hope hoping wonder wondering curious looking look seeking think thinking thought believe guess suppose feel
  feeling seem seems sound sounds know known knowing understand mean meaning figure wanted wants needed needs
  require required requires love loved loves prefer plan planning decide deciding decided assist assistance helping
  helped support guide guidance give show make keep take come go got put bring start started now today currently
  recently lately soon already yet still ever never always often sometimes usually maybe perhaps probably possibly
  likely anyway however though although because since while until unless whether either neither else otherwise
  instead especially particularly specifically exactly even much many little less least enough almost around first
  firstly second secondly third thirdly finally lastly next later after afterwards meanwhile additionally moreover
  furthermore besides plus one ones two three another others last previous following above below wanting able unable
  possible ought people person guy guys friend friends folks day days week weeks month months year years time times
  moment kindly happy glad excited worried afraid confused stuck struggling tired sick bored sense point case
  situation reason idea question matter issue problem concern purpose goal part piece based given according
  regarding concerning related respect within across along among between during through throughout toward towards
  upon old big small long short high low real actual true full free easy quick quickly fast simple hard difficult
  including include includes included example instance e.g ie respectively provide provided providing ask asked
  asking said saying hand end side top bottom set
`;

/** Stems, as `words` makes them. */
export const softWords: ReadonlySet<string> = new Set(words(list));
