import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MessageTrace } from '../../contract/admin/conversations.ts';
import { Dialog } from '../app/Dialog.tsx';
import { useTimes } from '../app/use-times.ts';
import { Loaded } from '../states/Loaded.tsx';
import { ReferenceCode } from '../states/ReferenceCode.tsx';
import { useTexts } from '../texts/texts.ts';
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
  const { conversations: texts, frame } = useTexts();
  const query = useQuery(traceQuery(conversationId, messageId));
  return (
    <Dialog title={texts.whyTitle} onClose={onClose}>
      <Stack>
        <Loaded query={query} what={texts.whyTitle}>
          {({ body: trace }) => <Trace trace={trace} />}
        </Loaded>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {frame.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Trace({ trace }: { readonly trace: MessageTrace }) {
  const { conversations: texts } = useTexts();
  const { moment } = useTimes();
  const { turnId, correlationId, committedAt, inbound, flow, status, notices, failed, replies } = trace;
  return (
    <Stack>
      {failed !== null && <Text className="bad">{texts.givenUp(failed.reason, failed.attempts)}</Text>}
      {inbound === null && <Text>{texts.byItself}</Text>}
      <dl className="terms">
        <Term name={texts.after}>
          {texts.position(flow.id, flow.version)} · {flow.stepId}
        </Term>
        <Term name={texts.status}>{texts.statuses[status]}</Term>
        <Term name={texts.committed}>{moment(committedAt)}</Term>
        <Term name={texts.turn}>{turnId}</Term>
        {notices.length > 0 && <Term name={texts.notices}>{notices.join(', ')}</Term>}
      </dl>
      {replies.length > 0 && (
        <div>
          <Text fw={600}>{texts.replies}</Text>
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
