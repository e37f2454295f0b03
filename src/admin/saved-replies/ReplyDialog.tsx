import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type SavedReply, savedReply } from '../../contract/admin/saved-replies.ts';
import { limits } from '../../contract/limits.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { useWrite } from '../api/use-write.ts';
import { ConfirmDialog } from '../app/ConfirmDialog.tsx';
import { useConsole } from '../app/console-context.ts';
import type { Done } from '../app/Toast.tsx';
import { useInboxTexts } from '../texts/inbox-texts.ts';

/** Saves a new reply, or changes one; what a colleague has changed meanwhile is not overwritten. */
export function ReplyDialog({
  reply,
  onDone,
  onClose,
}: {
  readonly reply: SavedReply | null;
  readonly onDone: (done: Done) => void;
  readonly onClose: () => void;
}) {
  const { replies } = useInboxTexts();
  const { call } = useConsole();
  const write = useWrite();
  const [name, setName] = useState(reply?.name ?? '');
  const [text, setText] = useState(reply?.text ?? '');
  const [language, setLanguage] = useState(reply?.language ?? '');
  const body = {
    name: name.trim(),
    text: text.trim(),
    ...(language.trim() !== '' && { language: language.trim() }),
  };
  const idempotencyKey = useIdempotencyKey(body);
  const send = async () => {
    const path = reply ? `/texts/${encodeURIComponent(reply.id)}` : '/texts';
    const how = reply
      ? ({ method: 'PUT', ifMatch: reply.etag } as const)
      : ({ method: 'POST', idempotencyKey } as const);
    if (await write.send(() => call(path, savedReply, { ...how, body })))
      onDone({ text: replies.saved(body.name) });
  };
  return (
    <ConfirmDialog
      title={reply ? replies.edit(reply.name) : replies.add}
      button={replies.save}
      isReady={body.name !== '' && body.text !== ''}
      write={write}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <TextInput
        label={replies.name}
        description={replies.nameHint}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={limits.identifierChars}
        autoComplete="off"
        required
      />
      <Textarea
        label={replies.text}
        description={replies.textHint}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        maxLength={limits.textChars}
        rows={5}
        required
      />
      <TextInput
        label={replies.language}
        description={replies.languageHint}
        value={language}
        onChange={(event) => setLanguage(event.currentTarget.value)}
        maxLength={35}
        autoComplete="off"
        dir="ltr"
      />
    </ConfirmDialog>
  );
}
