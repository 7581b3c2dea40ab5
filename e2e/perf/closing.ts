type Close = () => Promise<void>;

/** Open resources, closed in reverse order, even while the next one is still opening. */
export class Closing {
  readonly #closes: Close[] = [];
  #closed: Promise<void> | undefined;

  /** Whether the end has come, which then explains failures. */
  get begun(): boolean {
    return this.#closed !== undefined;
  }

  /**
   * Opens something and remembers how to close it. @throws Error once the end has come
   */
  async open<Opened>(open: () => Promise<Opened>, close: (opened: Opened) => unknown): Promise<Opened> {
    if (this.begun) throw new Error("Nothing is opened any more.");
    const opening = open();
    this.#closes.push(async () => {
      const opened = await opening.catch(() => undefined);
      if (opened !== undefined) await close(opened);
    });
    return opening;
  }

  /** Closes everything once; a second call waits for the first. */
  close(): Promise<void> {
    this.#closed ??= this.#closeAll();
    return this.#closed;
  }

  async #closeAll(): Promise<void> {
    for (let close = this.#closes.pop(); close; close = this.#closes.pop()) {
      await close().catch((error: unknown) => console.error("while closing:", error));
    }
  }
}
