const secondMs = 1_000;

/** Calls a function every second while it runs. */
export function createClock(work: () => void): (runs: boolean) => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  return (runs) => {
    if (runs && timer === undefined) timer = setInterval(work, secondMs);
    if (runs) return;
    clearInterval(timer);
    timer = undefined;
  };
}
