import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chineseLines } from "../../../catalog/search/lexicon/chinese/index.js";
import { createTranslator, readDictionary, toSimplified } from "../../../catalog/search/lexicon/chinese/translator.js";
import { lexicon } from "../../../catalog/search/lexicon/index.js";
import { words } from "../../../catalog/search/words.js";

const entries = chineseLines().map((line) => {
  const [english = "", chinese = ""] = line.split(":");
  return { english: english.split(/\s+/).filter(Boolean), chinese: chinese.split(/\s+/).filter(Boolean) };
});
const inEnglish = (text: string) =>
  lexicon.translate(text).map(({ source, meanings }) => `${source} ${meanings[0]!.word}`);

describe("the Chinese tables", () => {
  test("hold more than 2,500 words with a meaning", () => {
    const meaningful = entries.filter(({ english }) => english.length > 0).flatMap(({ chinese }) => chinese);
    expect(new Set(meaningful).size).toBeGreaterThan(2500);
  });

  test("are Chinese in simplified characters on the right, and on the left words that the index has as one stem", () => {
    const chinese = entries.flatMap((entry) => entry.chinese);
    expect(chinese.filter((word) => !/^\p{Script=Han}+$/u.test(word) || toSimplified(word) !== word)).toEqual([]);
    expect(entries.flatMap(({ english }) => english).filter((word) => words(word).length !== 1)).toEqual([]);
  });

  test("say nothing twice, and no word both with and without a meaning", () => {
    const said = entries.flatMap(({ english, chinese }) => chinese.map((word) => `${english.join(" ")}: ${word}`));
    expect(said.filter((pair, index) => said.indexOf(pair) !== index)).toEqual([]);
    const empty = new Set(entries.filter(({ english }) => english.length === 0).flatMap(({ chinese }) => chinese));
    const full = entries.filter(({ english }) => english.length > 0).flatMap(({ chinese }) => chinese);
    expect(full.filter((word) => empty.has(word))).toEqual([]);
  });
});

describe("translate", () => {
  test.each([
    ["发送邮件", ["发送 send", "邮件 email"]],
    ["帮我查一下明天北京的天气", ["查 query", "明天 tomorrow", "天气 weather"]],
    ["把 README 翻译成英文", ["翻译成 translate", "英文 english"]],
    ["在GitHub仓库里创建一个分支", ["仓库 repository", "创建 create", "分支 branch"]],
    ["部署到生产环境", ["部署 deploy", "生产环境 production"]],
    ["有没有便宜的酒店", ["便宜 cheap", "酒店 hotel"]],
    ["請幫我", []],
    ["", []],
    ["list files", []],
  ])("%s", (text, expected) => {
    expect(inEnglish(text)).toEqual(expected);
  });

  test.each([
    ["發送郵件給客戶", "发送邮件给客户"],
    ["查詢資料庫裡的訂單", "查询资料库里的订单"],
    ["刪除檔案", "删除档案"],
    ["訂一張機票", "订一张机票"],
    ["執行測試並產生報告", "执行测试并产生报告"],
  ])("traditional %s means what %s means", (traditional, simplified) => {
    const meanings = (text: string) => lexicon.translate(text).map((found) => found.meanings);
    expect(meanings(traditional)).toEqual(meanings(simplified));
    expect(meanings(traditional).length).toBeGreaterThan(1);
  });

  test("knows the words of Taiwan", () => {
    expect(inEnglish("列印檔案")).toEqual(["列印 print", "檔案 file"]);
    expect(inEnglish("伺服器")).toEqual(["伺服器 server"]);
  });

  const translator = (...lines: string[]) => createTranslator(() => readDictionary(lines));

  test("takes the longest word", () => {
    const translate = translator("data: 数据", "database: 数据库", "warehouse: 库");
    expect(translate("数据库数据").map(({ source }) => source)).toEqual(["数据库", "数据"]);
  });

  test("a word without content parts others and means nothing", () => {
    const translate = translator("a: 查", ": 一下", "b: 下天");
    expect(translate("查一下天").map(({ source }) => source)).toEqual(["查"]);
  });

  test("the first line's meaning weighs most", () => {
    const [found] = translator("commit: 提交", "submit: 提交")("提交");
    expect(found!.meanings.map(({ word, weight }) => [word, weight])).toEqual([
      ["commit", 1],
      ["submit", 0.6],
    ]);
  });

  test("a lone character beside unknown ones weighs less than among known ones", () => {
    const translate = translator("send: 发", "email: 邮件", ": 给");
    expect(translate("发邮件")[0]!.meanings[0]!.weight).toBe(1);
    expect(translate("发给")[0]!.meanings[0]!.weight).toBe(1);
    expect(translate("发霉")[0]!.meanings[0]!.weight).toBe(0.5);
  });

  test("says where a word stands, in order and without overlaps, for any text", () => {
    const pieces = fc.constantFrom("发送", "發", "邮件", "查", "一下", "數據庫", "file", " ", "𠀀", "。", "の");
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces).map((parts) => parts.join("")),
          fc.string({ unit: "binary" }),
        ),
        (text) => {
          let end = 0;
          for (const found of lexicon.translate(text)) {
            expect(found.start).toBeGreaterThanOrEqual(end);
            expect(text.slice(found.start, found.end)).toBe(found.source);
            expect(found.meanings.length).toBeGreaterThan(0);
            end = found.end;
          }
        },
      ),
    );
  });
});
