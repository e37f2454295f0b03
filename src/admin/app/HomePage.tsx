import { Badge, Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import { allows, capabilities } from '../../contract/roles.ts';
import type { SessionInformation } from '../../contract/session.ts';
import { capabilityNames, leastRole } from './areas.ts';
import { PageTitle } from './PageTitle.tsx';

/** Tenant, roles and features of the user, and what the role may do. @see spec "Session information" */
export function HomePage({ session }: { readonly session: SessionInformation }) {
  const { tenantId, roles, features, user } = session;
  return (
    <Stack gap="lg">
      <PageTitle>{user.name ? `Welcome, ${user.name}` : 'Welcome'}</PageTitle>
      <div className="facts">
        <Fact name="Tenant" values={[tenantId]} none="" />
        <Fact name="Role" values={roles} none="" />
        <Fact name="Features" values={features} none="None are switched on." />
      </div>
      <Card withBorder radius="md" padding="lg">
        <Title order={2} size="h4" mb="sm" id="permissions">
          What you may do
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
  return (
    <Table aria-labelledby="permissions">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Action</Table.Th>
          <Table.Th scope="col">Allowed</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {capabilities.map((capability) => (
          <Table.Tr key={capability}>
            <Table.Td>{capabilityNames[capability]}</Table.Td>
            <Table.Td>
              {allows(roles, capability) ? (
                <span className="allowed">✓ Yes</span>
              ) : (
                <span className="quiet">– Needs the role {leastRole(capability)}</span>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
