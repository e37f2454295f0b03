import { Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action, FlowScript, Setting } from '../../../../engine/flow-script.ts';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import type { FlowToTry } from './chat-messages.ts';
import type { ChatSession } from './chat-session.ts';
import type { ChatTurn } from './play-turn.ts';

interface SaveScriptProps {
  readonly turns: readonly ChatTurn[];
  readonly flow: FlowToTry;
  readonly isBusy: boolean;
  readonly session: ChatSession;
  readonly onSave: (script: FlowScript) => Promise<unknown>;
}

/** Saves a chat as a test that expects the same replies. */
export function SaveScript({ turns, flow, isBusy, session, onSave }: SaveScriptProps) {
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
      <Button
        variant="default"
        size="compact-md"
        disabled={turns.length === 0 || isBusy || script === null}
        onClick={() => {
          form.reset();
          setOpen(true);
        }}
      >
        {t('chat.save')}
      </Button>
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
