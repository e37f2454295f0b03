import { describe, it } from 'vitest';
import { deny, type Facility, facilities, fillStorage, ways } from '../support/deny.ts';
import { shareAdmin } from '../support/start-admin.ts';
import { workInEveryTab } from './work-in-every-tab.ts';

const shared = shareAdmin();

/** Without `sessionStorage` nobody signs in. No browser has a `visualViewport` that throws, and the code editor asks for it. */
const bearable = (way: string) =>
  facilities.filter(
    (facility) => facility !== 'sessionStorage' && (way !== 'throwing' || facility !== 'visualViewport'),
  );

describe.each(ways)('where the browser answers %s', (way) => {
  it.each<Facility[][]>([...bearable(way).map((facility) => [[facility]]), [bearable(way)]])(
    'of %s, the console works in every tab',
    async (denied) => {
      await workInEveryTab(shared, (context) => deny(context, denied, way));
    },
  );
});

it('the console works in every tab where the storage is full', async () => {
  // What a sign-in has to keep finds no room either.
  await workInEveryTab(shared, fillStorage, 'Your browser blocks site data');
});
