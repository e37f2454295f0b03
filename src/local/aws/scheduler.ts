/**
 * Runs something again and again, as EventBridge Scheduler does; never beside itself.
 * @param run reports its own failures; the next run does what a failed one did not
 */
export function startScheduler(run: () => Promise<void>, intervalMs: number) {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= run()
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
      });
  }, intervalMs);
  return {
    /** Runs no more, and waits for a run that is going on. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
