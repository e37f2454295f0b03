import { Badge, Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { allows, capabilities } from '../../../contract/roles.ts';
import type { SessionInformation } from '../../../contract/session.ts';
import { leastRole } from '../../components/areas.ts';
import { useConsole } from '../../components/console-context.ts';
import { PageTitle } from '../../components/PageTitle.tsx';
import { Rows } from '../../components/Rows.tsx';
import { capabilityKey } from '../../locales/i18n.ts';

const Overview = lazy(async () => ({ default: (await import('../reports/Overview.tsx')).Overview }));

/** How it goes, who the user is, and what the role may do. @see spec "Session information", console.md 3 */
export function HomePage() {
  const { t } = useTranslation('common');
  const { session, tenantId } = useConsole();
  const { roles, features, user } = session;
  return (
    <Stack gap="lg">
      <PageTitle>{user.name === undefined ? t('welcome') : t('welcomeName', { name: user.name })}</PageTitle>
      <Suspense fallback={<Rows />}>
        <Overview />
      </Suspense>
      <div className="facts">
        <Fact name={t('tenant')} values={[tenantId]} none="" />
        <Fact name={t('role')} values={roles.map((role) => t(`roles.${role}`))} none="" />
        {/* Those of another tenant are not told. */}
        {tenantId === session.tenantId && (
          <Fact name={t('features')} values={features} none={t('noFeatures')} />
        )}
      </div>
      <Card withBorder radius="md" padding="lg">
        <Title order={2} size="h4" mb="sm" id="permissions">
          {t('permissions')}
        </Title>
        <Permissions roles={roles} />
      </Card>
    </Stack>
  );
}

function Fact(props: { readonly name: string; readonly values: readonly string[]; readonly none: string }) {
  const { name, values, none } = props;
  return (
    <Card withBorder radius="md" padding="lg">
      <Title order={2} size="h5" className="quiet">
        {name}
      </Title>
      <Group gap="xs" mt="xs" component="ul" className="values">
        {values.map((value) => (
          <li key={value}>
            <Badge variant="default" size="lg" tt="none">
              {value}
            </Badge>
          </li>
        ))}
      </Group>
      {values.length === 0 && <Text>{none}</Text>}
    </Card>
  );
}

function Permissions({ roles }: Pick<SessionInformation, 'roles'>) {
  const { t } = useTranslation('common');
  return (
    <Table aria-labelledby="permissions">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('action')}</Table.Th>
          <Table.Th scope="col">{t('allowed')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {capabilities.map((capability) => (
          <Table.Tr key={capability}>
            <Table.Td>{t(`capabilities.${capabilityKey(capability)}`)}</Table.Td>
            <Table.Td>
              {allows(roles, capability) ? (
                <span className="allowed">✓ {t('yes')}</span>
              ) : (
                <span className="quiet">
                  – {t('needsRole', { role: t(`roles.${leastRole(capability)}`) })}
                </span>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
