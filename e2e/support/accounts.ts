import { DomUtils, parseDocument } from "htmlparser2";
import { generateSync } from "otplib";
import { type APIRequestContext, expect, type Page } from "playwright/test";
import { hydrated, uniqueEmail, visit } from "./shop.ts";

export interface Person {
  email: string;
  username: string;
  password: string;
}

/** Somebody whose address and username no other journey has. */
export function newPerson(): Person {
  const email = uniqueEmail();
  return { email, username: email.replace("@example.com", ""), password: "mahogany tuba lintel" };
}

/** Registers somebody by one call, in journeys that are not about that. */
export async function newCustomer(request: APIRequestContext): Promise<Person> {
  const person = newPerson();
  const data = { ...person, name: "Rowan Fielding" };
  const response = await request.post("/api/auth/register", { data });
  expect(response.ok(), await response.text()).toBe(true);
  return person;
}

/** The same, signed in: `request` is that of a page (`page.request`). */
export async function newSignedInCustomer(request: APIRequestContext): Promise<Person> {
  const person = await newCustomer(request);
  await signInByCall(request, person);
  return person;
}

export async function signInByCall(
  request: APIRequestContext,
  { username, password }: Omit<Person, "email">,
): Promise<void> {
  const response = await request.post("/api/auth/login", { data: { username, password } });
  expect(response.ok(), await response.text()).toBe(true);
}

/** Turns two-factor sign-in on at the page of an account's security, and returns the recovery codes. */
export async function turnOnTwoFactor(
  request: APIRequestContext,
  security: string,
  password: string,
): Promise<string[]> {
  const send = async (form: Record<string, string>) => {
    const response = await request.post(security, { form });
    expect(response.ok(), `two-factor sign-in: ${response.status()}`).toBe(true);
    return parseDocument(await response.text()).children;
  };
  const begun = await send({ intent: "two-factor-begin", password });
  const [key] = DomUtils.getElementsByTagName("code", begun);
  const code = generateSync({ secret: DomUtils.textContent(key ?? []).replaceAll(" ", "") });
  const confirmed = await send({ intent: "two-factor-confirm", code });
  const lists = DomUtils.getElementsByTagName("ul", confirmed);
  const codes = lists.find(({ attribs }) => attribs["aria-label"] === "Recovery codes")?.children ?? [];
  return DomUtils.getElementsByTagName("li", codes).map((each) => DomUtils.textContent(each));
}

export async function registerPerson(page: Page, person: Person): Promise<void> {
  await visit(page, "/register");
  await page.locator('input[name="name"]').fill("Rowan Fielding");
  await page.locator('input[name="email"]').fill(person.email);
  await page.locator('main input[name="username"]').fill(person.username);
  await page.locator('input[name="password"]').fill(person.password);
  await page.locator('input[name="confirmPassword"]').fill(person.password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("heading", { name: "Check Your Email" })).toBeVisible();
}

/** Signs in as a customer and waits for the next page. */
export async function signInAs(page: Page, { username, password }: Person, path = "/account"): Promise<void> {
  await visit(page, path === "/account" ? "/login" : `/login?next=${encodeURIComponent(path)}`);
  await page.locator('main input[name="username"]').fill(username);
  await page.locator('main input[name="password"]').fill(password);
  await page.locator("main").getByRole("button", { name: "Login" }).click();
  await page.waitForURL((url) => url.pathname + url.search === path);
  await hydrated(page);
}

/** The newest link of a kind that was mailed to an address; waits until the mail has been written. */
export async function mailedLink(
  { request }: Pick<Page, "request">,
  email: string,
  subject: RegExp,
  kind = /[^\s"<>]+token=[\w-]+/,
): Promise<string> {
  const mail = parseDocument(await (await request.get(await mailTo(request, email, subject))).text());
  const [text, html] = [
    DomUtils.textContent(DomUtils.getElementsByTagName("pre", mail)),
    DomUtils.getElementsByTagName("iframe", mail)[0]?.attribs.srcdoc ?? "",
  ];
  const anyLink = new RegExp(`https?://[^/\\s"<>]+/${kind.source}`);
  const link = anyLink.exec(text + html.replaceAll("&amp;", "&"))?.[0];
  if (!link) throw new Error(`no link in the mail to ${email}`);
  // The shop's own address may differ from the one that the test uses.
  const { pathname, search } = new URL(link);
  return pathname + search;
}

/** Subscribes an address to the newsletter, and confirms it. */
export async function subscribe(request: APIRequestContext, email: string): Promise<void> {
  const send = async (path: string, data: object) => {
    const response = await request.post(path, { data });
    expect(response.ok(), await response.text()).toBe(true);
    return response.json() as Promise<{ code: string }>;
  };
  await send("/api/newsletter", { email });
  const { code } = await send("/api/newsletter/code", { email });
  await send("/api/newsletter/confirm", { email, code });
}

/** What the outbox lists of the mails to an address: subject, receiver and when. */
export async function mailsTo(request: APIRequestContext, email: string): Promise<string[]> {
  const outbox = parseDocument(await (await request.get("/dev/mail")).text());
  return DomUtils.getElementsByTagName("li", outbox)
    .map((mail) => DomUtils.textContent(mail))
    .filter((text) => text.includes(`to ${email},`));
}

/** Where the outbox shows the newest mail with such a subject to an address; waits until it has been written. */
export async function mailTo(request: APIRequestContext, email: string, subject: RegExp): Promise<string> {
  let path: string | undefined;
  const look = async () => {
    const outbox = parseDocument(await (await request.get("/dev/mail")).text());
    path = DomUtils.getElementsByTagName("a", outbox).find(
      (link) =>
        subject.test(DomUtils.textContent(link)) &&
        DomUtils.textContent(link.parent ?? []).includes(`to ${email},`),
    )?.attribs.href;
    return path;
  };
  await expect.poll(look, { message: `a mail to ${email}`, timeout: 30_000 }).toBeDefined();
  return path ?? "";
}
