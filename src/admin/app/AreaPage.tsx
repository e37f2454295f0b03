import { Alert, Card, Code, List, Stack, Text, Title } from '@mantine/core';
import { allows, type RoleName } from '../../contract/roles.ts';
import { type Area, capabilityNames, leastRole } from './areas.ts';
import { PageTitle } from './PageTitle.tsx';

/** What an area is about and what the user may do in it, or which role it takes. */
export function AreaPage({ area, roles }: { readonly area: Area; readonly roles: readonly RoleName[] }) {
  const allowed = area.capabilities.filter((capability) => allows(roles, capability));
  const [least] = area.capabilities;
  const role = least && leastRole(least);
  return (
    <Stack gap="lg">
      <PageTitle>{area.name}</PageTitle>
      <Text>{area.about}</Text>
      {allowed.length === 0 ? (
        <Alert role="alert" color="red" variant="outline" title="Your role does not allow this">
          {role === 'super-admin'
            ? 'Only operators of the platform may do anything here.'
            : `It takes the role ${role}. An administrator of your organisation can give it to you.`}
        </Alert>
      ) : (
        <Card withBorder radius="md" padding="lg">
          <Title order={2} size="h4" mb="sm">
            Your role allows you to
          </Title>
          <List>
            {allowed.map((capability) => (
              <List.Item key={capability}>{capabilityNames[capability]}</List.Item>
            ))}
          </List>
          <Text mt="sm" className="quiet">
            For now it is done with the command line <Code>gateway</Code>; ask the operators of the platform.
          </Text>
        </Card>
      )}
    </Stack>
  );
}
