/** Which language a request is in, where the tables hold nothing for it: a request that finds little then says why. */

/** Scripts with no table, as one would say what a text is written in. Chinese characters have one. */
const scripts: readonly (readonly [name: string, letters: RegExp])[] = [
  ["Japanese", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["Korean", /\p{Script=Hangul}/gu],
  ["Cyrillic script", /\p{Script=Cyrillic}/gu],
  ["Arabic script", /\p{Script=Arabic}/gu],
  ["Hebrew", /\p{Script=Hebrew}/gu],
  ["Greek", /\p{Script=Greek}/gu],
  ["Thai", /\p{Script=Thai}/gu],
  ["Devanagari script", /\p{Script=Devanagari}/gu],
  ["Bengali script", /\p{Script=Bengali}/gu],
  ["Tamil", /\p{Script=Tamil}/gu],
  ["Georgian", /\p{Script=Georgian}/gu],
  ["Armenian", /\p{Script=Armenian}/gu],
];

/**
 * Words that many sentences of a language hold, and what people begin a request with. Left out are single letters, words that English
 * has too ("die", "me", "son") and those that stand in names all over the world ("la", "el", "los", "van").
 */
const commonWords = Object.entries({
  German: `der das den dem des ein eine einen einem einer und oder nicht ist sind wird werden wie wo wann warum wer welche
    welcher welches mir mich mein meine meinen unser unsere ich wir du sie es auf aus bei mit nach von vom zu zum zur
    für über durch als auch noch bitte zeige zeig suche finde erstelle lösche sende schicke gibt kann kannst möchte
    alle im`,
  French: `le les des un une du et ou est sont dans avec pour par sur mon ma mes notre nos votre vos je tu nous vous il elle
    qui que quoi quel quelle quels quelles où quand comment pourquoi ce cette ces cet aux au ne pas plus moi toi leur
    peux pouvez voudrais montre trouve cherche envoie crée donne affiche supprime à était être fait`,
  Spanish: `un una unos unas las del al es son está están con por para sobre mi mis nuestro nuestra su sus yo tú usted qué que
    quién cuál cuáles cuándo cuánto cuánta cómo dónde como donde esta este estos estas eso ese no sin más hay hoy
    mañana muéstrame busca buscar encuentra envía enviar crea crear borra puedes quiero necesito todos todas dame`,
  Portuguese: `um uma uns umas os das dos do da na nas no nos em ou é são está com por para sobre meu minha meus minhas nosso
    nossa seu sua eu você ele ela que quem qual quais quando quanto quanta como onde este esta isso essa não sem mais
    há hoje amanhã mostre procure procurar encontre envie enviar crie criar apague pode quero preciso todos todas ao à`,
  Italian: `il lo gli una uno di del della dei delle degli al alla ai alle nel nella sul sulla è sono con tra fra mio mia miei
    mie nostro nostra suo sua io voi che chi quale quali quando quanto dove questo questa quello non senza più oggi
    domani mostra mostrami cerca trova invia crea elimina puoi vorrei tutti tutte ho`,
  Dutch: `het een en of niet is zijn wordt worden hoe waar wanneer waarom wie welke mij mijn ons onze ik wij jij je zij op
    uit bij met naar voor over door als ook nog alsjeblieft toon laat zoek vind maak verwijder stuur kan wil alle de`,
  Swedish: `och eller inte är som på av från till för med om ett den det de jag vi du han hon min mitt mina vår hur var när
    varför vem vilken vilka visa hitta sök skapa ta bort skicka kan vill alla`,
  Polish: `na ze do od dla przez po jest są nie się to jak gdzie kiedy dlaczego kto który która które moje mój moja nasz ja
    ty my wy oni czy oraz lub pokaż znajdź utwórz usuń wyślij proszę chcę mogę wszystkie`,
  Turkish: `ve veya bir bu şu için ile mi mı mu mü ne nasıl nerede neden kim hangi benim bizim ben sen biz değil var yok en
    çok göster bul ara oluştur sil gönder lütfen istiyorum bütün tüm`,
  Indonesian: `yang dan atau di ke dari untuk dengan pada ini itu adalah tidak saya kami kita anda apa siapa mana kapan bagaimana
    mengapa berapa semua tolong tampilkan cari buat hapus kirim bisa ingin`,
  Vietnamese: `và hoặc là của cho với trong trên này kia không tôi chúng bạn gì ai đâu khi nào thế vì sao tất cả hãy tìm tạo xóa
    gửi xem có thể muốn những các một`,
} satisfies Record<string, string>);

/** The numbers of the languages, in the order above, that hold a word often. */
const languagesOf = new Map<string, number[]>();
for (const [language, [, list]] of commonWords.entries()) {
  for (const word of new Set(list.split(/\s+/))) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);
}

/** The same for English; a text with as many of these is no other language. */
const englishWords = new Set(
  `the a an and or not is are was were be to of in on at by for from with about as it its this that these those i you we they
  he she my your our their his her what which who where when why how do does did can could will would should have has had
  all any some no me us them please show find list search send create delete get give make add update check if so but into
  there here then than more`.split(/\s+/),
);

/** Characters that are the mark of one language among those above. */
const marks: Readonly<Record<string, RegExp>> = {
  German: /ß/u,
  Spanish: /[¿¡ñ]/u,
  Portuguese: /[ãõ]/u,
  Polish: /[łżśźćń]/u,
  Turkish: /[ğış]/u,
  Vietnamese: /[ơưđạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/u,
};

const notAscii = /\P{ASCII}/gu;
const letter = /\p{L}/gu;
const latinWord = /\p{Script=Latin}+/gu;
const han = /\p{Script=Han}/gu;

/**
 * The language of a text, when it is one that the tables do not help with: "German", "Japanese", "Cyrillic script";
 * undefined for English and Chinese, and where a text says too little to tell. Never throws.
 */
export function unsupportedLanguage(text: string): string | undefined {
  return foreignScript(text) ?? foreignWords(text.normalize("NFC").toLowerCase());
}

function foreignScript(text: string): string | undefined {
  const foreign = count(text, notAscii);
  if (foreign === 0) return undefined;
  const letters = count(text, letter);
  if (foreign * 2 <= letters) return undefined;
  for (const [name, pattern] of scripts) {
    const found = count(text, pattern);
    if (found === 0) continue;
    // Japanese writes its nouns in the characters of Chinese; a single kana is found in Chinese names and slogans.
    const written = name === "Japanese" && found > 1 ? found + count(text, han) : found;
    if (written * 2 > letters) return name;
  }
  return undefined;
}

function foreignWords(text: string): string | undefined {
  const found = text.match(latinWord) ?? [];
  const words = new Uint32Array(commonWords.length);
  let english = 0;
  for (const word of found) {
    if (englishWords.has(word)) english++;
    for (const language of languagesOf.get(word) ?? []) words[language]! += 1;
  }
  let best: { name: string; hits: number } | undefined;
  for (const [language, [name]] of commonWords.entries()) {
    if (words[language] === 0) continue;
    const hits = words[language]! + (marks[name]?.test(text) ? 1 : 0);
    if (hits > (best?.hits ?? 0)) best = { name, hits };
  }
  // A single word, or a few in a long text, may be a name or a title.
  if (best === undefined || best.hits < 2 || best.hits <= english || best.hits * 6 < found.length) return undefined;
  return best.name;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
