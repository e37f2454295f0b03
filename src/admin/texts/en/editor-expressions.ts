/** Texts and expressions, while they are written. */
export const expressions = {
  insert: '{x} Insert',
  insertHint: 'Offers variables and functions; in a text {{ does, too',
  offered: 'Offered',
  kinds: {
    text: 'text',
    number: 'number',
    flag: 'true or false',
    list: 'list',
    object: 'object',
    unknown: 'any kind',
    function: 'function',
  },
  maybe: 'Not every way that leads here sets it.',
  example: 'For example',
  lacking: (names: string) => `${names}: no value yet. The test chat brings one.`,
  dear: (percent: number) => `With large values it takes ${percent} % of what a step may compute.`,
};
