import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { allows } from '../../contract/roles.ts';
import { createCall } from '../api/api.ts';
import { createQueryClient } from '../api/queries.ts';
import { OtherTenant } from './NoPermission.tsx';
import { PageFailure } from './PageFailure.tsx';
import { Rows } from './Rows.tsx';
import { SessionOver } from './SessionOver.tsx';
import { useIsAtDesk } from './at-desk.ts';
import { Bars } from './Bars.tsx';
import { ConsoleContext, useSignedIn } from './console-context.ts';
import { Frame } from './Frame.tsx';
import { Rail } from './Rail.tsx';

/** Loaded by whoever has opened the inbox. */
const DeskWatch = lazy(async () => ({ default: (await import('../features/inbox/DeskWatch.tsx')).DeskWatch }));

interface Props {
  readonly tenantId: string;
  readonly children: ReactNode;
}

/** A tenant as somebody who is signed in works in it: its calls, its cache, and the frame around its pages. */
export function Console({ tenantId, children }: Props) {
  const { client, session, isOver, onOver, onSignIn } = useSignedIn();
  const isAtDesk = useIsAtDesk(tenantId) && allows(session.roles, 'conversations:answer');
  const isOwn = tenantId === session.tenantId;
  const { call, cache } = useMemo(() => {
    const made = createCall(client, isOwn ? null : tenantId, onOver);
    return { call: made, cache: createQueryClient(made) };
  }, [client, isOwn, tenantId, onOver]);
  useEffect(() => () => cache.clear(), [cache]);
  const { addresses } = client;
  const content = useMemo(
    () => ({ session, tenantId, call, addresses }),
    [session, tenantId, call, addresses],
  );
  return (
    <QueryClientProvider client={cache}>
      <ConsoleContext value={content}>
        <Notifications position="bottom-right" limit={2} />
        <Frame navigation={<Rail />} bars={<Bars />}>
          <Suspense fallback={<Rows />}>
            {isOwn || session.roles.includes('super-admin') ? children : <OtherTenant tenantId={tenantId} />}
          </Suspense>
        </Frame>
        {isAtDesk && (
          <PageFailure isQuiet>
            <Suspense fallback={null}>
              <DeskWatch />
            </Suspense>
          </PageFailure>
        )}
        {isOver && <SessionOver onSignIn={onSignIn} />}
      </ConsoleContext>
    </QueryClientProvider>
  );
}
