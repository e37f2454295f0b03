import { Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { DraftContent } from '../../../../contract/admin/flows.ts';
import type { Action, FlowScript, Setting } from '../../../../engine/flow-script.ts';
import { useConsole, useRole } from '../../../components/console-context.ts';
import { SmallButton, TextButton } from '../../../components/RowMenu.tsx';
import { AskedCall } from './AskedCall.tsx';
import { ChatComposer } from './ChatComposer.tsx';
import { playForReal } from './play-for-real.ts';
import type { ChatAction, ChatTurn } from './play-turn.ts';
import { type Start, StartHere } from './StartHere.tsx';
import { DoneLine, TurnLines } from './TurnLines.tsx';
import { useCalled } from './use-called.ts';
import { chatZone, useSetting } from './use-setting.ts';
import './trial.css';
import { useForm } from '@mantine/form';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmDialog } from '../../../components/Dialog.tsx';
import { SegmentedChoice } from '../../../components/SegmentedChoice.tsx';
import type { FlowToTry } from './chat-messages.ts';
import { ChatSession, type ChatState } from './chat-session.ts';
import { ChatWorker } from './chat-worker.ts';

interface Props {
  readonly flowId: string;
  /** The draft in the editor, saved or not. */
  readonly definition: DraftContent['definition'];
  /** The tenant's, as `DE`: numbers and dates are read by it. */
  readonly country: string | undefined;
  /** Whether the server has the same draft. */
  readonly isSaved: boolean;
  readonly onStep: (id: string) => void;
  /** Called after each turn with the path that the chat took; null when it restarts. */
  readonly onTurn?: (turn: ChatTurn | null) => void;
  /** The step at which the chat starts; a new object starts it again. */
  readonly start?: Start | null;
  readonly onSave: (script: FlowScript) => Promise<unknown>;
}

