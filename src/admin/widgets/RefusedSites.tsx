import { Button, Group, Stack, Title } from '@mantine/core';
import type { RefusedSite } from '../../contract/admin/widgets.ts';
import { useTimes } from '../app/use-times.ts';
import { useTexts } from '../texts/texts.ts';
import type { WidgetForm } from './use-edits.ts';

/** The sites that a widget was refused on of late, each with a button that puts it among the allowed ones. */
export function RefusedSites({
  sites,
  form,
  isLocked,
}: {
  readonly sites: readonly RefusedSite[];
  readonly form: WidgetForm;
  readonly isLocked: boolean;
}) {
  const { refused } = useTexts().widgets;
  const { moment } = useTimes();
  const allowed = form.edited.allowed_origins;
  const shown = sites.filter(({ origin }) => !allowed.includes(origin));
  return (
    <Stack gap="xs" component="section" aria-labelledby="refused-sites">
      <Title order={2} size="h4" id="refused-sites">
        {refused.title}
      </Title>
      <p className="quiet hint">{shown.length === 0 ? refused.none : refused.what}</p>
      {shown.map(({ origin, count, lastAt }) => (
        <Group key={origin} justify="space-between" wrap="nowrap">
          <Stack gap={0} miw={0}>
            <span>
              <bdi className="value">{origin}</bdi>
            </span>
            <span className="quiet hint">{refused.count(count, moment(lastAt))}</span>
          </Stack>
          {!isLocked && (
            <Button
              variant="default"
              flex="none"
              aria-label={refused.allowOne(origin)}
              onClick={() => form.set('allowed_origins', [...allowed, origin])}
            >
              {refused.allow}
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  );
}
