import { Button, Stack, Text } from '@mantine/core';
import { ModalsProvider, modals } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { allows } from '../../contract/roles.ts';
import { createCall } from '../api/api.ts';
import { createQueryClient } from '../api/queries.ts';
import { ConsoleContext, useConsole, useSignedIn } from './console-context.ts';
import { Dialog } from './Dialog.tsx';
import { Frame } from './Frame.tsx';
import { useIsInboxOpen } from './inbox-presence.ts';
import { lazyPart, Rows } from './Loaded.tsx';
import { OtherTenant } from './NoPermission.tsx';
import { useGoTo, usePath } from './navigation.ts';
import { PageFailure } from './PageFailure.tsx';
import { Rail } from './Rail.tsx';
import { useOnline } from './use-online.ts';

/** Loaded once the inbox has been opened. */
const InboxAlerts = lazyPart(() => import('../features/inbox/InboxAlerts.tsx'), 'InboxAlerts');

/** The library's own head would be a landmark of the page, and what is typed would be lost by a click that misses. */
const modalProps = {
  withCloseButton: false,
  closeOnClickOutside: false,
  centered: true,
  size: 'lg',
  transitionProps: { exitDuration: 0 },
};

interface Props {
  readonly tenantId: string;
  readonly children: ReactNode;
}

/** The console of one tenant: its API client, its cache, and the frame around its pages. */
export function Console({ tenantId, children }: Props) {
  const { client, session, isOver, onOver, onSignIn } = useSignedIn();
  const isInboxOpen = useIsInboxOpen(tenantId) && allows(session.roles, 'conversations:answer');
  const isOwn = tenantId === session.tenantId;
  const { call, cache } = useMemo(() => {
    const made = createCall(client, isOwn ? null : tenantId, onOver);
    return { call: made, cache: createQueryClient(made) };
  }, [client, isOwn, tenantId, onOver]);
  useEffect(() => () => cache.clear(), [cache]);
  const path = usePath();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a question ends with the page that asked it.
  useEffect(() => modals.closeAll(), [path]);
  const { addresses } = client;
  const content = useMemo(
    () => ({ session, tenantId, call, addresses }),
    [session, tenantId, call, addresses],
  );
  return (
    <QueryClientProvider client={cache}>
      <ConsoleContext value={content}>
        <Notifications position="bottom-right" limit={2} />
        <ModalsProvider modalProps={modalProps}>
          <Frame navigation={<Rail />} bars={<Bars />}>
            <Suspense fallback={<Rows />}>
              {isOwn || session.roles.includes('super-admin') ? (
                children
              ) : (
                <OtherTenant tenantId={tenantId} />
              )}
            </Suspense>
          </Frame>
        </ModalsProvider>
        {isInboxOpen && (
          <PageFailure isQuiet>
            <InboxAlerts />
          </PageFailure>
        )}
        {isOver && <SessionOver onSignIn={onSignIn} />}
      </ConsoleContext>
    </QueryClientProvider>
  );
}

/** Notices for all pages: offline, or another tenant's data. */
function Bars() {
  const { t } = useTranslation('common');
  const { session, tenantId } = useConsole();
  const isOnline = useOnline();
  const goTo = useGoTo();
  return (
    <>
      {tenantId !== session.tenantId && session.roles.includes('super-admin') && (
        <aside className="bar" aria-label={t('workingIn', { tenant: tenantId })}>
          {t('workingIn', { tenant: tenantId })}
          <Button variant="white" size="compact-sm" onClick={() => goTo('', { tenantId: session.tenantId })}>
            {t('backTo', { tenant: session.tenantId })}
          </Button>
        </aside>
      )}
      <div role="status">{!isOnline && <p className="bar">{t('offline')}</p>}</div>
    </>
  );
}

/**
 * Shown above a page whose session has expired. The page continues after the sign-in, with all input.
 * @see console.md 2
 */
function SessionOver({ onSignIn }: { readonly onSignIn: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Dialog title={t('over.title')}>
      <Stack>
        <Text>{t('over.kept')}</Text>
        <Button onClick={onSignIn}>{t('over.signIn')}</Button>
      </Stack>
    </Dialog>
  );
}
