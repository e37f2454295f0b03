import { Stack, Title } from '@mantine/core';
import { conversationView } from '../../contract/admin/conversations.ts';
import { useQuery } from '../api/use-query.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { Loaded } from '../states/Loaded.tsx';
import { useTexts } from '../texts/texts.ts';
import { Facts } from './Facts.tsx';
import { Transcript } from './Transcript.tsx';

/** A conversation: where it stands, and what was said. */
export function ConversationPage({ conversationId = '' }: { readonly conversationId?: string }) {
  const { conversations } = useTexts();
  const path = { conversationId };
  const query = useQuery('/v1/admin/conversations/{conversationId}', conversationView, { path });
  const title = conversations.one(conversationId);
  return (
    <Stack gap="lg">
      <PageTitle>{title}</PageTitle>
      <Loaded query={query} what={title}>
        {(conversation) => (
          <Stack gap="lg">
            <Facts conversation={conversation} />
            <Title order={2} size="h4">
              {conversations.transcript}
            </Title>
            <Transcript conversationId={conversationId} onNewer={query.reload} />
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}
