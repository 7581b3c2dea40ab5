import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { AuditEntry } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { asUser, makeUser, testContext } from "#server/testing/factories.ts";
import { makePicture } from "#server/testing/pictures.ts";
import { postForm } from "#server/testing/post-form.ts";
import { auditEntriesOf } from "#server/testing/watch-writes.ts";
import type { SaveArticle, SaveFaqEntry } from "./content.schema.ts";
import {
  findArticle,
  findStaffArticle,
  listArticles,
  listFaq,
  listStaffArticles,
  listStaffFaq,
  walkArticles,
} from "./find-content.server.ts";
import { deleteArticle, deleteFaqEntry, saveArticle, saveFaqEntry } from "./save-content.server.ts";
import { articleFeed } from "./sitemap.server.ts";

const visitor = await testContext();
const administrator = asUser(visitor, await makeUser(visitor, { role: "administrator" }));

const article = (over: Partial<SaveArticle> = {}): SaveArticle => ({
  title: `Article ${randomUUID()}`,
  excerpt: "Made for a test.",
  body: "## A heading\n\nSome *text*.",
  imageUrl: "/pictures/blog-1.jpg",
  imageAlt: "Illustration: a trowel",
  status: "published",
  ...over,
});

const entry = (over: Partial<SaveFaqEntry> = {}): SaveFaqEntry => ({
  category: "Climate",
  question: `Question ${randomUUID()}?`,
  answer: "Yes, **always**.",
  position: 5,
  published: true,
  ...over,
});

/** With a fresh EntityManager, like the next request. */
const again = (context: Context) => ({ ...context, em: context.em.fork() });