/** A chat with the flow as it stands here, run by the very engine. @see console.md 4 "Test chat" */
export function TestChat(props: Props) {
  const { flowId, definition, country, isSaved, onStep, onTurn, start, onSave } = props;
  const { t } = useTranslation('tests');
  const { call } = useConsole();
  const { may } = useRole();
  const { session, chat } = useChat();
  const setting = useSetting(definition, country);
  const others = useCalled(flowId, definition);
  const [isReal, setReal] = useState(false);
  const end = useRef<HTMLDivElement>(null);
  // A draft has neither id nor number of its own.
  const flow = { definition: { ...definition, id: flowId, version: 1 }, others };
  const lastPlayed = useRef<unknown>(null);
  const play = (action: ChatAction) => {
    const isServers = isReal && ('user' in action || 'begin' in action);
    lastPlayed.current = definition;
    void session.play(flow, action, setting.take(), isServers ? playForReal(call, flowId) : undefined);
  };
  const restart = () => {
    setting.forget();
    session.restart();
  };
  const begin = (at: Start) => {
    restart();
    play({ begin: at.stepId, variables: at.variables });
  };
  const replay = () => {
    lastPlayed.current = definition;
    void session.replay(flow);
  };
  const { turns, doing, asked, failure } = chat;
  const last = turns.at(-1) ?? null;
  useEffect(() => onTurn?.(last), [onTurn, last]);
  const wish = useRef(begin);
  wish.current = begin;
  useEffect(() => void (start && wish.current(start)), [start]);
  useEffect(() => {
    if (last || doing || asked) end.current?.scrollIntoView({ block: 'nearest' });
  }, [last, doing, asked]);
  const isChanged = turns.length > 0 && !doing && lastPlayed.current !== definition;
  const status = last?.standing.state?.status;
  const [, rerender] = useState(0);
  return (
    <Stack className="trial-chat" gap="sm">
      <Title order={2} size="h4">
        {t('chat.title')}
      </Title>
      <p className="quiet">{t('chat.what')}</p>
      <SettingForm form={setting.form} />
      <StartHere definition={definition} onBegin={begin} />
      <WhoAnswers
        kept={chat.kept}
        onForget={(id) => session.forget(id)}
        isReal={isReal}
        isSaved={isSaved}
        onReal={may('flows:publish') ? setReal : undefined}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div className="trial-scroll" tabIndex={0} role="log" aria-label={t('chat.title')}>
        {turns.length === 0 && !doing && <p className="quiet">{t('chat.empty')}</p>}
        <Stack component="ul" gap="xs">
          {turns.map((turn, n) => (
            <TurnLines
              // biome-ignore lint/suspicious/noArrayIndexKey: turns only follow each other.
              key={n}
              turn={turn}
              before={turns[n - 1]}
              channel={setting.form.values.channel}
              onStep={onStep}
              onChoose={turn === last && !doing && status === 'active' ? (user) => play({ user }) : undefined}
            />
          ))}
          {doing && <DoneLine action={doing} before={turns.at(-1)} />}
          {asked && <AskedCall key={turns.length} asked={asked} />}
        </Stack>
        <div ref={end} />
      </div>
      {failure !== null && (
        <p role="alert" className="bad">
          {t('chat.failure')}: <bdi>{failure}</bdi>
        </p>
      )}
      {isChanged && (
        <Group className="trial-changed" role="status" gap="xs">
          <span>{t('chat.changed')}</span>
          <SmallButton
            onClick={() => {
              lastPlayed.current = definition;
              rerender((n) => n + 1);
            }}
          >
            {t('chat.goOn')}
          </SmallButton>
          <SmallButton onClick={replay}>{t('chat.fromStart')}</SmallButton>
        </Group>
      )}
      <ChatComposer standing={last?.standing.state ?? null} isBusy={doing !== null} onDo={play} />
      {(turns.length > 0 || doing) && (
        <Group gap="xs">
          <SmallButton
            onClick={(event) => {
              // The button is gone with the chat: the focus goes to its field.
              const field = event.currentTarget.closest('.trial-chat')?.querySelector('form input');
              restart();
              if (field instanceof HTMLElement) field.focus();
            }}
          >
            {t('chat.restart')}
          </SmallButton>
          <SmallButton title={t('chat.replayHint')} disabled={doing !== null} onClick={replay}>
            {t('chat.replay')}
          </SmallButton>
          <SaveScript turns={turns} flow={flow} isBusy={doing !== null} session={session} onSave={onSave} />
        </Group>
      )}
    </Stack>
  );
}

/** The simulated visitor, channel and time. */
function SettingForm({ form }: Pick<ReturnType<typeof useSetting>, 'form'>) {
  const { t } = useTranslation('tests');
  return (
    <details className="details">
      <summary>{t('chat.visitor')}</summary>
      <div className="trial-setting">
        <TextInput label={t('chat.name')} {...form.getInputProps('firstName')} />
        <TextInput label={t('chat.language')} dir="ltr" {...form.getInputProps('language')} />
        <TextInput label={t('chat.email')} dir="ltr" {...form.getInputProps('email')} />
        <TextInput
          label={t('chat.clock')}
          description={t('chat.clockHint', { zone: chatZone() })}
          type="datetime-local"
          {...form.getInputProps('clock')}
        />
        <Checkbox label={t('chat.verified')} {...form.getInputProps('isVerified', { type: 'checkbox' })} />
        <div>
          <Text size="sm" fw={500} mb={4}>
            {t('chat.channel')}
          </Text>
          <SegmentedChoice
            label={t('chat.channel')}
            names={t('chat.channels', { returnObjects: true })}
            chosen={form.values.channel}
            onChoose={(channel) => form.setFieldValue('channel', channel)}
          />
        </div>
      </div>
    </details>
  );
}

interface WhoAnswersProps {
  readonly kept: ChatState['kept'];
  readonly onForget: (stepId: string) => void;
  readonly isReal: boolean;
  readonly isSaved: boolean;
  /** Left out for those who may not publish. */
  readonly onReal: ((isReal: boolean) => void) | undefined;
}

