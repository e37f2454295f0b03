import { Badge, Button, Group, Stack, Switch, Text } from '@mantine/core';
import IconLink from '@tabler/icons-react/icons/IconLink';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createdTestLink, type TestLink, type TestLinks } from '../../../../contract/admin/drafts.ts';
import { testPagePath } from '../../../../contract/test-chat.ts';
import { noContent } from '../../../api/api.ts';
import { useIdempotencyKey, useWrite } from '../../../api/use-write.ts';
import { CopyLine } from '../../../components/CopyLine.tsx';
import { useConsole, useRole } from '../../../components/console-context.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { confirm, Dialog } from '../../../components/Dialog.tsx';
import { Failure, Loaded } from '../../../components/Loaded.tsx';
import { notify } from '../../../components/notify.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { testLinksQuery } from '../queries.ts';

interface Props {
  readonly flowId: string;
  readonly onClose: () => void;
}

/** The links by which anyone tries the draft of a flow: created, shown once, and revoked here. */
export function TestLinksDialog({ flowId, onClose }: Props) {
  const { t } = useTranslation('flows');
  const links = useQuery(testLinksQuery(flowId));
  return (
    <Dialog title={t('share.title')} size="xl" onClose={onClose}>
      <Stack>
        <Text>{t('share.what')}</Text>
        <NewLink flowId={flowId} />
        <Loaded query={links} what={t('share.links')}>
          {({ body }) =>
            body.items.length === 0 ? (
              <Text className="quiet">{t('share.none')}</Text>
            ) : (
              <LinkTable flowId={flowId} links={body} />
            )
          }
        </Loaded>
      </Stack>
    </Dialog>
  );
}

/** Creates a link, and shows its address for as long as the dialog is open. */
function NewLink({ flowId }: Pick<Props, 'flowId'>) {
  const { t } = useTranslation('flows');
  const { call, addresses } = useConsole();
  const { may } = useRole();
  const write = useWrite();
  const [isReal, setReal] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const body = { realCalls: isReal };
  const idempotencyKey = useIdempotencyKey({ body, made });
  const create = () =>
    write.send(async () => {
      const options = { path: { flowId }, header: { 'idempotency-key': idempotencyKey }, body };
      const { token } = (await call('POST', '/v1/admin/flows/{flowId}/test-links', createdTestLink, options))
        .body;
      if (token === null) return;
      const page = new URL(testPagePath, addresses.widgetUrl);
      page.hash = token;
      setMade(page.href);
    });
  return (
    <Stack gap="sm">
      <Switch
        label={t('share.real')}
        description={may('flows:publish') ? t('share.realHint') : t('share.realAdmins')}
        checked={isReal}
        disabled={!may('flows:publish')}
        onChange={(event) => setReal(event.currentTarget.checked)}
      />
      <Group>
        <Button leftSection={<IconLink size={16} aria-hidden />} loading={write.isPending} onClick={create}>
          {t('share.create')}
        </Button>
        {made !== null && (
          <Button component="a" variant="default" href={made} target="_blank" rel="noreferrer">
            {t('share.open')}
          </Button>
        )}
      </Group>
      {write.error && <Failure error={write.error} />}
      {made !== null && (
        <div role="status">
          <CopyLine name={t('share.link')} line={made} />
          <Text className="quiet">{t('share.once')}</Text>
        </div>
      )}
    </Stack>
  );
}

function LinkTable({
  flowId,
  links: { items, limits },
}: Pick<Props, 'flowId'> & { readonly links: TestLinks }) {
  const { t } = useTranslation('flows');
  return (
    <DataTable
      title={t('share.links')}
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t('share.created'),
          cell: ({ createdAt, by }) => (
            <>
              <RelativeTime at={createdAt} /> <bdi className="quiet">{by.email}</bdi>
            </>
          ),
        },
        { name: t('share.ends'), cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
        {
          name: t('share.sessions'),
          cell: ({ today }) => t('share.used', { used: today.sessions, most: limits.sessions }),
        },
        {
          name: t('share.messages'),
          cell: ({ today }) => t('share.used', { used: today.messages, most: limits.messages }),
        },
        { name: t('share.calls'), cell: (link) => <Calls link={link} /> },
      ]}
      actions={(link) => <Revoke flowId={flowId} link={link} />}
    />
  );
}

function Calls({ link: { realCalls, changedSince } }: { readonly link: TestLink }) {
  const { t } = useTranslation('flows');
  if (!realCalls) return t('share.simulated');
  return changedSince ? (
    <span title={t('share.changedHint')}>{t('share.changed')}</span>
  ) : (
    <Badge color="orange">{t('share.isReal')}</Badge>
  );
}

function Revoke({ flowId, link }: Pick<Props, 'flowId'> & { readonly link: TestLink }) {
  const { t } = useTranslation('flows');
  const { call } = useConsole();
  const path = { flowId, linkId: link.id };
  const ask = () =>
    confirm({
      title: t('share.revoke.title'),
      text: t('share.revoke.what'),
      button: t('share.revoke.button'),
      isDangerous: true,
      act: () => call('DELETE', '/v1/admin/flows/{flowId}/test-links/{linkId}', noContent, { path }),
      onDone: () => notify({ text: t('share.revoke.done') }),
    });
  return (
    <Button variant="subtle" color="red" size="compact-sm" onClick={ask}>
      {t('share.revoke.open')}
    </Button>
  );
}
