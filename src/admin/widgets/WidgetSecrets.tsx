import { Stack, Text, Title } from '@mantine/core';
import { type WidgetSecretRole, type WidgetView, widgetView } from '../../contract/admin/widgets.ts';
import { useRole } from '../app/console-context.ts';
import { SecretCard, SecretSet } from '../secrets/SecretCard.tsx';
import { useTexts } from '../texts/texts.ts';

/** What a site's server proves itself, and its visitors, by. Who may not set them sees whether they are set. */
export function WidgetSecrets({
  view: { widget, secrets },
  etag,
  reload,
}: {
  readonly view: WidgetView;
  readonly etag: string;
  readonly reload: () => Promise<unknown>;
}) {
  const { widgets } = useTexts();
  const { may } = useRole();
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
            path={`/widgets/${encodeURIComponent(widget.id)}/secrets/${secret.role}`}
            answer={widgetView}
            etag={etag}
            reload={reload}
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
