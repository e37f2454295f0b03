import { Stack, Text, Title } from '@mantine/core';
import { type WidgetSecretRole, type WidgetView, widgetView } from '../../contract/admin/widgets.ts';
import { useConsole, useRole } from '../app/console-context.ts';
import { type SecretCalls, SecretCard, SecretSet } from '../secrets/SecretCard.tsx';
import { useTexts } from '../texts/texts.ts';

/** What a site's server proves itself, and its visitors, by. Who may not set them sees whether they are set. */
export function WidgetSecrets({
  view: { widget, secrets },
  etag,
}: {
  readonly view: WidgetView;
  readonly etag: string;
}) {
  const { widgets } = useTexts();
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
      <Text>{widgets.secretsWhat}</Text>
      {secrets.map((secret) => {
        const texts = widgets.secrets[secret.role as WidgetSecretRole];
        return may('channels:configure') ? (
          <SecretCard
            key={`${widget.id} ${secret.role}`}
            secret={secret}
            name={texts.name}
            where={texts.where}
            calls={callsOf(secret.role)}
          />
        ) : (
          <section key={secret.role} aria-label={texts.name}>
            <Title order={2} size="h5">
              {texts.name}
            </Title>
            <SecretSet secret={secret} />
          </section>
        );
      })}
    </Stack>
  );
}
