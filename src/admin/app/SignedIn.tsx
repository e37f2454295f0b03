import { Alert, Button, Stack } from '@mantine/core';
import type { SessionInformation } from '../../contract/session.ts';
import { AreaPage } from './AreaPage.tsx';
import { areas, areasFor } from './areas.ts';
import { Frame } from './Frame.tsx';
import { HomePage } from './HomePage.tsx';
import { PageLink } from './PageLink.tsx';
import { PageTitle } from './PageTitle.tsx';
import { usePath } from './use-path.ts';

/** The application of someone who is signed in. */
export function SignedIn({
  session,
  onSignOut,
}: {
  readonly session: SessionInformation;
  readonly onSignOut: () => void;
}) {
  const account = (
    <>
      <span className="who">{session.user.email ?? session.user.name ?? session.user.id}</span>
      <Button variant="default" size="compact-sm" onClick={onSignOut}>
        Sign out
      </Button>
    </>
  );
  return (
    <Frame account={account} navigation={<Navigation roles={session.roles} />}>
      <Page session={session} />
    </Frame>
  );
}

function Navigation({ roles }: Pick<SessionInformation, 'roles'>) {
  const links = [{ path: '', name: 'Home' }, ...areasFor(roles)];
  return (
    <nav aria-label="Areas" className="navigation">
      <ul>
        {links.map(({ path, name }) => (
          <li key={path}>
            <PageLink path={path}>{name}</PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Page({ session }: { readonly session: SessionInformation }) {
  const path = usePath();
  const area = areas.find((known) => known.path === path);
  if (path === '') return <HomePage session={session} />;
  if (area) return <AreaPage key={area.path} area={area} roles={session.roles} />;
  return (
    <Stack>
      <PageTitle>There is no such page</PageTitle>
      <Alert color="red" variant="outline">
        The address may be mistyped or from an older version. <PageLink path="">Go to the home page</PageLink>
      </Alert>
    </Stack>
  );
}
