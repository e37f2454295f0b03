import { Text } from '@mantine/core';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@mantine/spotlight/styles.css';

/** An option with its description. */
export interface Pick {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly icon?: ReactNode;
  readonly run: () => void;
}

interface Props {
  readonly title: string;
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** The matches of the text. */
  readonly found: readonly Pick[];
  readonly onClose: () => void;
}

/** One of many, found by typing; the field keeps the focus, arrows and Enter pick. */
export function PickDialog({ title, label, text, onText, found, onClose }: Props) {
  const { t } = useTranslation('common');
  const list = useId();
  const [store] = useState(openedStore);
  // None is selected yet where others have just been found.
  const selected = Math.max(0, useSpotlight(store).selected);
  const ids = found.map(({ id }) => id).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first of what is found anew.
  useEffect(() => {
    store.updateState((state) => ({ ...state, selected: 0 }));
  }, [ids, store]);
  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={onText}
      onSpotlightClose={onClose}
      clearQueryOnClose={false}
      closeOnActionTrigger={false}
      shortcut={null}
      yOffset="15vh"
      scrollable
      maxHeight="60vh"
      attributes={{ content: { 'aria-label': title } }}
    >
      <Spotlight.Search
        ref={focusAtOnce}
        aria-label={label}
        placeholder={label}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={found.length > 0 ? `${list}-${selected}` : undefined}
        autoComplete="off"
      />
      <Spotlight.ActionsList role="listbox" id={list} aria-label={label}>
        {found.map((pick, n) => (
          <Option key={pick.id} id={`${list}-${n}`} pick={pick} isSelected={n === selected} />
        ))}
      </Spotlight.ActionsList>
      <div role="status" className="pick-nothing">
        {found.length === 0 && t('palette.nothing')}
      </div>
    </Spotlight.Root>
  );
}

interface OptionProps {
  readonly id: string;
  readonly pick: Pick;
  readonly isSelected: boolean;
}

function Option({ id, pick: { name, about, icon, run }, isSelected }: OptionProps) {
  return (
    // The library's own entry has no id, which the field names it by.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      className="pick"
      data-action
      aria-selected={isSelected}
      data-selected={isSelected || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      {icon}{' '}
      <Text component="bdi" inherit flex={1}>
        {name}
      </Text>{' '}
      <Text span fz="xs" c="dimmed" className="who">
        {about}
      </Text>
    </div>
  );
}

/** Focuses the field at once, so that no typed letter is lost: the library waits a moment. */
function focusAtOnce(field: HTMLInputElement | null) {
  field?.focus();
}

function openedStore() {
  const [store, { open }] = createSpotlight();
  open();
  return store;
}
