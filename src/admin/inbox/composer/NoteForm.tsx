import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useKeptState } from '../../app/kept-state.ts';
import { Failure } from '../../states/Failure.tsx';
import { useInboxTexts } from '../../texts/inbox-texts.ts';
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
  const inbox = useInboxTexts();
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
        label={inbox.noteAbout(name)}
        value={note}
        onChange={keepNote}
        onSend={() => void send()}
        trigger="@"
        insertionsLabel={inbox.mention}
        insertions={colleagues.map(({ id, name: called, here }) => ({
          ...{ id, name: called, text: `@${called} ` },
          hint: here ? inbox.presence.here : inbox.presence.away,
        }))}
      />
      <div className="inbox-composer-foot">
        <Button type="submit" size="compact-md" loading={notes.isSending}>
          {inbox.addNote}
        </Button>
      </div>
    </form>
  );
}
