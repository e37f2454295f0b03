import type { Json } from '../interfaces.ts';
import { conventionsOf, localeOf, type Visitor } from './locale.ts';
import { readDate } from './read-date.ts';
import { readEmail } from './read-email.ts';
import { readNumber } from './read-number.ts';
import { countryOfPhone, readPhone } from './read-phone.ts';
import { readTime } from './read-time.ts';
import { longestRead, type ReadableType, type Reading, readingOf, unreadable } from './reading.ts';

export { explain } from './explain.ts';

/** More readings than this are no question to ask. */
const mostReadings = 3;

/**
 * Reads what a visitor typed, by the visitor's language and country.
 * @param isAllowed whether the question takes a date or time: of a day without a year, and of a time without half of
 * the day, those are meant that it takes
 */
export async function readTyped(
  type: ReadableType,
  text: string,
  visitor: Visitor,
  isAllowed: (value: Json) => boolean,
): Promise<Reading> {
  if (text.length > longestRead) return unreadable;
  if (type === 'email') return readEmail(text);
  if (type === 'phone') return await readPhone(text, visitor);
  const conventions = conventionsOf(visitor.language, await regionOf(visitor));
  if (type === 'number') return readNumber(text, conventions);
  const reading = type === 'time' ? readTime(text, conventions) : await readDate(text, visitor, conventions);
  if (reading.kind !== 'ambiguous') return reading;
  // Only the year or the half of the day is told by what the question takes: 1/2 may be a slip on either day.
  const isAlike = (a: Json, b: Json) => type === 'time' || String(a).slice(5) === String(b).slice(5);
  const meant = reading.values.filter(
    (value, _, all) => isAllowed(value) || !all.some((other) => isAlike(other, value) && isAllowed(other)),
  );
  return meant.length > mostReadings ? unreadable : readingOf(meant);
}

/** Where the visitor is, by what their client says, their number, or the tenant. */
async function regionOf(visitor: Visitor): Promise<string | undefined> {
  return localeOf(visitor.clientLanguage)?.region ?? (await countryOfPhone(visitor)) ?? visitor.country;
}
