import { type CDPSession, expect, type Page, test } from "playwright/test";
import { expectWellMade } from "../../support/accessibility.ts";
import { newCustomer, signInByCall, turnOnTwoFactor } from "../../support/accounts.ts";
import { hydrated, javaScriptIsOn, visit } from "../../support/shop.ts";
import { newStaff } from "../../support/staff.ts";

const security = "/account/settings?tab=security";

/** Browsers tie passkeys to a host name: the same shop under this machine's name. */
async function named(page: Page, path: string): Promise<string> {
  await page.goto("/healthz");
  const url = new URL(path, page.url());
  url.hostname = "localhost";
  return url.href;
}

interface Authenticator {
  cdp: CDPSession;
  id: string;
}

/** A phone's own authenticator, whose owner is present and uses a finger. */
async function withAuthenticator(page: Page): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id: authenticatorId };
}

/**
 * This authenticator responds to any request, so a field that offers passkeys would sign in before the button is
 * pressed. Here the browser offers none.
 */
const withoutOffers = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });

const verified = ({ cdp, id }: Authenticator, isUserVerified: boolean) =>
  cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified });

/** Signs in by a call, at the address with passkeys, and opens the page of the account's security. */
async function openSecurity(page: Page, login: string, data: Record<string, string>): Promise<void> {
  const answer = await page.request.post(await named(page, login), { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.goto(await named(page, security));
  await hydrated(page);
}

async function addPasskey(page: Page, name: string, own: string, code?: string): Promise<void> {
  const form = page.locator("#passkey-add");
  await form.locator('input[name="name"]').fill(name);
  await form.locator('input[name="password"]').fill(own);
  if (code !== undefined) await form.locator('input[name="code"]').fill(code);
  await form.getByRole("button", { name: "Add a passkey" }).click();
}

async function signInByPasskey(page: Page, login: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(await named(page, login));
  await hydrated(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
}

test("a customer adds a passkey, signs in by it, also past two-factor sign-in, and removes it @both", async ({
  page,
  request,
}) => {
  const { username, password } = await newCustomer(request);
  const signIn = `/login?next=${encodeURIComponent(security)}`;

  if (!javaScriptIsOn()) {
    // At an IP address there are none, and the page names the address with passkeys.
    await signInByCall(page.request, { username, password });
    await visit(page, security);
    await expect(page.getByText("Passkeys do not work at this address")).toBeVisible();
    await expect(page.getByRole("link", { name: /^localhost:/ })).toBeVisible();
    await openSecurity(page, "/api/auth/login", { username, password });
    await expect(page.getByText("Adding a passkey needs JavaScript.")).toBeVisible();
    return;
  }

  await withoutOffers(page);
  const authenticator = await withAuthenticator(page);
  await openSecurity(page, "/api/auth/login", { username, password });
  await addPasskey(page, "Pia's phone", "not my password");
  await expect(page.locator("#passkey-add")).toContainText("Current password is incorrect");
  await addPasskey(page, "Pia's phone", password);
  const list = page.getByRole("list", { name: "Your passkeys" });
  await expect(list).toContainText("Pia's phone");
  await expect(list).toContainText("not used yet");
  await hydrated(page);
  await expectWellMade(page, "a passkey");

  await signInByPasskey(page, signIn);
  await page.waitForURL((url) => url.pathname === "/account/settings");
  await expect(list).toContainText("last used");

  // Now with a second factor, whose code the passkey replaces.
  const [recoveryCode = ""] = await turnOnTwoFactor(page.request, await named(page, security), password);
  await verified(authenticator, false);
  await signInByPasskey(page, signIn);
  await expect(page.getByRole("alert").first()).toContainText("You are not signed in");
  await hydrated(page);
  await expectWellMade(page, "a refused passkey");
  await verified(authenticator, true);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL((url) => url.pathname === "/account/settings");

  await hydrated(page);
  await list.getByText("Remove", { exact: false }).first().click();
  const removal = list.locator("form");
  await removal.locator('input[name="password"]').fill(password);
  await removal.locator('input[name="code"]').fill(recoveryCode);
  await removal.getByRole("button", { name: "Remove this passkey" }).click();
  await expect(list).toBeHidden();
  await signInByPasskey(page, signIn);
  await expect(page.getByRole("alert").first()).toContainText("You are not signed in");
});

test("its owner renames a passkey, with and without JavaScript, and the username field offers it", async ({
  page,
  request,
  browser,
}) => {
  const { username, password } = await newCustomer(request);
  const signIn = `/login?next=${encodeURIComponent(security)}`;
  await page.goto(await named(page, signIn));
  await hydrated(page);
  await expect(page.locator('input[name="username"]')).toHaveAttribute("autocomplete", "username webauthn");
  const authenticator = await withAuthenticator(page);
  // Without a passkey nothing is said, and the password works as before.
  await page.reload();
  await hydrated(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.locator('input[name="username"]').fill(username);
  await page.locator('input[name="password"]').fill(password);
  await page.locator("main").getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/account/settings");
  await hydrated(page);
  await addPasskey(page, "Pia's phone", password);
  const list = page.getByRole("list", { name: "Your passkeys" });
  await expect(list).toContainText("Pia's phone");
  await hydrated(page);

  const open = (screen: Page) => screen.locator("summary").filter({ hasText: "Rename" }).click();
  const name = (screen: Page) => screen.locator('form[id^="passkey-rename"] input[name="name"]');
  const save = (screen: Page) => screen.getByRole("button", { name: "Save the name" }).click();
  await open(page);
  await name(page).fill("");
  await save(page);
  await expect(name(page)).toHaveAccessibleDescription("Give it a name");
  await name(page).fill("Kitchen tablet");
  await save(page);
  await expect(list).toContainText("Kitchen tablet");

  const storageState = await page.context().storageState();
  const plain = await (await browser.newContext({ javaScriptEnabled: false, storageState })).newPage();
  await plain.goto(await named(page, security));
  await open(plain);
  await expect(name(plain)).toHaveValue("Kitchen tablet");
  await name(plain).evaluate((input: HTMLInputElement) => input.removeAttribute("maxlength"));
  await name(plain).fill("n".repeat(101));
  await save(plain);
  await expect(name(plain)).toHaveAccessibleDescription("Must be at most 100 characters");
  await expect(name(plain)).toHaveValue("n".repeat(101));
  await name(plain).fill("Blue key");
  await save(plain);
  await expect(plain.getByRole("list", { name: "Your passkeys" })).toContainText("Blue key");
  await plain.context().close();

  // The owner chooses the passkey that the field offers: no button.
  await page.context().clearCookies();
  await page.goto(await named(page, signIn));
  await page.waitForURL((url) => url.pathname === "/account/settings");
  await expect(list).toContainText("Blue key");
  expect(authenticator.id).not.toBe("");
});

test("staff sign in with a passkey on their own screen", async ({ page, request }) => {
  const { email, password: own } = await newStaff(request, "administrator");
  await withoutOffers(page);
  await withAuthenticator(page);
  await openSecurity(page, "/api/admin/login", { email, password: own });
  const name = "Key of the office";
  await addPasskey(page, name, own);
  await expect(page.getByRole("listitem").filter({ hasText: name })).toBeVisible();

  await signInByPasskey(page, "/admin/login");
  await page.waitForURL((url) => url.pathname === "/admin");
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
});

test("the button of passkeys goes on where the file behind it is gone since the shop was updated", async ({
  page,
}) => {
  await page.route("**/assets/*.js", async (route) => {
    const response = await route.fetch();
    const isGone = (await response.text()).includes("navigator.credentials.get(");
    await (isGone ? route.fulfill({ status: 404, body: "gone" }) : route.fulfill({ response }));
  });
  await page.goto(await named(page, "/login"));
  await hydrated(page);
  await page.locator('input[name="username"]').fill("somebody");
  const button = page.getByRole("button", { name: /passkey/ });
  await button.click();
  await expect(page.getByText("The shop could not be reached. Please try again.")).toBeVisible();
  await expect(button).toBeEnabled();
  // A file that is still on its way at the end would be answered to a page that is gone.
  await page.unrouteAll({ behavior: "wait" });
});
