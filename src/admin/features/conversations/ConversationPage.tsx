import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../components/PageTitle.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { Facts } from './Facts.tsx';
import { conversationQuery } from './queries.ts';
import { Transcript } from './Transcript.tsx';

/** A conversation: where it stands, and what was said. */
export function ConversationPage({ conversationId = '' }: { readonly conversationId?: string }) {
  const { t } = useTranslation('conversations');
  const query = useQuery(conversationQuery(conversationId));
  const title = t('one', { id: conversationId });
  return (
    <Stack gap="lg">
      <PageTitle>{title}</PageTitle>
      <Loaded query={query} what={title}>
        {({ body: conversation }) => (
          <Stack gap="lg">
            <Facts conversation={conversation} />
            <Title order={2} size="h4">
              {t('transcript')}
            </Title>
            <Transcript conversationId={conversationId} onNewer={query.refetch} />
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}
