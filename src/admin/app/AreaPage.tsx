import { Alert, Card, List, Stack, Text, Title } from '@mantine/core';
import { allows, type RoleName } from '../../contract/roles.ts';
import { type Area, capabilityNames, leastRole } from './areas.ts';
import { PageTitle } from './PageTitle.tsx';

/** What an area is about and what the user may do in it, or which role it takes. */
export function AreaPage({ area, roles }: { readonly area: Area; readonly roles: readonly RoleName[] }) {
  const allowed = area.capabilities.filter((capability) => allows(roles, capability));
  const [first] = area.capabilities;
  return (
    <Stack gap="lg">
      <PageTitle>{area.name}</PageTitle>
      <Text>{area.about}</Text>
      {allowed.length === 0 ? (
        <Alert role="alert" color="red" variant="outline" title="Your role does not allow this">
          It takes the role {first && leastRole(first)}. An administrator of your organisation can give it to
          you.
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
        </Card>
      )}
    </Stack>
  );
}
