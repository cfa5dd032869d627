import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unsupportedLanguage } from "../../../catalog/search/lexicon/index.js";

describe("unsupportedLanguage", () => {
  test.each([
    ["German", "Wie wird das Wetter morgen in Berlin?"],
    ["German", "Bitte sende eine E-Mail an mein Team"],
    ["French", "Quel temps fera-t-il demain dans le sud de la France ?"],
    ["French", "Montre les derniers fichiers du projet"],
    ["Spanish", "¿Qué tiempo hará mañana en Madrid?"],
    ["Spanish", "Busca los archivos más grandes del proyecto y dame una lista"],
    ["Portuguese", "Mostre os arquivos da minha pasta e envie para o João"],
    ["Italian", "Mostrami gli ultimi messaggi della mia casella"],
    ["Dutch", "Laat het weer van morgen zien en stuur mij een bericht"],
    ["Swedish", "Visa vädret för imorgon och skicka det till mig"],
    ["Polish", "Pokaż wszystkie pliki, które są w moim katalogu"],
    ["Turkish", "Yarın hava nasıl, lütfen bana göster"],
    ["Indonesian", "Tolong tampilkan semua berkas yang ada di folder ini"],
    ["Vietnamese", "Tìm tất cả các tệp trong thư mục này"],
    ["Japanese", "明日の東京の天気を教えてください"],
    ["Japanese", "メールを送信する"],
    ["Korean", "내일 서울 날씨 알려줘"],
    ["Cyrillic script", "Какая завтра погода в Москве?"],
    ["Cyrillic script", "найди открытые issue в репозитории"],
    ["Arabic script", "ما هو الطقس غدا في القاهرة؟"],
    ["Hebrew", "מה מזג האוויר מחר"],
    ["Greek", "Τι καιρό θα κάνει αύριο;"],
    ["Thai", "พรุ่งนี้อากาศเป็นอย่างไร"],
    ["Devanagari script", "कल मौसम कैसा रहेगा"],
  ])("%s: %s", (language, text) => {
    expect(unsupportedLanguage(text)).toBe(language);
  });

  test.each([
    "What is the weather in Berlin tomorrow?",
    "list files",
    "Send an email to José García in São Paulo about the résumé",
    "Translate 'こんにちは' into English and send it to my team",
    "Was the die cast? Show me the son of the mayor of Los Angeles",
    "github_create_issue",
    "SELECT * FROM orders WHERE total > 100",
    "Book a table at Le Petit Café de la Gare for two",
    "查询北京明天的天气",
    "查詢臺北明天的天氣",
    "幫我訂一杯鮮の茶",
    "Wetter",
    "12345 !!!",
    "",
  ])("English, Chinese, or too little to tell: %j", (text) => {
    expect(unsupportedLanguage(text)).toBeUndefined();
  });

  test("never throws, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(["string", "undefined"]).toContain(typeof unsupportedLanguage(text));
      }),
    );
  });
});
