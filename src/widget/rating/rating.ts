import type { Choice } from '../../contract/vocabulary.ts';
import { inLanguage } from '../in-language.ts';
import type { Language } from '../language.ts';
import { addSheet, sheetOf } from '../view/add-sheet.ts';
import { drawing, h } from '../view/dom.ts';
import { ratingOf, ratingTexts } from './rating-texts.ts';

export { ratingOf };

export interface Rating {
  /** What the question measures. */
  readonly input: 'csat' | 'nps' | 'resolved';
  /** The choices; empty for a number question. */
  readonly choices: readonly Choice[];
  readonly language: Language;
  pick(choice: Choice): void;
}

const head = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9 9.5h.01m5.99 0h.01';
const thumb = 'M7 11v9H4v-9Zm0 0 4-8a2.5 2.5 0 0 1 2.5 2.5V9h5a2 2 0 0 1 2 2.3l-1.2 7a2 2 0 0 1-2 1.7H7';
/** Drawn, since not every device has a font for emoji. */
const pictures: Readonly<Record<string, string>> = {
  1: `${head}M8 16.7a4.5 4.5 0 0 1 8 0`,
  2: `${head}M8.5 15.8c2-1.4 5-1.4 7 0`,
  3: `${head}M8.5 15h7`,
  4: `${head}M8.5 14.2c2 1.7 5 1.7 7 0`,
  5: `${head}M7.5 13.5a4.8 4.8 0 0 0 9 0Z`,
  yes: thumb,
  no: thumb,
};
const scales = {
  csat: ['1', '2', '3', '4', '5'],
  nps: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10'],
  resolved: ['yes', 'no'],
} as const;

const sheet = sheetOf(`
.choices.rated{flex-wrap:nowrap;justify-content:center}
.choices.rated button{display:flex;flex-direction:column;align-items:center;gap:3px;flex:1 1 0;min-width:0;max-width:104px;padding:7px 3px;border-color:var(--line);border-radius:14px;color:var(--text);font-size:12px;font-weight:500;line-height:1.2;text-align:center}
.choices.rated button:hover{border-color:var(--accent)}
.rated .icon{width:30px;height:30px;stroke-width:1.7;color:var(--accent)}.rated .icon-no{transform:rotate(180deg)}
.choices.rated.nps{display:grid;grid-template-columns:repeat(11,1fr);gap:4px}.choices.rated.nps button{padding:9px 0;border-radius:8px;font-size:14px;font-weight:600}
.nps p{grid-column:1/-1;display:flex;justify-content:space-between;gap:16px;margin:0;font-size:12px;color:var(--soft)}`);

/** Shows a scale in the place of its choices: as faces, thumbs or numbers. What is sent stays the same. */
export function showRating(place: HTMLElement, { input, choices, language, pick }: Rating): void {
  const scale: readonly string[] = scales[input];
  // A repeated question may offer other choices.
  if (choices.some(({ value }) => !scale.includes(value))) return;
  const { ends } = inLanguage(ratingTexts, language);
  const offered = choices.length > 0 ? choices : scale.map((value) => ({ label: value, value }));
  const buttons = offered.map((choice) => {
    const { label, value } = choice;
    const name = input === 'csat' ? ratingOf(value, { input, choices: [choice] }, language.tag) : label;
    const picture = input === 'nps' ? null : drawing(value, pictures[value] ?? '');
    const shown = input === 'nps' ? value : name;
    const button = h(
      'button',
      { type: 'button', 'aria-label': name, title: name },
      picture,
      h('span', { dir: 'auto' }, shown),
    );
    button.addEventListener('click', () => pick(choice));
    return button;
  });
  addSheet(place, sheet);
  const legend = input === 'nps' ? h('p', {}, ...ends.map((end) => h('span', {}, end))) : null;
  place.className = `choices rated ${input}`;
  place.replaceChildren(...buttons, ...(legend ? [legend] : []));
}
