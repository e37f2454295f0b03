import { addSheet, sheetOf } from '../view/add-sheet.ts';
import { h } from '../view/dom.ts';
import { laterIcon } from '../view/later-icon.ts';

/** The invitation's styles. */
const sheet = sheetOf(`
.invite{position:absolute;bottom:76px;inset-inline-end:0;display:flex;align-items:flex-start;width:max-content;max-width:min(300px,calc(100vw - 2*var(--side)));border-radius:16px;background:var(--surface);box-shadow:var(--shadow);animation:rise .2s cubic-bezier(.2,.9,.3,1)}.right .invite{right:0;left:auto}.left .invite{left:0;right:auto}
.invite .words{flex:1;padding:13px 0 13px 16px;border:0;background:none;text-align:start;overflow-wrap:anywhere}[dir=rtl] .invite .words{padding:13px 16px 13px 0}.invite .away{flex:none;display:grid;place-items:center;width:36px;height:36px;margin:4px;border:0;border-radius:50%;background:none;color:var(--soft)}.invite .away:hover{background:var(--bot)}.invite .icon{width:16px;height:16px}`);

/** Shows a message beside the launcher; a click opens the chat. */
export function inviteBubble(root: HTMLElement, text: string, dismiss: string, open: () => void): void {
  const words = h('button', { type: 'button', class: 'words', dir: 'auto' }, text);
  const away = h('button', { type: 'button', class: 'away', 'aria-label': dismiss }, laterIcon('cross'));
  const bubble = h('div', { class: 'invite', part: 'invite', role: 'status' }, words, away);
  words.addEventListener('click', open);
  away.addEventListener('click', () => bubble.remove());
  addSheet(root, sheet);
  root.append(bubble);
}
