import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import IconBolt from '@tabler/icons-react/icons/IconBolt';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { draft as draftSchema } from '../../contract/admin/flows.ts';
import { useAllFlows } from '../api/use-all-flows.ts';
import { foundContactsQuery } from '../features/contacts/queries.ts';
import { useContactName } from '../features/contacts/use-contact-name.ts';
import { readOutline, stepsInOrder } from '../features/editor/document/outline.ts';
import { textsOf } from '../features/flows/view/connection-name.ts';
import { foundQuery, useSearchedText } from '../features/search/queries.ts';
import { useLanguage } from '../locales/use-language.ts';
import { areasFor, icons, useGroups } from './areas.ts';
import { useConsole, useRole } from './console-context.ts';
import { useGoTo } from './navigation.ts';
import { PickDialog } from './PickDialog.tsx';

/** One thing to go to, or to do. */
interface Target {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly Icon: Icon;
  readonly run: () => void;
}

interface Props {
  readonly onClose: () => void;
}

const shownMost = 20;
/** So many letters say which step is meant; before, no flow is read for it. */
const stepsFromChars = 2;
const shownChars = 60;
/** Flows whose steps are read to be found. */
const mostRead = 100;

/** The last visited targets of this tab, latest first. */
let recent: readonly string[] = [];
const keptRecent = 5;

/** Goes to a page, a flow, a step or a conversation by what it is called, or does what a button elsewhere does. @see console.md 3 */
export function CommandPalette({ onClose }: Props) {
  const { may } = useRole();
  return may('flows:view') ? (
    <WithFlows onClose={onClose} />
  ) : (
    <Palette onClose={onClose} flows={[]} flowIds={[]} />
  );
}

function WithFlows({ onClose }: Props) {
  const { t } = useTranslation('common');
  const goTo = useGoTo();
  const { flows: all } = useAllFlows();
  const flows = all.map(({ id, title }) => ({
    id: `flows/${id}`,
    name: title ? `${title} (${id})` : id,
    kind: t('palette.flow'),
    Icon: icons.flows,
    run: () => goTo(`flows/${id}`),
  }));
  return <Palette onClose={onClose} flows={flows} flowIds={all.slice(0, mostRead).map(({ id }) => id)} />;
}

interface PaletteProps extends Props {
  readonly flows: readonly Target[];
  /** The flows whose steps can be found. */
  readonly flowIds: readonly string[];
}

function Palette({ onClose, flows, flowIds }: PaletteProps) {
  const { t } = useTranslation('common');
  const [text, setText] = useState('');
  const wanted = text.trim().toLocaleLowerCase();
  const pasted = usePastedId(text.trim());
  const steps = useStepTargets(flowIds, wanted.length >= stepsFromChars);
  const all = [...usePageTargets(), ...useActions(), ...flows, ...steps];
  const matching = all.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const ranked = matching.toSorted((a, b) => rankOf(a, wanted) - rankOf(b, wanted));
  const stored = [...useFoundConversations(text), ...useFoundContacts(text)];
  const found = [...pasted, ...ranked.slice(0, shownMost - stored.length), ...stored];
  return (
    <PickDialog
      title={t('palette.open')}
      label={t('palette.label')}
      text={text}
      onText={setText}
      found={found.slice(0, shownMost).map(({ id, name, kind, Icon, run }) => ({
        ...{ id, name, about: kind },
        icon: <Icon size={18} aria-hidden />,
        run: () => {
          recent = [id, ...recent.filter((one) => one !== id)].slice(0, keptRecent);
          onClose();
          run();
        },
      }))}
      onClose={onClose}
    />
  );
}

/**
 * Ranks a target: names that begin with the input, then names with a word that does. Without input, recent targets
 * come first.
 */
function rankOf({ id, name }: Target, wanted: string): number {
  if (wanted === '') return recent.includes(id) ? recent.indexOf(id) : keptRecent;
  const at = name.toLocaleLowerCase().indexOf(wanted);
  if (at === 0) return 0;
  return /\w/.test(name[at - 1] ?? '') ? 2 : 1;
}

function useStepTargets(flowIds: readonly string[], isWanted: boolean): readonly Target[] {
  const { t } = useTranslation('common');
  const goTo = useGoTo();
  return useSteps(flowIds, isWanted).map(({ flowId, stepId, text }) => {
    const path = `flows/${flowId}?step=${encodeURIComponent(stepId)}`;
    return {
      id: path,
      name: text ? `${stepId}: ${shortened(text)}` : stepId,
      kind: t('palette.step', { flow: flowId }),
      Icon: icons.flows,
      run: () => goTo(path),
    };
  });
}

/** A step of any flow, with its text. */
interface FoundStep {
  readonly flowId: string;
  readonly stepId: string;
  readonly text: string | null;
}

const atOnce = 4;

