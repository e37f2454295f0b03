import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { allows, type Capability } from '../../contract/roles.ts';
import { adminsQuery } from '../features/settings/users/queries.ts';
import { useLanguage } from '../locales/use-language.ts';
import { leastRole } from './areas.ts';
import { useConsole, useRole } from './console-context.ts';
import { PageLink, PageTitle } from './PageHeader.tsx';

interface NoPermissionProps {
  readonly page: string;
  readonly capability: Capability;
}

/** A page that the role does not allow: what it takes, who one is, where to go. @see console.md 2 */
export function NoPermission({ page, capability }: NoPermissionProps) {
  const { t } = useTranslation('common');
  const { role } = useRole();
  const least = leastRole(capability);
  return (
    <Refused
      page={page}
      why={t('noPermission.why', { role: t(`roles.${role}`), least: t(`roles.${least}`) })}
    >
      {allows(['admin'], capability) && (
        <Text>
          <AskAdmins />
        </Text>
      )}
    </Refused>
  );
}

/** The users who can do it or grant the role; nothing until they are known. */
export function AskAdmins() {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const { data: answer } = useQuery(adminsQuery);
  const names = answer?.body.items.map(({ name }) => name) ?? [];
  if (names.length === 0) return null;
  const list = new Intl.ListFormat(language, { type: 'disjunction' }).format(names);
  return <bdi>{t('noPermission.ask', { names: list })}</bdi>;
}

/** An address of a tenant that is not the user's: nothing of it is asked for. */
export function OtherTenant({ tenantId }: { readonly tenantId: string }) {
  const { t } = useTranslation('common');
  return <Refused page={tenantId} why={t('noPermission.otherTenant', { tenant: tenantId })} />;
}

interface RefusedProps {
  readonly page: string;
  readonly why: string;
  readonly children?: ReactNode;
}

function Refused({ page, why, children }: RefusedProps) {
  const { t } = useTranslation('common');
  const { session } = useConsole();
  const who = session.user.email ?? session.user.name ?? session.user.id;
  return (
    <Stack>
      <PageTitle>{t('noPermission.title', { page })}</PageTitle>
      <Alert role="alert" color="red">
        {why}
      </Alert>
      {children}
      <Text>{t('noPermission.who', { who, tenant: session.tenantId })}</Text>
      <PageLink path="">{t('noPermission.home')}</PageLink>
    </Stack>
  );
}
