import { expect, it } from 'vitest';
import { seededRandom } from '../../src/local/simulator/hostility.ts';
import { choose, draftOf, makeFlow } from '../support/edit-flow.ts';
import { callAdminAs, openSignedIn, shareAdmin } from '../support/start-admin.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const callAs = callAdminAs(shared);
const editor = 'editor@acme.example';
const commands = 50;

it.each([1, 2, 3])(
  'fifty commands by keys are undone to the first document, and redone to the last (seed %i)',
  async (seed) => {
    const { page, complaints } = await open(editor, 'flows');
    const flow = `fifty-${seed}`;
    await makeFlow(page, shared.admin.appUrl, flow);
    const first = await draftOf(page, flow, callAs);
    const random = seededRandom(seed);
    const steps = page.getByRole('row', { name: /^(Message|Question|End) / });
    /** The last command is on the button that takes it back. */
    const said = (what: string) => page.getByRole('button', { name: `Undo: ${what}` }).waitFor();
    const duplicate = async () => {
      await page.keyboard.press('Control+d');
      await said('Paste');
    };
    const kinds: readonly ((n: number) => Promise<void>)[] = [
      duplicate,
      async () => {
        await page.keyboard.press('n');
        await said('Edit note');
      },
      async (n) => {
        await page.keyboard.press('F2');
        await choose(page, `named_${n}`);
        await said(`Rename to named_${n}`);
      },
      async (n) => {
        await page.keyboard.press('g');
        await choose(page, `Group ${n}`);
        await said('Edit group');
      },
      async () => {
        // A flow without steps has no row to go on with.
        if ((await steps.count()) < 3) return duplicate();
        await page.keyboard.press('Delete');
        await said('Delete');
      },
    ];
    for (let n = 0; n < commands; n += 1) {
      // Keys are a dialog's own until it is closed.
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await steps.nth(Math.floor(random() * (await steps.count()))).focus();
      await kinds[Math.floor(random() * kinds.length)]?.(n);
    }
    const last = await draftOf(page, flow, callAs);
    expect(last).not.toEqual(first);

    const pressAll = async (name: RegExp) => {
      const button = page.getByRole('button', { name });
      let pressed = 0;
      for (; await button.isEnabled(); pressed += 1) await button.click();
      return pressed;
    };
    const undone = await pressAll(/^(Undo:|Nothing to undo)/);
    expect(undone).toBe(commands);
    expect(await draftOf(page, flow, callAs)).toEqual(first);
    expect(await pressAll(/^(Redo:|Nothing to redo)/)).toBe(undone);
    expect(await draftOf(page, flow, callAs)).toEqual(last);
    expect(complaints).toEqual([]);
  },
);
