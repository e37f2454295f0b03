import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { MessageTrace } from '../../../contract/admin/conversations.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { useTimes } from '../../components/use-times.ts';
import { Loaded } from '../../components/Loaded.tsx';
import { ReferenceCode } from '../../components/ReferenceCode.tsx';
import { Term } from './Facts.tsx';
import { traceQuery } from './queries.ts';

/** The turn that a message belongs to, and what became of its replies. */
export function Why({
  conversationId,
  messageId,
  onClose,
}: {
  readonly conversationId: string;
  readonly messageId: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['conversations', 'common']);
  const query = useQuery(traceQuery(conversationId, messageId));
  return (
    <Dialog title={t('whyTitle')} onClose={onClose}>
      <Stack>
        <Loaded query={query} what={t('whyTitle')}>
          {({ body: trace }) => <Trace trace={trace} />}
        </Loaded>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Trace({ trace }: { readonly trace: MessageTrace }) {
  const { t } = useTranslation('conversations');
  const { moment } = useTimes();
  const { turnId, correlationId, committedAt, inbound, flow, status, notices, failed, replies } = trace;
  return (
    <Stack>
      {failed !== null && (
        <Text className="bad">{t('givenUp', { reason: failed.reason, count: failed.attempts })}</Text>
      )}
      {inbound === null && <Text>{t('byItself')}</Text>}
      <dl className="terms">
        <Term name={t('after')}>
          {t('position', { flow: flow.id, version: flow.version })} · {flow.stepId}
        </Term>
        <Term name={t('status')}>{t(`statuses.${status}`)}</Term>
        <Term name={t('committed')}>{moment(committedAt)}</Term>
        <Term name={t('turn')}>{turnId}</Term>
        {notices.length > 0 && <Term name={t('notices')}>{notices.join(', ')}</Term>}
      </dl>
      {replies.length > 0 && (
        <div>
          <Text fw={600}>{t('replies')}</Text>
          <ul className="faults" lang="en" dir="ltr">
            {replies.map(({ id, detail }) => (
              <li key={id}>{detail}</li>
            ))}
          </ul>
        </div>
      )}
      <ReferenceCode code={correlationId} />
    </Stack>
  );
}
