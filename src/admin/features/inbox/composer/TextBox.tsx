import { Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useAlertSettings } from '../alerts/alert-settings.ts';

/** A text that can be inserted. */
export interface Insertion {
  readonly id: string;
  readonly name: string;
  /** Shown beside the name. */
  readonly hint: string;
  readonly text: string;
}

const shownMost = 8;
/** Stands for the offer to create what could be inserted. */
const nothing: Insertion = { id: '', name: '', hint: '', text: '' };

interface Props {
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onSend: () => void;
  /** `/` or `@`, at the beginning of a word. */
  readonly trigger: string;
  readonly insertions: readonly Insertion[];
  readonly insertionsLabel: string;
  /** Offered in place of the list while there is nothing to insert yet. */
  readonly whenEmpty?: { readonly label: string; readonly onPick: () => void } | undefined;
  readonly describedBy?: string | undefined;
  readonly isReadOnly?: boolean;
  readonly onFiles?: (files: readonly File[]) => void;
  /** Buttons beside the text. */
  readonly children: ReactNode;
}

/** A text that grows and that Enter sends; a trigger character opens a list whose entries are inserted at the caret. */
export function TextBox({
  box,
  label,
  value,
  onChange,
  onSend,
  trigger,
  insertions,
  insertionsLabel,
  whenEmpty,
  describedBy,
  isReadOnly = false,
  onFiles,
  children,
}: Props) {
  const { t } = useTranslation('inbox');
  const [{ enterSends }] = useAlertSettings();
  const isPhone = useMediaQuery('(max-width: 48rem)');
  const [word, setWord] = useState<{ readonly from: number; readonly text: string } | null>(null);
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const wanted = word?.text.toLocaleLowerCase() ?? '';
  const matching = insertions.filter(({ name, text }) =>
    `${name} ${text}`.toLocaleLowerCase().includes(wanted),
  );
  const offered = insertions.length === 0 && whenEmpty ? [{ ...nothing, name: whenEmpty.label }] : matching;
  const found = word ? offered.slice(0, shownMost) : [];
  const current = Math.min(chosen, found.length - 1);

  const look = (text: string, caret: number) => {
    const before = text.slice(0, caret);
    const from = before.lastIndexOf(trigger);
    const isWord = from !== -1 && /^$|\s$/.test(before.slice(0, from)) && !/\s/.test(before.slice(from));
    setWord(isWord ? { from, text: before.slice(from + 1) } : null);
    setChosen(0);
  };
  const insert = ({ id, text }: Insertion) => {
    const element = box.current;
    if (!word || !element) return;
    if (id === nothing.id) {
      onChange(value.slice(0, word.from));
      setWord(null);
      return whenEmpty?.onPick();
    }
    const end = word.from + trigger.length + word.text.length;
    // Before the next key is heard: what is typed at once belongs behind it.
    flushSync(() => {
      onChange(value.slice(0, word.from) + text + value.slice(end));
      setWord(null);
    });
    const caret = word.from + text.length;
    element.focus();
    element.setSelectionRange(caret, caret);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const picked = found[current];
    if (found.length > 0 && step) setChosen((current + step + found.length) % found.length);
    else if (picked && (event.key === 'Enter' || event.key === 'Tab')) insert(picked);
    else if (word && event.key === 'Escape') setWord(null);
    else if (event.key === 'Enter' && !event.shiftKey && (enterSends || event.ctrlKey || event.metaKey))
      onSend();
    else return;
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || !onFiles) return;
    event.preventDefault();
    onFiles(files);
  };
  return (
    <div className="inbox-box">
      {found.length > 0 && (
        <div role="listbox" id={list} aria-label={insertionsLabel} className="inbox-insertions">
          {found.map((one, n) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus.
            <div
              key={one.id}
              id={`${list}-${n}`}
              role="option"
              tabIndex={-1}
              aria-selected={n === current}
              onClick={() => insert(one)}
            >
              <bdi>{one.name}</bdi> <span className="quiet">{one.hint}</span>
            </div>
          ))}
        </div>
      )}
      <Textarea
        ref={box}
        classNames={{ input: 'inbox-text' }}
        variant="unstyled"
        autosize
        minRows={1}
        maxRows={10}
        // The placeholder is in the console's language.
        dir={value === '' ? undefined : 'auto'}
        aria-label={label}
        aria-describedby={describedBy}
        aria-controls={found.length > 0 ? list : undefined}
        aria-activedescendant={found.length > 0 ? `${list}-${current}` : undefined}
        placeholder={
          isReadOnly || isPhone ? label : `${label} · ${enterSends ? t('enterSends') : t('ctrlEnterSends')}`
        }
        value={value}
        // The text stays readable after the conversation was assigned to someone else.
        readOnly={isReadOnly}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          look(currentTarget.value, currentTarget.selectionStart);
        }}
        onBlur={() => setWord(null)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <div className="inbox-composer-foot">{children}</div>
    </div>
  );
}
