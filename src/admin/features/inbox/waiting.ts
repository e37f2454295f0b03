const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** `6:12`, `2:04:09`: a waiting or remaining time. */
export function timeSince(ms: number): string {
  const whole = Math.max(0, ms);
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  const rest = `${two((whole % minuteMs) / secondMs)}`;
  if (whole < hourMs) return `${Math.floor(whole / minuteMs)}:${rest}`;
  return `${Math.floor(whole / hourMs)}:${two((whole % hourMs) / minuteMs)}:${rest}`;
}

/** Compares a wait with the target of its queue: half of it, or all of it, has gone by. */
export function urgencyOf(ms: number, targetMs: number): 'calm' | 'soon' | 'late' {
  if (ms >= targetMs) return 'late';
  return ms >= targetMs / 2 ? 'soon' : 'calm';
}
