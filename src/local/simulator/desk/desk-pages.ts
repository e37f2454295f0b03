import type { Page } from '../../http-api/http-api.ts';
import { actionPage, createWatchers, filePages, type PageFiles } from '../../pages/live-page.ts';
import { simulatorPolicy } from '../serve-page.ts';
import type { CenterDesk } from './center-desk.ts';
import { deskRequests } from './page/protocol.ts';

/** The pages under `/desk`: where one plays a contact center's agent. @see handoff.md 4 */
export function deskPages(desk: CenterDesk, files: () => Promise<PageFiles>): Readonly<Record<string, Page>> {
  const watchers = createWatchers((tell) => tell(desk.state()));
  desk.listen(() => watchers.tell(desk.state()));
  return {
    ...filePages('/desk', files, simulatorPolicy),
    '/desk/act': actionPage(deskRequests.act, ({ handoffId, agent, action }) => {
      if (!desk.state().handoffs.some(({ id }) => id === handoffId)) return false;
      // The gateway reports the result, if any.
      void desk.act(handoffId, agent, action);
      return true;
    }),
    '/desk/mood': actionPage(deskRequests.mood, async (mood) => {
      await desk.setMood(JSON.parse(JSON.stringify(mood)));
      return true;
    }),
    '/desk/events': watchers.page,
  };
}
