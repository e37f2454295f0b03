import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type WidgetSecretRole, type WidgetView, widgetView } from '../../../contract/admin/widgets.ts';
import { useConsole, useRole } from '../../components/console-context.ts';
import { type SecretCalls, SecretCard, SecretSet } from '../../components/SecretCard.tsx';

/** What a site's server proves itself, and its visitors, by. Who may not set them sees whether they are set. */
export function WidgetSecrets({
  view: { widget, secrets },
  etag,
}: {
  readonly view: WidgetView;
  readonly etag: string;
}) {
  const { t } = useTranslation('widgets');
  const { call } = useConsole();
  const { may } = useRole();
  const callsOf = (role: string): SecretCalls => {
    const path = '/v1/admin/widgets/{widgetId}/secrets/{role}';
    const asked = { path: { widgetId: widget.id, role }, header: { 'if-match': etag } };
    return {
      set: (value) => call('PUT', path, widgetView, { ...asked, body: { value } }),
      remove: () => call('DELETE', path, widgetView, asked),
      endOverlap: () => call('DELETE', `${path}/previous`, widgetView, asked),
    };
  };
  return (
    <Stack>
      <Text>{t('secretsWhat')}</Text>
      {secrets.map((secret) => {
        return may('channels:configure') ? (
          <SecretCard
            key={`${widget.id} ${secret.role}`}
            secret={secret}
            name={t(`secrets.${secret.role as WidgetSecretRole}.name`)}
            where={t(`secrets.${secret.role as WidgetSecretRole}.where`)}
            calls={callsOf(secret.role)}
          />
        ) : (
          <section key={secret.role} aria-label={t(`secrets.${secret.role as WidgetSecretRole}.name`)}>
            <Title order={2} size="h5">
              {t(`secrets.${secret.role as WidgetSecretRole}.name`)}
            </Title>
            <SecretSet secret={secret} />
          </section>
        );
      })}
    </Stack>
  );
}
