import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { allows } from '../../contract/roles.ts';
import type { SessionInformation } from '../../contract/session.ts';
import { createCall } from '../api/api.ts';
import { createQueryClient } from '../api/queries.ts';
import type { SignInClient } from '../sign-in/sign-in-client.ts';
import { PageFailure } from '../states/PageFailure.tsx';
import { Rows } from '../states/Rows.tsx';
import { SessionOver } from '../states/SessionOver.tsx';
import { useIsAtDesk } from './at-desk.ts';
import { Bars } from './Bars.tsx';
import { CommandPalette } from './CommandPalette.tsx';
import { ConsoleContext } from './console-context.ts';
import { Frame } from './Frame.tsx';
import { Navigation } from './Navigation.tsx';
import { Page } from './Page.tsx';
import { placeOf } from './pages.ts';
import { SignOutButton } from './SignOutButton.tsx';
import { TenantSwitch } from './TenantSwitch.tsx';
import { navigate, usePath } from './use-path.ts';
import { tenantPath } from './use-tenant-path.ts';

/** Loaded by whoever has opened the inbox. */
const DeskWatch = lazy(async () => ({ default: (await import('../inbox/DeskWatch.tsx')).DeskWatch }));

interface Props {
  readonly client: SignInClient;
  readonly session: SessionInformation;
  readonly isOver: boolean;
  readonly onOver: () => void;
  readonly onSignIn: () => void;
  readonly onSignOut: () => void;
}

/** The application of someone who is signed in: `t/{tenant}/{page}`. */
export function Console(props: Props) {
  const path = usePath();
  const [, tenant, page = ''] = /^t\/([^/]+)(?:\/(.*))?$/.exec(path) ?? [];
  const own = props.session.tenantId;
  useEffect(() => {
    // Addresses from before tenants were in them, and those that are typed by hand.
    if (tenant === undefined) navigate(tenantPath(own, path) + location.search, { replace: true });
  }, [tenant, own, path]);
  if (tenant === undefined) return null;
  const tenantId = readSegment(tenant);
  return <TenantConsole key={tenantId} {...props} tenantId={tenantId} page={page} />;
}

/** What is no proper escape stands for itself. */
function readSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function TenantConsole({
  client,
  session,
  tenantId,
  page,
  isOver,
  onOver,
  onSignIn,
  onSignOut,
}: Props & { readonly tenantId: string; readonly page: string }) {
  const isAtDesk = useIsAtDesk(tenantId) && allows(session.roles, 'conversations:answer');
  const otherTenantId = tenantId === session.tenantId ? null : tenantId;
  const { call, client: cache } = useMemo(() => {
    const made = createCall(client, otherTenantId, onOver);
    return { call: made, client: createQueryClient(made) };
  }, [client, otherTenantId, onOver]);
  const { addresses } = client;
  const content = useMemo(
    () => ({ session, tenantId, call, addresses }),
    [session, tenantId, call, addresses],
  );
  const account = (
    <>
      <span className="who">{session.user.email ?? session.user.name ?? session.user.id}</span>
      <SignOutButton onSignOut={onSignOut} />
    </>
  );
  return (
    <QueryClientProvider client={cache}>
      <ConsoleContext value={content}>
        <Notifications position="bottom-right" limit={2} />
        <Frame
          tenant={<TenantSwitch />}
          account={
            <>
              <CommandPalette />
              {account}
            </>
          }
          navigation={<Navigation account={account} />}
          bars={<Bars />}
        >
          <PageFailure key={placeOf(page)}>
            <Suspense fallback={<Rows />}>
              <Page path={page} />
            </Suspense>
          </PageFailure>
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
