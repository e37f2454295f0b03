import { Button, Stack, Text, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useKeptState } from '../app/kept-state.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { navigate } from '../app/use-path.ts';
import { useTenantPath } from '../app/use-tenant-path.ts';
import { useTexts } from '../texts/texts.ts';

/** Leads to a conversation by its id. */
export function ConversationsPage() {
  const { conversations } = useTexts();
  const toPath = useTenantPath();
  const [id, setId, forget] = useKeptState('conversation');
  const open = (event: FormEvent) => {
    event.preventDefault();
    forget();
    navigate(toPath(`conversations/${encodeURIComponent(id.trim())}`));
  };
  return (
    <Stack gap="lg">
      <PageTitle>{conversations.title}</PageTitle>
      <Text className="quiet">{conversations.about}</Text>
      <form className="filters" onSubmit={open}>
        <TextInput
          className="long-field"
          label={conversations.id}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
          autoComplete="off"
          dir="ltr"
          required
        />
        <Button type="submit" disabled={id.trim() === ''}>
          {conversations.open}
        </Button>
      </form>
    </Stack>
  );
}