/** Whether external calls are simulated by the author or real; always visible. */
function WhoAnswers({ kept, onForget, isReal, isSaved, onReal }: WhoAnswersProps) {
  const { t } = useTranslation('tests');
  return (
    <div>
      {onReal && (
        <Group gap="4px 12px">
          <span>{t('outside.mode')}</span>
          <SegmentedChoice
            label={t('outside.mode')}
            names={t('outside.modes', { returnObjects: true })}
            chosen={isReal ? 'real' : 'played'}
            onChoose={(mode) => onReal(mode === 'real')}
          />
        </Group>
      )}
      {isReal && <Text className="warn">{t('outside.realWhat')}</Text>}
      {isReal && !isSaved && <Text className="warn">{t('outside.realUnsaved')}</Text>}
      {kept.size > 0 && (
        <Group role="group" gap="4px 12px" aria-label={t('outside.kept')}>
          <span className="quiet">{t('outside.kept')}:</span>
          {[...kept.keys()].map((stepId) => (
            <TextButton
              key={stepId}
              aria-label={t('outside.forget', { step: stepId })}
              onClick={() => onForget(stepId)}
            >
              <bdi>{stepId}</bdi> ✕
            </TextButton>
          ))}
        </Group>
      )}
    </div>
  );
}

/** A test chat for as long as the page shows it. */
function useChat(): { readonly session: ChatSession; readonly chat: ChatState } {
  const [session] = useState(() => new ChatSession(() => new ChatWorker()));
  const chat = useStore(session.state);
  useEffect(() => () => session.close(), [session]);
  return { session, chat };
}

interface SaveScriptProps {
  readonly turns: readonly ChatTurn[];
  readonly flow: FlowToTry;
  readonly isBusy: boolean;
  readonly session: ChatSession;
  readonly onSave: (script: FlowScript) => Promise<unknown>;
}

/** Saves a chat as a test that expects the same replies. */
function SaveScript({ turns, flow, isBusy, session, onSave }: SaveScriptProps) {
  const { t } = useTranslation('tests');
  const write = useWrite();
  const [isOpen, setOpen] = useState(false);
  const form = useForm({ initialValues: { title: '' } });
  const [saved, setSaved] = useState<string | null>(null);
  const script = toScript(turns, form.values.title.trim());
  const save = async () => {
    if (!script) return;
    if (await write.send(async () => onSave(await session.record(flow, script)))) {
      setSaved(script.title ?? '');
      setOpen(false);
    }
  };
  return (
    <>
      <SmallButton
        disabled={turns.length === 0 || isBusy || script === null}
        onClick={() => {
          form.reset();
          setOpen(true);
        }}
      >
        {t('chat.save')}
      </SmallButton>
      {turns.length > 0 && script === null && <Text className="quiet">{t('chat.notSaved')}</Text>}
      <span role="status" className="good">
        {saved !== null && t('chat.saved', { title: saved })}
      </span>
      {isOpen && (
        <ConfirmDialog
          title={t('chat.saveTitle')}
          button={t('chat.saveButton')}
          isReady={form.values.title.trim() !== ''}
          write={write}
          onClose={() => setOpen(false)}
          onConfirm={() => void save()}
        >
          <Text>{t('chat.saveWhat')}</Text>
          <TextInput label={t('chat.saveName')} maxLength={200} {...form.getInputProps('title')} />
        </ConfirmDialog>
      )}
    </>
  );
}

/**
 * A chat as a scripted conversation without what is expected; null when it began in the middle. What
 * services have really answered is in it.
 */
export function toScript(turns: readonly ChatTurn[], title: string): FlowScript | null {
  const steps: Action[] = [];
  for (const { action, setting } of turns) {
    if ('begin' in action) return null;
    if (setting && steps.length > 0) steps.push({ set: setting });
    steps.push(action);
  }
  const first: Setting = turns[0]?.setting ?? {};
  const http = turns.flatMap((turn) => turn.http);
  const llm = turns.flatMap((turn) => turn.llm);
  return { title, ...first, ...(http.length > 0 && { http }), ...(llm.length > 0 && { llm }), steps };
}
