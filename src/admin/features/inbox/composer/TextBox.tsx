import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAlertSettings } from '../alerts/alert-settings.ts';

/** What may be put into a text. */
export interface Insertion {
  readonly id: string;
  readonly name: string;
  /** Said beside the name. */
  readonly hint: string;
  readonly text: string;
}

const shownMost = 8;

/** A text of several lines that Enter sends; a character of one's own opens a list whose entries go in at the caret. */
export function TextBox({
  box,
  label,
  value,
  onChange,
  onSend,
  trigger,
  insertions,
  insertionsLabel,
  describedBy,
  isReadOnly = false,
  onFiles,
}: {
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onSend: () => void;
  /** `/` or `@`, at the beginning of a word. */
  readonly trigger: string;
  readonly insertions: readonly Insertion[];
  readonly insertionsLabel: string;
  readonly describedBy?: string | undefined;
  readonly isReadOnly?: boolean;
  readonly onFiles?: (files: readonly File[]) => void;
}) {
  const { t } = useTranslation('inbox');
  const [{ enterSends }] = useAlertSettings();
  const [word, setWord] = useState<{ readonly from: number; readonly text: string } | null>(null);
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const wanted = word?.text.toLocaleLowerCase() ?? '';
  const found = word
    ? insertions
        .filter(({ name, text }) => `${name} ${text}`.toLocaleLowerCase().includes(wanted))
        .slice(0, shownMost)
    : [];
  const current = Math.min(chosen, found.length - 1);

  const look = (text: string, caret: number) => {
    const before = text.slice(0, caret);
    const from = before.lastIndexOf(trigger);
    const isWord = from !== -1 && /^$|\s$/.test(before.slice(0, from)) && !/\s/.test(before.slice(from));
    setWord(isWord ? { from, text: before.slice(from + 1) } : null);
    setChosen(0);
  };
  const insert = ({ text }: Insertion) => {
    const element = box.current;
    if (!word || !element) return;
    const end = word.from + trigger.length + word.text.length;
    onChange(value.slice(0, word.from) + text + value.slice(end));
    setWord(null);
    const caret = word.from + text.length;
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(caret, caret);
    });
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
              className="palette-target"
              onClick={() => insert(one)}
            >
              <bdi>{one.name}</bdi> <span className="quiet">{one.hint}</span>
            </div>
          ))}
        </div>
      )}
      <textarea
        ref={box}
        className="inbox-text"
        rows={3}
        dir="auto"
        aria-label={label}
        aria-describedby={describedBy}
        aria-controls={found.length > 0 ? list : undefined}
        aria-activedescendant={found.length > 0 ? `${list}-${current}` : undefined}
        placeholder={label}
        value={value}
        // What was typed can be read and copied, whoever has it.
        readOnly={isReadOnly}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          look(currentTarget.value, currentTarget.selectionStart);
        }}
        onBlur={() => setWord(null)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <span className="quiet hint">{enterSends ? t('enterSends') : t('ctrlEnterSends')}</span>
    </div>
  );
}
