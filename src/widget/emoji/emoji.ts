import { addSheet, sheetOf } from '../view/add-sheet.ts';
import { h, setAttributes } from '../view/dom.ts';

/** A small set of what people send most; screen readers know their names. */
const set =
  '😀 😄 😅 😂 🙂 😉 😊 😍 😘 😎 🤔 😐 😕 🙁 😢 😭 😡 😱 😴 🤒 🤗 🤷 🤦 🙈 👍 👎 👌 👏 🙏 💪 👋 🤝 ✌️ 👀 ❤️ 💔 🎉 🎁 🔥 ⭐ ✨ ✅ ❌ ❓ ❗ 💡 📷 📎 📦 🛒 💳 💶 🚚 ✈️ 🏠 ⏰ 📅 📞 📧 🔑 ☀️ ☕ 🍕 🎂'.split(
    ' ',
  );
const columns = 8;

const sheet = sheetOf(`
.picker{display:grid;grid-template-columns:repeat(${columns},1fr);gap:2px;max-height:184px;margin-bottom:8px;padding:6px;border:1px solid var(--line);border-radius:16px;overflow-y:auto;scrollbar-width:thin}
.picker button{display:grid;place-items:center;height:38px;padding:0;border:0;border-radius:9px;background:none;font-size:22px;line-height:1}
.picker button:is(:hover,:focus-visible){background:var(--bot)}.picker button:focus-visible{outline-offset:-2px}`);

export interface EmojiOptions {
  /** Opens the set, and closes it. */
  readonly button: HTMLElement;
  /** The field into which an emoji is inserted, at the caret. */
  readonly input: HTMLTextAreaElement;
  readonly label: string;
}

/** Shows the set above the field, or hides it. Arrows move within it; Escape leads back to the field. */
export function toggleEmoji({ button, input, label }: EmojiOptions): void {
  const form = button.closest('form');
  const close = () => {
    form?.querySelector('.picker')?.remove();
    setAttributes(button, { 'aria-expanded': 'false' });
    input.focus();
  };
  if (form?.querySelector('.picker')) {
    close();
    return;
  }
  const buttons = set.map((emoji, n) => {
    const one = h('button', { type: 'button', tabindex: n === 0 ? '0' : '-1' }, emoji);
    one.addEventListener('click', () => {
      close();
      insert(input, emoji);
    });
    return one;
  });
  const picker = h('div', { class: 'picker', role: 'group', 'aria-label': label }, ...buttons);
  picker.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    else if (!move(buttons, event.key, getComputedStyle(picker).direction === 'rtl')) return;
    event.preventDefault();
    // Escape would close the whole chat.
    event.stopPropagation();
  });
  addSheet(button, sheet);
  form?.querySelector('.field')?.before(picker);
  setAttributes(button, { 'aria-expanded': 'true' });
  buttons[0]?.focus();
}

function insert(input: HTMLTextAreaElement, emoji: string): void {
  input.setRangeText(emoji, input.selectionStart, input.selectionEnd, 'end');
  input.dispatchEvent(new Event('input'));
}

/** @returns whether the key is one of the grid's */
function move(buttons: readonly HTMLButtonElement[], key: string, isRtl: boolean): boolean {
  const forward = isRtl ? -1 : 1;
  const at = buttons.findIndex((button) => button.matches(':focus'));
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: at + forward,
    ArrowLeft: at - forward,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: buttons.length - 1,
  };
  const target = steps[key];
  if (target === undefined) return false;
  const next = buttons[target];
  if (next) {
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
    next.focus();
  }
  return true;
}
