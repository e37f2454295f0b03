import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import { Dialog } from './Dialog.tsx';

/** Something to pick, with what is said of it. */
export interface Pick {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly run: () => void;
}

/** One of many, found by typing; the field keeps the focus, arrows and Enter pick. */
export function PickDialog({
  title,
  label,
  text,
  onText,
  found,
  onClose,
}: {
  readonly title: string;
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** What there is for this text. */
  readonly found: readonly Pick[];
  readonly onClose: () => void;
}) {
  const { palette } = useTexts().states;
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const current = Math.min(chosen, found.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') found[current]?.run();
    else if (step && found.length > 0) {
      const next = (current + step + found.length) % found.length;
      setChosen(next);
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else return;
    event.preventDefault();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <TextInput
        aria-label={label}
        placeholder={label}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={found.length > 0 ? `${list}-${current}` : undefined}
        autoComplete="off"
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          onText(event.currentTarget.value);
          setChosen(0);
        }}
      />
      <div role="listbox" id={list} aria-label={label} className="palette pick-list">
        {found.map((pick, n) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus.
          <div
            key={pick.id}
            id={`${list}-${n}`}
            role="option"
            tabIndex={-1}
            aria-selected={n === current}
            className="palette-target"
            onClick={pick.run}
          >
            <bdi>{pick.name}</bdi> <span className="quiet pick-about">{pick.about}</span>
          </div>
        ))}
      </div>
      <div role="status">{found.length === 0 && palette.nothing}</div>
    </Dialog>
  );
}
