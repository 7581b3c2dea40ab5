/**
 * The browser's own storage for who asks it without a thought, such as Remix's module that looks for further pages
 * (vite.config.ts): it may be refused at any moment, and the page that was asked for would not be found then.
 */
function refusable(name: "sessionStorage" | "localStorage") {
  return {
    getItem: (key: string) => tried(() => window[name].getItem(key)) ?? null,
    setItem: (key: string, value: string) => tried(() => window[name].setItem(key, value)),
    removeItem: (key: string) => tried(() => window[name].removeItem(key)),
  };
}

function tried<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

export const sessionStorage = refusable("sessionStorage");
export const localStorage = refusable("localStorage");
