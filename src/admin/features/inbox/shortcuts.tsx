import { useHotkeys } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../components/Loaded.tsx';

const ShortcutsDialog = lazyPart(() => import('../../components/ShortcutsDialog.tsx'), 'ShortcutsDialog');

type ShortcutName =
  | 'next'
  | 'previous'
  | 'take'
  | 'reply'
  | 'note'
  | 'return'
  | 'transfer'
  | 'close'
  | 'sheet'
  | 'send'
  | 'insert'
  | 'mention'
  | 'search'
  | 'rail';

interface Shortcut {
  readonly name: ShortcutName;
  readonly keys: readonly string[];
  /** Presses it outside of fields and dialogs; without it, the field or the frame listens itself. */
  readonly press?: () => void;
}

/** Every shortcut of the inbox: what listens to the keys, and what the sheet lists. */
const shortcuts: readonly Shortcut[] = [
  { name: 'next', keys: ['J'], press: () => pressRow(1) },
  { name: 'previous', keys: ['K'], press: () => pressRow(-1) },
  { name: 'take', keys: ['T'], press: () => pressNamed('t') },
  { name: 'reply', keys: ['R'], press: () => writeAs('r') },
  { name: 'note', keys: ['N'], press: () => writeAs('n') },
  { name: 'return', keys: ['G'], press: () => pressNamed('g') },
  { name: 'transfer', keys: ['H'], press: () => pressNamed('h') },
  { name: 'close', keys: ['X'], press: () => pressNamed('x') },
  { name: 'send', keys: ['Enter'] },
  { name: 'insert', keys: ['/'] },
  { name: 'mention', keys: ['@'] },
  { name: 'search', keys: ['Control+K'] },
  { name: 'rail', keys: ['Control+B'] },
  { name: 'sheet', keys: ['?'] },
];

/** Listens to the shortcuts of the table. @param onSheet opens the sheet that lists them */
export function useShortcuts(onSheet: () => void): void {
  const listened = shortcuts.flatMap(({ name, keys: [key = ''], press }) => {
    const run = name === 'sheet' ? onSheet : press;
    const handle = () => document.querySelector('[role=dialog]') === null && run?.();
    return run ? [[name === 'sheet' ? `shift+${key}` : key, handle] as [string, () => void]] : [];
  });
  useHotkeys(listened);
}

interface SheetProps {
  readonly onClose: () => void;
}

/** Lists all shortcuts. */
export function ShortcutSheet({ onClose }: SheetProps) {
  const { t } = useTranslation('inbox');
  return (
    <ShortcutsDialog
      title={t('shortcuts.title')}
      shortcuts={shortcuts.map(({ name, keys }) => [t(`shortcuts.names.${name}`), keys])}
      onClose={onClose}
    />
  );
}

function pressRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('.inbox-list .inbox-row')];
  const at = rows.findIndex((row) => row.hasAttribute('aria-current'));
  press(at === -1 ? (step === 1 ? rows[0] : rows.at(-1)) : rows[at + step]);
}

function pressNamed(key: string): void {
  press(document.querySelector<HTMLElement>(`.inbox [aria-keyshortcuts="${key}"]:not(:disabled)`));
}

/** Chooses what is written; where that is chosen already, the field still gets the focus. */
function writeAs(key: string): void {
  pressNamed(key);
  document.querySelector<HTMLElement>('.inbox-composer textarea')?.focus();
}

function press(element: HTMLElement | null | undefined): void {
  element?.focus();
  element?.click();
}
