/** A person's two-factor sign-in as their settings show it. */
export type TwoFactorView =
  | { state: "off" }
  | {
      state: "begun";
      /** In groups of four, for typing. */
      secret: string;
      /** otpauth:// address, which opens an app on the same device. */
      address: string;
      /** The same as a QR code: the side in modules, and an SVG path of unit squares. */
      picture: { size: number; path: string };
    }
  | {
      state: "on";
      /** ISO date and time. */
      since: string;
      codesLeft: number;
    };
