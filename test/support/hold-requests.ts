import type { Page, Request, Route } from 'playwright-core';

/** Requests of a page that a test holds until it lets them go on. */
export interface HeldRequests {
  held(): number;
  holdAgain(): void;
  release(): Promise<void>;
}

/** Holds those of a path's requests that are meant; the others go on. */
export async function holdRequests(
  page: Page,
  path: string,
  isMeant: (request: Request) => boolean,
): Promise<HeldRequests> {
  let isHolding = true;
  let held: Route[] = [];
  await page.route(path, async (route) => {
    if (isHolding && isMeant(route.request())) held.push(route);
    else await route.continue();
  });
  return {
    held: () => held.length,
    holdAgain() {
      isHolding = true;
    },
    async release() {
      isHolding = false;
      const waiting = held;
      held = [];
      for (const route of waiting) await route.continue();
    },
  };
}