describe("articles", () => {
  it("of the reference data are at least nine, the newest first, six at a time", async () => {
    const first = await listArticles(visitor, { search: "", shown: 6 });
    expect(first.articles).toHaveLength(6);
    expect(first.total).toBeGreaterThanOrEqual(9);
    const dates = first.articles.map(({ publishedAt }) => publishedAt);
    expect(dates).toEqual([...dates].sort().reverse());
    const more = await listArticles(visitor, { search: "", shown: 12 });
    expect(more.articles.slice(0, 6)).toEqual(first.articles);
  });

  it("are found by title or excerpt without regard to case, a percent sign meaning itself", async () => {
    const word = randomUUID();
    await saveArticle(administrator, article({ title: `Über ${word.toUpperCase()}` }));
    await saveArticle(administrator, article({ excerpt: `About 50% ${word}` }));
    await saveArticle(administrator, article({ body: `Only the text has ${word}` }));
    expect((await listArticles(visitor, { search: word, shown: 6 })).total).toBe(2);
    expect((await listArticles(visitor, { search: `50% ${word}`, shown: 6 })).total).toBe(1);
    expect((await listArticles(visitor, { search: `5%${word}`, shown: 6 })).total).toBe(0);
  });

  it("are walked to the end step by step, each once", async () => {
    const expected: number[] = [];
    for (let afterId: number | undefined; ; afterId = expected.at(-1)) {
      const step = await walkArticles(visitor, { limit: 4, afterId });
      expected.push(...step.map(({ id }) => id));
      if (step.length < 4) break;
    }
    expect(new Set(expected).size).toBe(expected.length);
    expect(expected).toHaveLength((await listArticles(visitor, { search: "", shown: 600 })).total);
  });

  it("are hidden from readers while they are drafts", async () => {
    const title = `Draft ${randomUUID()}`;
    const { id } = await saveArticle(
      administrator,
      article({ title, body: "", imageUrl: "", status: "draft" }),
    );
    const { slug } = await findStaffArticle(administrator, id);
    expect(await findArticle(visitor, slug)).toBeUndefined();
    expect((await listArticles(visitor, { search: title, shown: 6 })).total).toBe(0);
    const staff = await listStaffArticles(again(administrator));
    expect(staff.articles[0]).toMatchObject({ id, title, status: "draft", publishedAt: null });
  });

  it("are shown as safe HTML once they are published", async () => {
    const { id } = await saveArticle(administrator, article({ body: "# Big\n\n<script>x</script>" }));
    const { slug } = await findStaffArticle(administrator, id);
    const shown = await findArticle(visitor, slug);
    expect(shown?.html).toBe("<h2>Big</h2>\n<p>&lt;script&gt;x&lt;/script&gt;</p>\n");
    expect(shown?.publishedAt).toBe("2026-03-02T12:00:00.000Z");
  });

  it("are not published without excerpt, text, picture and alternative text", async () => {
    const bare = article({ excerpt: "", body: "", imageUrl: "", imageAlt: "" });
    await expect(saveArticle(administrator, bare)).toBeRefused("validation_failed", {
      fields: {
        excerpt: expect.anything(),
        body: expect.anything(),
        imageUrl: expect.anything(),
        imageAlt: expect.anything(),
      },
    });
  });

  it("follow their title until they are published, then keep their address", async () => {
    const name = randomUUID();
    const { id } = await saveArticle(administrator, article({ title: "First", status: "draft" }));
    const draft = await findStaffArticle(administrator, id);
    await saveArticle(administrator, article({ title: name, id, seenVersion: draft.version }));
    const published = await findStaffArticle(administrator, id);
    expect(published.slug).toBe(name);
    const expected = { id, seenVersion: published.version };
    await saveArticle(administrator, article({ title: "Renamed", status: "draft", ...expected }));
    expect((await findStaffArticle(administrator, id)).slug).toBe(name);
  });

  it("keep a draft's address, and what is odd in them, while nobody touches it", async () => {
    const { id } = await saveArticle(administrator, article({ status: "draft" }));
    const em = administrator.em.fork();
    const slug = randomUUID();
    await em.execute("update blog_post set slug = ?, body = ' a\r\nb ' where id = ?", [slug, id]);
    const { title, excerpt, imageUrl, imageAlt, version } = await findStaffArticle(administrator, id);
    const same = { title, excerpt, imageUrl, imageAlt, status: "draft" as const };
    await saveArticle(administrator, { ...same, body: "a\nb", id, seenVersion: version });
    expect(await findStaffArticle(administrator, id)).toMatchObject({ slug, body: " a\r\nb ", version });
  });

  it("of one title get addresses of their own, at the same moment too", async () => {
    const title = `Twin ${randomUUID()}`;
    const ids = await Promise.all([1, 2, 3].map(() => saveArticle(again(administrator), article({ title }))));
    const slugs = await Promise.all(
      ids.map(async ({ id }) => (await findStaffArticle(again(administrator), id)).slug),
    );
    expect(new Set(slugs).size).toBe(3);
  });

  it("are saved from their form, whose chosen picture goes before the address", async () => {
    const form = new FormData();
    const texts = { title: `Posted ${randomUUID()}`, excerpt: "", body: "", imageUrl: "", imageAlt: "" };
    for (const [name, text] of Object.entries({ ...texts, status: "draft" })) form.set(name, text);
    form.set("picture", new Blob([new Uint8Array(await makePicture({ width: 80, height: 40 }))]));
    const { id } = (await postForm(administrator, "content.saveArticle", form)) as { id: number };
    const saved = await findStaffArticle(again(administrator), id);
    expect(saved).toMatchObject({ title: texts.title, body: "", status: "draft" });
    expect(saved.imageUrl).toMatch(/^\/media\//);
  });

  it("are not overwritten by a form that names no version", async () => {
    const { id } = await saveArticle(administrator, article({ title: "Seen" }));
    await expect(saveArticle(again(administrator), article({ id }))).toBeRefused("conflict");
  });

  it("are never overwritten unseen: anyone who saves second is told", async () => {
    const { id } = await saveArticle(administrator, article({ title: "Contested" }));
    const expected = { id, seenVersion: 1 };
    await saveArticle(administrator, article({ title: "Contested", body: "Mine", ...expected }));
    await expect(saveArticle(administrator, article({ body: "Theirs", ...expected }))).toBeRefused(
      "conflict",
      {
        message: 'Somebody else changed "Contested" while you were editing. Nothing was overwritten.',
      },
    );
    await expect(deleteArticle(administrator, expected)).toBeRefused("conflict");
    expect((await findStaffArticle(administrator, id)).body).toBe("Mine");
  });

  it("leave in the audit who published, changed and deleted them", async () => {
    const { id } = await saveArticle(administrator, article({ title: "Watched" }));
    await saveArticle(administrator, article({ title: "Watched", body: "New", id, seenVersion: 1 }));
    await deleteArticle(administrator, { id, seenVersion: 2 });
    const entries = await auditEntriesOf(visitor, "content", `article-${id}`);
    expect(entries.map(({ action }) => action)).toEqual(["published", "edited", "deleted"]);
    expect(entries[1]).toMatchObject({ after: { body: "New" } });
  });

  it("are fed to readers as RSS, with nothing in a title that is markup", async () => {
    await saveArticle(administrator, article({ title: `Ash & <char> "${randomUUID()}"` }));
    const [newest] = await walkArticles(visitor, { limit: 1 });
    const feed = articleFeed(newest ? [newest] : [], {
      publicUrl: "http://shop.test",
      folder: "/blog",
      title: "Oxbow: Articles",
      description: "Notes",
    });
    expect(feed).toContain("<title>Ash &amp; &lt;char&gt; &quot;");
    expect(feed).toContain(`<link>http://shop.test/blog/${newest?.slug}</link>`);
  });
});

describe("the Q&A", () => {
  it("of the reference data has five categories with answers in each", async () => {
    const sections = await listFaq(visitor);
    expect(sections).toHaveLength(5);
    for (const { questions } of sections) expect(questions.length).toBeGreaterThanOrEqual(2);
  });

  it("shows what is published, in the place it was given", async () => {
    const first = entry({ position: 0 });
    const hidden = entry({ published: false });
    await saveFaqEntry(administrator, first);
    const id = await saveFaqEntry(administrator, hidden);
    const climate = (await listFaq(visitor)).find(({ category }) => category === "Climate");
    expect(climate?.questions[0]).toMatchObject({
      question: first.question,
      htmlResponse: "<p>Yes, <strong>always</strong>.</p>\n",
    });
    expect(climate?.questions.map(({ question }) => question)).not.toContain(hidden.question);
    expect((await listStaffFaq(administrator)).map((one) => one.id)).toContain(id);
  });

  it("is never overwritten unseen, and keeps a record of what was deleted", async () => {
    const id = await saveFaqEntry(administrator, entry({ question: "Contested?" }));
    const expected = { id, seenVersion: 1 };
    await saveFaqEntry(administrator, entry({ question: "Contested?", answer: "Mine", ...expected }));
    await expect(saveFaqEntry(administrator, entry(expected))).toBeRefused("conflict");
    await deleteFaqEntry(administrator, { id, seenVersion: 2 });
    const last = await visitor.em
      .fork()
      .findOneOrFail(AuditEntry, { area: "content", subjectId: `question-${id}`, action: "deleted" });
    expect(last.before).toMatchObject({ question: "Contested?", answer: "Mine" });
  });
});
