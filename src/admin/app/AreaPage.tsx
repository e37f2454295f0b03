import { Alert, Card, List, Stack, Text, Title } from '@mantine/core';
import { useTexts } from '../texts/texts.ts';
import { type AreaId, capabilitiesOf, leastRole } from './areas.ts';
import { useRole } from './console-context.ts';
import { PageTitle } from './PageTitle.tsx';

/** What an area is about and what the user may do in it, or which role it takes. */
export function AreaPage({ area }: { readonly area: AreaId }) {
  const { frame } = useTexts();
  const { may } = useRole();
  const allowed = capabilitiesOf(area).filter(may);
  const [least] = capabilitiesOf(area);
  const role = least && leastRole(least);
  return (
    <Stack gap="lg">
      <PageTitle>{frame.areas[area].name}</PageTitle>
      <Text>{frame.areas[area].about}</Text>
      {allowed.length === 0 ? (
        <Alert role="alert" color="red" variant="outline" title={frame.area.notAllowed}>
          {role === undefined || role === 'super-admin'
            ? frame.area.operatorsOnly
            : frame.area.takesRole(frame.roles[role])}
        </Alert>
      ) : (
        <Card withBorder radius="md" padding="lg">
          <Title order={2} size="h4" mb="sm">
            {frame.area.allows}
          </Title>
          <List>
            {allowed.map((capability) => (
              <List.Item key={capability}>{frame.capabilities[capability]}</List.Item>
            ))}
          </List>
          <Text mt="sm" className="quiet">
            {frame.area.notHere}
          </Text>
        </Card>
      )}
    </Stack>
  );
}
