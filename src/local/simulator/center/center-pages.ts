import type { Page } from '../../http-api/http-api.ts';
import { actionPage, createWatchers, filePages, type PageFiles } from '../../pages/live-page.ts';
import { simulatorPolicy } from '../serve-page.ts';
import { centerRequests } from './page/protocol.ts';
import type { SimulatedCenter } from './simulated-center.ts';

/** The pages under `/desk`: where one plays a contact center's agent. @see handoff.md 4 */
export function centerPages(
  center: SimulatedCenter,
  files: () => Promise<PageFiles>,
): Readonly<Record<string, Page>> {
  const watchers = createWatchers((send) => send(center.state()));
  center.listen(() => watchers.send(center.state()));
  return {
    ...filePages('/desk', files, simulatorPolicy),
    '/desk/act': actionPage(centerRequests.act, ({ handoffId, agent, action }) => {
      if (!center.state().handoffs.some(({ id }) => id === handoffId)) return false;
      // The gateway reports the result, if any.
      void center.act(handoffId, agent, action);
      return true;
    }),
    '/desk/mood': actionPage(centerRequests.mood, async (mood) => {
      await center.setMood(JSON.parse(JSON.stringify(mood)));
      return true;
    }),
    '/desk/events': watchers.page,
  };
}
