import { Group, Select, Tabs } from '@mantine/core';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '../../../locales/i18n.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { isObject, type Json, type Path } from '../document/document.ts';
import { ExpressionField } from '../expression/ExpressionField.tsx';
import { problemsAt } from '../problems/find-problems.ts';
import { useIsReadOnly, useProblems } from '../store/editor-context.ts';
import { EditButton, useField } from './field-parts.tsx';

const offered = [...Object.keys(languages), 'es', 'it', 'nl', 'pl', 'pt', 'tr', 'uk', 'zh'];

const none: readonly string[] = [];

interface Props {
  readonly label: string;
  readonly path: Path;
  readonly stepId: string | null;
  /** Stays, empty, when nothing is in it. */
  readonly isKept: boolean;
  readonly rows?: number;
  readonly onLeaveText?: (text: string) => void;
  /** Names that only this text may speak of. */
  readonly extra?: readonly string[];
}

/** A text for visitors, in one or several languages. */
export function TextField({ label, path, stepId, isKept, rows = 3, onLeaveText, extra = none }: Props) {
  const { value, set, problem } = useField(path);
  const { t } = useTranslation('editor');
  if (isObject(value))
    return (
      <Languages {...{ label, path, stepId, rows, extra }} value={value} onChange={set} problem={problem} />
    );
  const text = typeof value === 'string' ? value : '';
  return (
    <div>
      <ExpressionField {...{ label, path, stepId, isKept, rows, extra, onLeaveText }} sort="template" />
      {text !== '' && <EditButton onClick={() => set({ en: text })}>{t('text.byLanguage')}</EditButton>}
    </div>
  );
}

interface LanguagesProps extends Pick<Props, 'label' | 'path' | 'stepId'> {
  readonly rows: number;
  readonly extra: readonly string[];
  readonly value: { readonly [language: string]: Json };
  readonly onChange: (value: Json | undefined) => void;
  readonly problem: string | undefined;
}

/** A tab for each language, over one text. */
function Languages({ label, path, stepId, rows, value, onChange, problem, extra }: LanguagesProps) {
  const { t } = useTranslation('editor');
  const { all } = useProblems();
  const isReadOnly = useIsReadOnly();
  const nameOf = useLanguageNames();
  const texts = Object.entries(value);
  const isFaulty = (language: string) => problemsAt(all, [...path, language]).length > 0;
  // Opens the language that has a problem.
  const [chosen, setChosen] = useState(
    () => (texts.find(([language]) => isFaulty(language)) ?? texts[0])?.[0] ?? null,
  );
  const shown = chosen !== null && Object.hasOwn(value, chosen) ? chosen : (texts[0]?.[0] ?? null);
  const add = (language: string | null) => {
    if (language === null) return;
    onChange({ ...value, [language]: '' });
    setChosen(language);
  };
  return (
    <fieldset className="field-group">
      <legend>{label}</legend>
      <Tabs value={shown} onChange={setChosen} keepMounted={false}>
        <Tabs.List>
          {texts.map(([language]) => (
            <Tabs.Tab key={language} value={language} {...(isFaulty(language) && { color: 'red' })}>
              {isFaulty(language) && '✕ '}
              {nameOf(language)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {texts.map(([language]) => (
          <Tabs.Panel key={language} value={language} pt="xs">
            <ExpressionField
              {...{ stepId, rows, language, extra }}
              sort="template"
              label={`${label} (${nameOf(language)})`}
              path={[...path, language]}
              isKept
            />
          </Tabs.Panel>
        ))}
      </Tabs>
      {problem && <span className="field-problem">✕ {problem}</span>}
      <Group gap="xs" mt="xs" wrap="nowrap">
        {!isReadOnly && <AddLanguage taken={Object.keys(value)} onAdd={add} />}
        {texts.length === 1 ? (
          <EditButton onClick={() => onChange(texts[0]?.[1])}>{t('text.oneText')}</EditButton>
        ) : (
          shown !== null && (
            <EditButton
              name={t('text.without', { language: nameOf(shown) })}
              onClick={() => onChange(Object.fromEntries(texts.filter(([key]) => key !== shown)))}
            >
              <IconTrash size={16} aria-hidden />
            </EditButton>
          )
        )}
      </Group>
    </fieldset>
  );
}

interface AddLanguageProps {
  readonly taken: readonly string[];
  readonly onAdd: (language: string | null) => void;
}

/** Offers languages by name; any other is added by its tag, such as `pt-BR`. */
function AddLanguage({ taken, onAdd }: AddLanguageProps) {
  const { t } = useTranslation('editor');
  const nameOf = useLanguageNames();
  const [typed, setTyped] = useState('');
  const tag = languageTag(typed);
  const free = [...offered, ...(tag !== null && !offered.includes(tag) ? [tag] : [])].filter(
    (language) => !taken.includes(language),
  );
  return (
    <Select
      size="xs"
      flex={1}
      miw={0}
      aria-label={t('text.addLanguage')}
      placeholder={t('text.addLanguage')}
      searchable
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options, search }) =>
        options.filter(
          (option) =>
            'value' in option &&
            `${option.label} ${option.value}`.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()),
        )
      }
      nothingFoundMessage={t('text.noLanguage')}
      data={free.map((language) => ({ value: language, label: nameOf(language) }))}
      onChange={(language) => {
        onAdd(language);
        setTyped('');
      }}
    />
  );
}

/** Returns the canonical tag; null if it is not valid. @see BCP 47 */
function languageTag(typed: string): string | null {
  try {
    return Intl.getCanonicalLocales(typed.trim())[0] ?? null;
  } catch {
    return null;
  }
}

/** Names languages in the language of the console; an invalid tag is returned unchanged. */
function useLanguageNames(): (language: string) => string {
  const language = useLanguage();
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'language' });
    return (tag) => (languageTag(tag) === null ? tag : (names.of(tag) ?? tag));
  }, [language]);
}
