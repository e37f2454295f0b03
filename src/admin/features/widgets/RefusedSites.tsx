import { Button, Group, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RefusedSite } from '../../../contract/admin/widgets.ts';
import { useTimes } from '../../components/use-times.ts';
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
  const { t } = useTranslation('widgets');
  const { moment } = useTimes();
  const allowed = form.edited.allowed_origins;
  const shown = sites.filter(({ origin }) => !allowed.includes(origin));
  return (
    <Stack gap="xs" component="section" aria-labelledby="refused-sites">
      <Title order={2} size="h4" id="refused-sites">
        {t('refused.title')}
      </Title>
      <p className="quiet hint">{shown.length === 0 ? t('refused.none') : t('refused.what')}</p>
      {shown.map(({ origin, count, lastAt }) => (
        <Group key={origin} justify="space-between" wrap="nowrap">
          <Stack gap={0} miw={0}>
            <span>
              <bdi className="value">{origin}</bdi>
            </span>
            <span className="quiet hint">{t('refused.count', { count, when: moment(lastAt) })}</span>
          </Stack>
          {!isLocked && (
            <Button
              variant="default"
              flex="none"
              aria-label={t('refused.allowOne', { site: origin })}
              onClick={() => form.set('allowed_origins', [...allowed, origin])}
            >
              {t('refused.allow')}
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  );
}
