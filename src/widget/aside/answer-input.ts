import type { AnswerInput } from '../../contract/vocabulary.ts';
import type { Language } from '../language.ts';
import { addSheet, sheetOf } from '../view/add-sheet.ts';
import { h, setAttributes } from '../view/dom.ts';
import { laterIcon } from '../view/later-icon.ts';

/** The keyboard and autofill of each answer type. */
const keyboards: Readonly<
  Record<AnswerInput, { readonly inputmode?: string; readonly autocomplete?: string }>
> = {
  number: { inputmode: 'decimal' },
  email: { inputmode: 'email', autocomplete: 'email' },
  phone: { inputmode: 'tel', autocomplete: 'tel' },
  date: {},
  time: {},
  csat: { inputmode: 'numeric' },
  nps: { inputmode: 'numeric' },
  resolved: {},
};
const noKeyboard = { inputmode: null, autocomplete: null };

const labels: Readonly<Record<string, { readonly date: string; readonly time: string }>> = {
  ar: { date: 'اختيار تاريخ', time: 'اختيار وقت' },
  de: { date: 'Datum wählen', time: 'Uhrzeit wählen' },
  en: { date: 'Choose a date', time: 'Choose a time' },
  es: { date: 'Elegir fecha', time: 'Elegir hora' },
  fr: { date: 'Choisir une date', time: 'Choisir une heure' },
  it: { date: 'Scegli una data', time: 'Scegli un orario' },
  ja: { date: '日付を選択', time: '時刻を選択' },
  nl: { date: 'Datum kiezen', time: 'Tijd kiezen' },
  pl: { date: 'Wybierz datę', time: 'Wybierz godzinę' },
  pt: { date: 'Escolher data', time: 'Escolher hora' },
  tr: { date: 'Tarih seç', time: 'Saat seç' },
  zh: { date: '选择日期', time: '选择时间' },
};

const sheet = sheetOf(`
.pick{position:relative;flex:none;display:grid;place-items:center;width:38px;height:38px;padding:0;border:0;border-radius:50%;background:none;color:var(--soft)}.pick:hover{background:var(--bot)}
.pick .icon{width:20px;height:20px;stroke-width:1.8}
.picked-value{position:absolute;inset:auto 0 0;width:100%;height:0;padding:0;border:0;opacity:0;pointer-events:none}`);

/**
 * Adapts the field to the expected answer: the phone keyboard, and the browser's date or time picker, which writes
 * into the field. Unknown types of later releases change nothing.
 */
export function fitInput(composer: HTMLElement, input: AnswerInput | undefined, { tag }: Language): void {
  const field = composer.querySelector('textarea');
  if (!field) return;
  composer.querySelector('.pick')?.remove();
  setAttributes(field, { ...noKeyboard, ...(input && keyboards[input]) });
  if (input !== 'date' && input !== 'time') return;
  const label = (labels[new Intl.Locale(tag).language] ?? labels.en)?.[input];
  const picker = h('input', { type: input, class: 'picked-value', tabindex: '-1', 'aria-hidden': 'true' });
  const button = h(
    'button',
    { type: 'button', class: 'pick', 'aria-label': label, title: label },
    laterIcon(input),
    picker,
  );
  button.addEventListener('click', () => openPicker(picker));
  picker.addEventListener('change', () => {
    field.value = picker.value;
    field.dispatchEvent(new Event('input'));
    field.focus();
  });
  // Its own click is no press of the button again.
  picker.addEventListener('click', (event) => event.stopPropagation());
  field.before(button);
  addSheet(composer, sheet);
}

/** In a frame of another site a browser may refuse to show it. */
function openPicker(picker: HTMLInputElement): void {
  try {
    picker.showPicker();
  } catch {
    picker.focus();
  }
}
