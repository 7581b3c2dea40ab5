/** Runs a program, and closes what it opened at its end, also when it is interrupted; the result is its exit code. */
export async function runAndClose(work: (closing: AsyncDisposableStack) => Promise<boolean>): Promise<void> {
  const closing = new AsyncDisposableStack();
  // Ctrl-C arrives twice, from the terminal and from npm: the first counts.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => void closing.disposeAsync().then(() => process.exit(130)));
  }
  try {
    process.exitCode = (await work(closing)) ? 0 : 1;
  } catch (error) {
    // What was closed meanwhile fails, too.
    if (!closing.disposed) console.error(error);
    process.exitCode = 1;
  }
  await closing.disposeAsync();
}
