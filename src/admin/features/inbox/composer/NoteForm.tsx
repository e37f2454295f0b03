import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptState } from '../../../components/kept-state.ts';
import { Failure } from '../../../components/Failure.tsx';
import { colleaguesQuery } from '../queries.ts';
import { TextBox } from './TextBox.tsx';
import { useNote } from './use-note.ts';

/** A note for colleagues; `@` names one who is meant. */
export function NoteForm({
  conversationId,
  name,
  box,
}: {
  readonly conversationId: string;
  readonly name: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
}) {
  const { t } = useTranslation('inbox');
  const [note, keepNote] = useKeptState(`inbox.${conversationId}.note`);
  const notes = useNote(conversationId);
  const colleagues = useQuery(colleaguesQuery).data?.body.items ?? [];
  const send = async () => {
    const text = note.trim();
    const meant = colleagues.filter(({ name: called }) => text.includes(`@${called}`)).map(({ id }) => id);
    if (text === '' || !(await notes.send(text, meant))) return;
    keepNote('');
  };
  return (
    <form
      className="inbox-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {notes.error && <Failure error={notes.error} />}
      <TextBox
        box={box}
        label={t('noteAbout', { name })}
        value={note}
        onChange={keepNote}
        onSend={() => void send()}
        trigger="@"
        insertionsLabel={t('mention')}
        insertions={colleagues.map(({ id, name: called, here }) => ({
          ...{ id, name: called, text: `@${called} ` },
          hint: here ? t('presence.here') : t('presence.away'),
        }))}
      />
      <div className="inbox-composer-foot">
        <Button type="submit" size="compact-md" loading={notes.isSending}>
          {t('addNote')}
        </Button>
      </div>
    </form>
  );
}
