import { Alert, Stack, Text } from '@mantine/core';
import type { RoleName } from '../../contract/roles.ts';
import { useConsole, useRole } from '../app/console-context.ts';
import { PageLink } from '../app/PageLink.tsx';
import { PageTitle } from '../app/PageTitle.tsx';
import { useTexts } from '../texts/texts.ts';

/** A page that the role does not allow: what it takes, who one is, where to go. @see console.md 2 */
export function NoPermission({ page, least }: { readonly page: string; readonly least: RoleName }) {
  const { frame, states } = useTexts();
  const { role } = useRole();
  return <Refused page={page} why={states.noPermission.why(frame.roles[role], frame.roles[least])} />;
}

/** An address of a tenant that is not the user's: nothing of it is asked for. */
export function OtherTenant({ tenantId }: { readonly tenantId: string }) {
  const { states } = useTexts();
  return <Refused page={tenantId} why={states.noPermission.otherTenant(tenantId)} />;
}

function Refused({ page, why }: { readonly page: string; readonly why: string }) {
  const { noPermission } = useTexts().states;
  const { session } = useConsole();
  const who = session.user.email ?? session.user.name ?? session.user.id;
  return (
    <Stack>
      <PageTitle>{noPermission.title(page)}</PageTitle>
      <Alert role="alert" color="red" variant="outline">
        {why}
      </Alert>
      <Text>{noPermission.who(who, session.tenantId)}</Text>
      <PageLink path="">{noPermission.home}</PageLink>
    </Stack>
  );
}
