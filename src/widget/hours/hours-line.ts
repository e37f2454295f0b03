import type { PublishedWidget } from '../../contract/widget-settings.ts';
import type { Language } from '../language.ts';
import { addSheet, sheetOf } from '../view/add-sheet.ts';
import { h, setText } from '../view/dom.ts';
import { sentenceOf } from './hours-sentence.ts';
import { whenOpen } from './when-open.ts';

/** Under the title, as if it were part of it. */
const sheet = sheetOf(`
.hours{display:flex;align-items:baseline;gap:8px;margin:-8px 0 0;padding:0 18px 12px;background:var(--brand);color:var(--on-brand);font-size:13px;text-wrap:balance;text-align:start}
.hours::before{content:'';flex:none;width:8px;height:8px;border:1.5px solid currentColor;border-radius:50%}.hours.open::before{background:currentColor}
.answered .hours{display:none}`);

const minuteMs = 60_000;
/** Shows under the title whether agents are available, and updates it while the window is open. */
export function showHours(
  panel: Element,
  { opening_hours: hours, time_zone: timeZone = 'UTC' }: PublishedWidget,
  language: Language,
): void {
  panel.querySelector('.hours')?.remove();
  if (!hours) return;
  const line = h('p', { class: 'hours' });
  const tell = () => {
    const standing = whenOpen(hours, timeZone, Date.now());
    line.hidden = standing === null;
    if (!standing) return;
    line.classList.toggle('open', standing.isOpen);
    setText(line, sentenceOf(standing, language, Date.now()));
  };
  tell();
  addSheet(panel, sheet);
  panel.firstElementChild?.after(line);
  const timer = setInterval(() => (line.isConnected ? tell() : clearInterval(timer)), minuteMs);
}
