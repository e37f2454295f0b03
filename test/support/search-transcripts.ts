const common =
  'the i to a you and is it my for can in of that have on your not me we be with this at please order will thanks hello help need when how what are do was from but would if as just get there was no yes know they so or about day email time see know which which back could out now send number account still more only any good one been also like want should today let been check did received delivery item address payment return'.split(
    ' ',
  );
const syllables =
  'ba be co da de fi ga ho in ka la le ma mi no or pa re ri sa se ta te to tu un va ver wi za'.split(' ');
const vocabulary = 40_000;

/** The word of a rank: few are frequent, most are rare, as in a language. */
function wordOf(rank: number): string {
  const known = common[rank];
  if (known !== undefined) return known;
  let word = '';
  for (let left = rank * 7 + 1; left > 0; left = Math.floor(left / syllables.length))
    word += syllables[left % syllables.length];
  return word;
}

/** The number of messages of a conversation. */
export const transcriptMessages = 12;

/**
 * The messages of one conversation by turn: three of the visitor with two replies or one of the bot, then with an agent,
 * each message by itself. Always the same for a number.
 */
export function transcriptOf(n: number): readonly (readonly string[])[] {
  let state = (Math.imul(n + 1, 2_654_435_761) ^ 0x9e3779b9) >>> 0;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const text = () =>
    Array.from({ length: 4 + Math.floor(random() * 16) }, () =>
      wordOf(Math.floor(vocabulary ** random()) - 1),
    ).join(' ');
  const opening = `${text()} order ${100_000 + n}`;
  const turns = [
    [opening, text()],
    [text(), text()],
    [text(), text()],
  ];
  return [...turns, ...Array.from({ length: transcriptMessages - 6 }, () => [text()])];
}
