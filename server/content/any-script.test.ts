import { expect, it } from "vitest";
import { pdfLines } from "#server/testing/pdf-lines.ts";
import { drawTable, tag, writeDocument } from "./document.server.ts";

/** The letters on a paper with these texts, from left to right. */
async function lettersOf(texts: readonly string[], width = 400): Promise<string> {
  const paper = { title: "Paper", author: "Oxbow Biochar", date: new Date(0) };
  const file = await writeDocument(paper, (doc, root) => {
    let y = 40;
    for (const text of texts) y = tag(doc, root, "P", text, { x: 48, y, width });
    const columns = [{ title: "Name", width: 120, align: "right" as const }];
    drawTable(doc, root, { title: "Names", columns, rows: texts.map((text) => [text]), x: 48, y });
  });
  const lines = pdfLines(file);
  return lines.slice(0, lines.indexOf("Name")).join("");
}

it.each([
  ["王小明", "Chinese"],
  ["田中太郎ひらがなカタカナ", "Japanese"],
  ["김민준", "Korean"],
  ["สมชาย", "Thai"],
  ["Արամ", "Armenian"],
  ["გიორგი", "Georgian"],
  ["አበበ", "Amharic"],
  ["ສົມພອນ", "Lao"],
  ["🌱", "a picture"],
  ["Nguyễn Văn Ân, Юрий Γιώργος Łukasz", "what the shop's own typeface has"],
])("draws %s: %s", async (name) => expect((await lettersOf([name])).normalize("NFC")).toBe(name));

it.each([
  ["محمد", "دمحم"],
  ["שלום עליכם", "םכילע םולש"],
  ["Ahmed محمد علي Smith", "Ahmed يلع دمحم Smith"],
  ["שלום (12,50) London", "London (12,50) םולש"],
])("sets %s from right to left", async (name, expected) => {
  expect((await lettersOf([name])).normalize("NFKC")).toBe(expected);
});

it.each([
  "नरेन्द्र मोदी",
  "রবীন্দ্রনাথ",
  "தமிழ்",
  "తెలుగు",
  "ಕನ್ನಡ",
  "മലയാളം",
  "සිංහල",
  "ਪੰਜਾਬੀ",
  "ગુજરાતી",
  "ଓଡ଼ିଆ",
  "ខ្មែរ",
  "မြန်မာ",
  "ދިވެހި",
])("draws %s without a box", async (name) => {
  const drawn = await lettersOf([name]);
  expect(drawn).not.toContain("U+");
  expect(drawn.length).toBeGreaterThan(2);
});

it.each([
  ["CO₂, 10⁴", "CO2, 104"],
  ["𝕄𝕒𝕥𝕙 ①", "Math 1"],
  ["㍿竹炭", "株式会社竹炭"],
])("writes %s as %s, the same letters in a form that a typeface has", async (name, drawn) => {
  expect(await lettersOf([name])).toBe(drawn);
});

it("writes a letter that no typeface has as its code", async () => {
  expect(await lettersOf(["𓀀 Ptah \ue000"])).toBe("[U+13000] Ptah [U+E000]");
});

it("leaves out what nobody sees, and no letter beside it", async () => {
  expect(await lettersOf(["王\u200b小\u2066明\ufeff", "👩\u200d🌾"])).toBe("王小明👩🌾");
});

it("breaks long texts into lines, and loses nothing", async () => {
  const long = "北京市朝阳区建国门外大街一号国贸大厦二座".repeat(30);
  expect(await lettersOf([long, "محمد".repeat(200)], 120)).toContain(long);
});
