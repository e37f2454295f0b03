import { addSheet, sheetOf } from '../view/add-sheet.ts';

export { fitInput } from './answer-input.ts';
export { ask } from './ask.ts';
export { earlierList } from './earlier-list.ts';
export { dressWithin } from './within.ts';

/** Styles of what covers a conversation. */
const sheet = sheetOf(`
.list:has(~.earlier){display:none}
.ask{padding:14px 16px 16px;border-top:1px solid var(--line)}.ask p{margin:0 0 12px;text-wrap:balance}
.ask button{min-height:44px;margin-inline-end:8px;padding:0 18px;border:1.5px solid var(--accent);border-radius:22px;background:none;color:var(--accent);font-weight:600}
.ask .yes{background:var(--brand);border-color:var(--brand);color:var(--on-brand)}
.earlier{flex:1;padding:8px;overflow-y:auto}.earlier h3{margin:12px 12px 6px;font-size:14px}.earlier ul{margin:0;padding:0;list-style:none}
.earlier button{display:flex;align-items:baseline;justify-content:space-between;gap:12px;width:100%;min-height:48px;padding:10px 12px;border:0;border-radius:12px;background:none;text-align:start}
.earlier button:hover{background:var(--bot)}
.earlier span{flex:1;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.earlier time{flex:none;font-size:12px;color:var(--soft)}.earlier time::first-letter{text-transform:uppercase}`);

/** Dresses the window in which it stands. */
export const dressAside = (panel: Element): void => addSheet(panel, sheet);
