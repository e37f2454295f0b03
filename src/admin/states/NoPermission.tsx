import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { allows, type Capability } from '../../contract/roles.ts';
import { leastRole } from '../app/areas.ts';
import { useConsole, useRole } from '../app/console-context.ts';
import { PageLink } from '../app/PageLink.tsx';
import { PageTitle } from '../app/PageTitle.tsx';
import { useSpeech, useTexts } from '../texts/texts.ts';
import { adminsQuery } from '../users/queries.ts';

/** A page that the role does not allow: what it takes, who one is, where to go. @see console.md 2 */
export function NoPermission({
  page,
  capability,
}: {
  readonly page: string;
  readonly capability: Capability;
}) {
  const { frame, states } = useTexts();
  const { role } = useRole();
  const least = leastRole(capability);
  return (
    <Refused page={page} why={states.noPermission.why(frame.roles[role], frame.roles[least])}>
      {allows(['admin'], capability) && (
        <Text>
          <AskAdmins />
        </Text>
      )}
    </Refused>
  );
}

/** Who may do it, or give one the role: nothing while that is not known. */
export function AskAdmins() {
  const { language, texts } = useSpeech();
  const { data: answer } = useQuery(adminsQuery);
  const names = answer?.body.items.map(({ name }) => name) ?? [];
  if (names.length === 0) return null;
  const list = new Intl.ListFormat(language, { type: 'disjunction' }).format(names);
  return <bdi>{texts.states.noPermission.ask(list, names.length)}</bdi>;
}

/** An address of a tenant that is not the user's: nothing of it is asked for. */
export function OtherTenant({ tenantId }: { readonly tenantId: string }) {
  const { states } = useTexts();
  return <Refused page={tenantId} why={states.noPermission.otherTenant(tenantId)} />;
}

function Refused({
  page,
  why,
  children,
}: {
  readonly page: string;
  readonly why: string;
  readonly children?: ReactNode;
}) {
  const { noPermission } = useTexts().states;
  const { session } = useConsole();
  const who = session.user.email ?? session.user.name ?? session.user.id;
  return (
    <Stack>
      <PageTitle>{noPermission.title(page)}</PageTitle>
      <Alert role="alert" color="red">
        {why}
      </Alert>
      {children}
      <Text>{noPermission.who(who, session.tenantId)}</Text>
      <PageLink path="">{noPermission.home}</PageLink>
    </Stack>
  );
}
