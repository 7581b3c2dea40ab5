/** Runs something this many times, a few at once. */
export async function atOnce(
  workers: number,
  times: number,
  act: (time: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < times) {
      next += 1;
      await act(next - 1);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
}
