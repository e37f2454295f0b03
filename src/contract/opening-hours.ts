import * as z from 'zod/mini';

const range = z
  .string()
  .check(
    z.regex(
      /^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/,
      'must be opening hours, for example 09:00-18:00',
    ),
  );
const ranges = z.optional(z.array(range));

/** Opening hours on the tenant's clock; a day that is left out is closed. `{"monday":["09:00-12:00","13:00-18:00"]}` */
export const weekHours = z.strictObject({
  monday: ranges,
  tuesday: ranges,
  wednesday: ranges,
  thursday: ranges,
  friday: ranges,
  saturday: ranges,
  sunday: ranges,
});
