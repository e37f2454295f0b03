const dayMs = 24 * 60 * 60_000;

/** How far a clock has to be ahead of the machine's to begin at noon (UTC): no day ends while a test runs. */
export const untilNoonMs = (): number => dayMs - ((Date.now() + dayMs / 2) % dayMs);
