import { ActionIcon, type ComboboxItem, Group, type OptionsFilter, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../locales/use-language.ts';
import { ConnectionArrow } from '../../flows/view/ConnectionArrow.tsx';
import { openWayText, stepTypeName, textsOf } from '../../flows/view/connection-name.ts';
import { type Path, stepOf } from '../document/document.ts';
import { readOutline, stepsInOrder } from '../document/outline.ts';
import { stepKinds } from '../document/steps.ts';
import { useEditor, useFlow } from '../store/editor-context.ts';
import { ProblemText, useField } from './field-parts.tsx';

/** A step that a connection can lead to. */
export interface ConnectionTarget {
  readonly id: string;
  /** Its type, and the beginning of its text. */
  readonly about: string;
}

/** Reads the steps that a connection can lead to, in the order of reading the flow. */
export function useConnectionTargets(): () => readonly ConnectionTarget[] {
  const { store } = useEditor();
  const { t } = useTranslation('flows');
  const language = useLanguage();
  return () => {
    return stepsInOrder(readOutline(store.document.definition)).map(({ id, kind, step }) => {
      const text = textsOf(step.text, language)[0]?.text ?? '';
      return { id, about: `${stepTypeName(kind, t)} ${text}`.trim() };
    });
  };
}

interface Props {
  readonly label: string;
  readonly path: Path;
}

const newPrefix = '$new.';

/** A searchable select of the step that a connection leads to, or a new one. */
export function NextStepField({ label, path }: Props) {
  const { actions, store } = useEditor();
  const { t } = useTranslation(['editor', 'flows']);
  const { value, problem } = useField(path);
  const readTargets = useConnectionTargets();
  // Read when the list is opened: a question has twenty of these fields.
  const [targets, setTargets] = useState<readonly ConnectionTarget[]>([]);
  const to = typeof value === 'string' ? value : null;
  const isThere = useFlow((document) => to !== null && stepOf(document, to) !== null);
  const about = new Map(targets.map((target) => [target.id, target.about]));
  const newItems = stepKinds.map((kind) => ({
    value: `${newPrefix}${kind}`,
    label: t(`flows:kinds.${kind}`),
  }));
  const choose = (next: string | null) => {
    const kind = stepKinds.find((one) => next === `${newPrefix}${one}`);
    if (kind) actions.addStep(kind, path);
    else actions.connect(path, next);
  };
  return (
    <Group gap={4} align="flex-end" wrap="nowrap">
      <Select
        flex={1}
        label={label}
        placeholder={t(openWayText(path.slice(3).join('.')))}
        searchable
        clearable
        allowDeselect={false}
        selectFirstOptionOnChange
        clearButtonProps={{ 'aria-label': t('menu.disconnect') }}
        limit={100}
        value={to}
        data={[...stepItems(targets, to), { group: t('way.new'), items: newItems }]}
        filter={byNameThenText(about)}
        nothingFoundMessage={t('way.noStep')}
        renderOption={({ option }) => <Option label={option.label} about={about.get(option.value)} />}
        onDropdownOpen={() => setTargets(readTargets())}
        onChange={choose}
        error={problem && <ProblemText problem={problem} />}
      />
      {to !== null && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="input-sm"
          disabled={!isThere}
          aria-label={t('way.goTo', { step: to })}
          onClick={() => store.select([to])}
        >
          <ConnectionArrow />
        </ActionIcon>
      )}
    </Group>
  );
}

/** The steps, and where the connection leads now, also before the list was read. */
function stepItems(targets: readonly ConnectionTarget[], to: string | null): ComboboxItem[] {
  const ids = new Set([...(to === null ? [] : [to]), ...targets.map(({ id }) => id)]);
  return [...ids].map((id) => ({ value: id, label: id }));
}

function Option({ label, about }: { readonly label: string; readonly about: string | undefined }) {
  return (
    <span className="way-option">
      <bdi>{label}</bdi>
      <span className="quiet">{about}</span>
    </span>
  );
}

/** Finds options by name, then by the text of their step. */
function byNameThenText(about: ReadonlyMap<string, string>): OptionsFilter {
  return ({ options, search }) => {
    const matching = (items: readonly ComboboxItem[]) =>
      findByText(items, search, ({ value, label }) => ({ name: label, about: about.get(value) ?? '' }));
    const steps = options.flatMap((option) => ('group' in option ? [] : [option]));
    const groups = options.flatMap((option) => ('group' in option ? [option] : []));
    return [...matching(steps), ...groups.map((group) => ({ ...group, items: matching(group.items) }))];
  };
}

/** Returns the items with the text in their name or description: names that begin with it first, then other names. */
export function findByText<Item>(
  items: readonly Item[],
  text: string,
  read: (item: Item) => { readonly name: string; readonly about: string },
): Item[] {
  const wanted = text.trim().toLocaleLowerCase();
  const rank = (item: Item) => {
    const at = read(item).name.toLocaleLowerCase().indexOf(wanted);
    return at < 0 ? 2 : Math.min(at, 1);
  };
  const searched = (item: Item) => `${read(item).name} ${read(item).about}`.toLocaleLowerCase();
  return items.filter((item) => searched(item).includes(wanted)).toSorted((a, b) => rank(a) - rank(b));
}
