import { describe, expect, it } from "vitest";
import { addressForPasskeys, relyingPartyOf } from "./passkey.schema.ts";

const at = (publicUrl: string, url: string) => relyingPartyOf(publicUrl, new URL(url));

describe("whose passkeys an address of the shop uses", () => {
  it("are those of the public address, whatever the request says of its host", () => {
    const party = { id: "shop.example", origin: "https://shop.example" };
    expect(at("https://shop.example", "https://shop.example/login")).toEqual(party);
    expect(at("https://shop.example", "http://evil.example/login")).toEqual(party);
    expect(at("https://shop.example", "http://localhost:3000/login")).toEqual(party);
  });

  it("are those of localhost, for a shop on this machine that was opened by that name", () => {
    expect(at("http://127.0.0.1:3000", "http://localhost:3000/login")).toEqual({
      id: "localhost",
      origin: "http://localhost:3000",
    });
    expect(at("http://localhost:3000", "http://localhost:3000/login")?.id).toBe("localhost");
  });

  it.each([
    ["http://127.0.0.1:3000", "http://127.0.0.1:3000/login"],
    ["http://127.0.0.1:3000", "http://evil.example/login"],
    ["https://192.0.2.7", "https://192.0.2.7/login"],
    ["https://[2001:db8::7]", "https://[2001:db8::7]/login"],
    ["http://shop.example", "http://shop.example/login"],
  ])("are none for %s opened as %s", (publicUrl, url) => {
    expect(at(publicUrl, url)).toBeNull();
  });

  it("can be had on this machine under another name, and nowhere else", () => {
    const opened = "http://127.0.0.1:3000/account/settings?tab=security";
    expect(addressForPasskeys("http://127.0.0.1:3000", new URL(opened))).toBe(
      "http://localhost:3000/account/settings?tab=security",
    );
    expect(addressForPasskeys("http://shop.example", new URL("http://shop.example/"))).toBeNull();
    expect(addressForPasskeys("http://127.0.0.1:3000", new URL("http://localhost:3000/"))).toBeNull();
  });
});
