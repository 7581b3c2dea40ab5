/**
 * The browser's own storage for Remix's module that looks for further pages (vite.config.ts), which asks it without a
 * thought: it may be refused at any moment, and the page that was asked for would not be found then.
 */
export const sessionStorage = {
  getItem: (key: string) => tried(() => window.sessionStorage.getItem(key)) ?? null,
  setItem: (key: string, value: string) => tried(() => window.sessionStorage.setItem(key, value)),
  removeItem: (key: string) => tried(() => window.sessionStorage.removeItem(key)),
};

function tried<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