/** The steps of these flows, as they load; nothing is fetched before they are needed. */
function useSteps(flowIds: readonly string[], isWanted: boolean): readonly FoundStep[] {
  const { call } = useConsole();
  const language = useLanguage();
  const [found, setFound] = useState<readonly FoundStep[]>([]);
  const ids = flowIds.join(' ');
  useEffect(() => {
    if (!isWanted) return;
    const left = ids.split(' ').filter(Boolean);
    let isOver = false;
    const lane = async () => {
      for (let id = left.shift(); id !== undefined && !isOver; id = left.shift()) {
        // A flow that is gone, or can't be read now, has no steps to go to.
        const path = { flowId: id };
        const asked = call('GET', '/v1/admin/flows/{flowId}/draft', draftSchema, { path });
        const answer = await asked.catch(() => null);
        if (answer === null || isOver) continue;
        const steps = stepsInOrder(readOutline(answer.body.definition)).map((one) => ({
          flowId: answer.body.flowId,
          stepId: one.id,
          text: textsOf(one.step.text, language)[0]?.text ?? null,
        }));
        setFound((before) => [...before, ...steps]);
      }
    };
    setFound([]);
    for (let n = 0; n < atOnce; n += 1) void lane();
    return () => {
      isOver = true;
    };
  }, [call, ids, isWanted, language]);
  return found;
}

function shortened(text: string): string {
  return text.length > shownChars ? `${text.slice(0, shownChars)}…` : text;
}

const conversationsMost = 5;

/** Conversations with the typed words. */
function useFoundConversations(text: string): readonly Target[] {
  const { t } = useTranslation('conversations');
  const goTo = useGoTo();
  const { may } = useRole();
  const { q, isShort } = useSearchedText(text);
  const isWanted = !isShort && may('conversations:view');
  const { data } = useInfiniteQuery({ ...foundQuery(q), enabled: isWanted });
  if (!isWanted || text.trim() === '') return [];
  return (data?.items ?? []).slice(0, conversationsMost).map(({ conversationId, name, userId, snippet }) => {
    const path = `conversations/${encodeURIComponent(conversationId)}`;
    return {
      id: `found/${conversationId}`,
      name: `${name ?? userId}: ${shortened(snippet.text)}`,
      kind: t('conversation'),
      Icon: icons.conversations,
      run: () => goTo(path),
    };
  });
}

const contactsMost = 3;

/** Contacts with the typed words. */
function useFoundContacts(text: string): readonly Target[] {
  const { t } = useTranslation('conversations');
  const goTo = useGoTo();
  const nameOf = useContactName();
  const { may } = useRole();
  const { q, isShort } = useSearchedText(text);
  const isWanted = !isShort && may('conversations:view');
  const { data } = useInfiniteQuery({ ...foundContactsQuery(q, contactsMost), enabled: isWanted });
  if (!isWanted || text.trim() === '') return [];
  return (data ?? []).slice(0, contactsMost).map((contact) => ({
    id: `found/${contact.id}`,
    name: [...new Set([nameOf(contact), contact.email ?? contact.phone])].filter(Boolean).join(' · '),
    kind: t('contacts.contact'),
    Icon: icons.contacts,
    run: () => goTo(`contacts/${contact.id}`),
  }));
}

/** A pasted conversation ID becomes a target. */
function usePastedId(text: string): readonly Target[] {
  const { t } = useTranslation('conversations');
  const goTo = useGoTo();
  const { may } = useRole();
  if (!/^[\w-]{20,}$/.test(text) || !may('conversations:view')) return [];
  const path = `conversations/${text}`;
  return [
    { id: path, name: text, kind: t('conversation'), Icon: icons.conversations, run: () => goTo(path) },
  ];
}

function usePageTargets(): readonly Target[] {
  const { t } = useTranslation('common');
  const goTo = useGoTo();
  const kind = t('palette.page');
  return useGroups(areasFor(useConsole().session.roles))
    .flatMap(({ entries }) => entries)
    .map(({ path, name, Icon }) => ({ id: path, name, kind, Icon, run: () => goTo(path) }));
}

function useActions(): readonly Target[] {
  const { t } = useTranslation(['common', 'flows', 'settings']);
  const goTo = useGoTo();
  const { may } = useRole();
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  const kind = t('rail.actions');
  return [
    may('flows:edit') && {
      id: 'new-flow',
      name: t('flows:create.title'),
      ...{ kind, Icon: icons.flows },
      run: () => goTo('flows?new='),
    },
    may('users:manage') && {
      id: 'invite',
      name: t('settings:users.invite.title'),
      ...{ kind, Icon: icons.users },
      run: () => goTo('users?invite='),
    },
    { id: 'theme', name: t('rail.theme'), kind, Icon: IconBolt, run: () => setColorScheme(other) },
  ].filter((one) => one !== false);
}
