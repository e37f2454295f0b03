const secondMs = 1_000;

/** Does something each second, while it is told to run. */
export function createClock(work: () => void): (runs: boolean) => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  return (runs) => {
    if (runs && timer === undefined) timer = setInterval(work, secondMs);
    if (runs) return;
    clearInterval(timer);
    timer = undefined;
  };
}
