import { Alert, Stack } from '@mantine/core';
import { type ComponentType, useEffect } from 'react';
import type { Capability } from '../../contract/roles.ts';
import { HomePage } from '../home/HomePage.tsx';
import { NoPermission, OtherTenant } from '../states/NoPermission.tsx';
import { useTexts } from '../texts/texts.ts';
import type { AreaId } from './areas.ts';
import { useConsole, useRole } from './console-context.ts';
import { useOnlyAnswers } from './only-answers.ts';
import { PageLink } from './PageLink.tsx';
import { PageTitle } from './PageTitle.tsx';
import { findPage, placeOf } from './pages.ts';
import { navigate } from './use-path.ts';
import { useTenantPath } from './use-tenant-path.ts';

/** The page of an address, if this user may see it. */
export function Page({ path }: { readonly path: string }) {
  const { session, tenantId } = useConsole();
  const [onlyAnswers] = useOnlyAnswers();
  const found = findPage(path);
  if (tenantId !== session.tenantId && !session.roles.includes('super-admin'))
    return <OtherTenant tenantId={tenantId} />;
  if (path === '') return onlyAnswers ? <ToInbox /> : <HomePage />;
  if (found) return <Guarded {...found} place={placeOf(path)} />;
  return <NoSuchPage />;
}

/** Where somebody begins who only answers. */
function ToInbox() {
  const path = useTenantPath()('inbox');
  useEffect(() => navigate(path, { replace: true }), [path]);
  return null;
}

function Guarded({
  Shown,
  area,
  capability,
  parameters,
  place,
}: {
  readonly Shown: ComponentType<Readonly<Record<string, string>>>;
  readonly area: AreaId;
  readonly capability: Capability;
  readonly parameters: Readonly<Record<string, string>>;
  readonly place: string;
}) {
  const { frame } = useTexts();
  const { may } = useRole();
  if (!may(capability)) return <NoPermission page={frame.areas[area]} capability={capability} />;
  return <Shown key={place} {...parameters} />;
}

function NoSuchPage() {
  const { noPage } = useTexts().frame;
  return (
    <Stack>
      <PageTitle>{noPage.title}</PageTitle>
      <Alert color="red" variant="outline">
        {noPage.why} <PageLink path="">{noPage.goHome}</PageLink>
      </Alert>
    </Stack>
  );
}
