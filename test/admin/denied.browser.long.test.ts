import { describe, it } from 'vitest';
import { deny, facilities, ways } from '../support/deny.ts';
import { shareAdmin } from '../support/start-admin.ts';
import { workInEveryTab } from './work-in-every-tab.ts';

const shared = shareAdmin();

describe.each(facilities.filter((facility) => facility !== 'sessionStorage'))(
  'where the browser denies %s',
  (facility) => {
    // No browser has a `visualViewport` that throws, and the code editor asks for it.
    const its = ways.filter((way) => way !== 'throwing' || facility !== 'visualViewport');
    it.each(its)('the console works in every tab (%s)', async (way) => {
      await workInEveryTab(shared, (context) => deny(context, [facility], way));
    });
  },
);
