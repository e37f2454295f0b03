import type { ChatParts } from './chat-parts.ts';
import type { Refused } from './gateway-client.ts';
import { parts } from './parts.ts';

/** Logs a problem for the page's developers. */
export function warnDevelopers(
  refused: Refused,
  { tenant, widget, emit }: Pick<ChatParts, 'tenant' | 'widget' | 'emit'>,
): void {
  const { code, detail } = refused;
  parts.page().then(
    ({ explainRefusal }) =>
      emit('error', explainRefusal(refused, { tenant, widget, origin: location.origin })),
    () => emit('error', { code, detail }),
  );
}
