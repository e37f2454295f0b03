import { expect, it } from 'vitest';
import { inspector, listOf } from '../support/edit-flow.ts';
import { around, formFaults, look, sentenceFaults } from '../support/seeded-faults.ts';
import { callAdminAs, openSignedIn, shareAdmin } from '../support/start-admin.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const callAs = callAdminAs(shared);

// Apart: where a step can't be read, nobody knows which variables it sets.
it.each([
  ['form', formFaults],
  ['sentence', sentenceFaults],
])(
  'each problem of %s is one click away from the panel, at its step, with the focus in its field',
  async (what, seeded) => {
    const { page, complaints } = await open('editor@acme.example', '');
    const steps = Object.fromEntries(seeded.map(([step], n) => [`step_${n}`, step]));
    const triggers = Object.keys({ ...steps, look }).map((id) => ({ words: [`to ${id}`], next: id }));
    const definition = { title: what, start: 'step_0', triggers, steps: { ...steps, look, ...around.steps } };
    const made = await callAs(page, 'POST', '/flows', { id: `seeded-${what}`, definition });
    expect(made.status).toBe(201);
    await page.goto(`${shared.admin.appUrl}t/acme/${listOf(`seeded-${what}`)}`);
    await page.getByRole('button', { name: /^✕ \d+ problems/ }).click();
    const panel = page.getByRole('region', { name: 'Problems' });
    const wrong: string[] = [];
    for (const [n, [step, field]] of seeded.entries()) {
      const id = `step_${n}`;
      const fault = panel.locator(`[data-path="${field === '' ? id : `${id}.${field}`}"]`);
      const said = ((await fault.first().locator('[dir=auto]').textContent()) ?? '').trim();
      await fault.first().getByRole('button').first().click();
      await inspector(page).getByRole('heading').getByText(id, { exact: true }).waitFor();
      await inspector(page).getByText(said).first().waitFor();
      const [name = ''] = field.split('.');
      const isFocused = () =>
        page.evaluate((wanted) => {
          const within = document.activeElement?.closest('.inspector');
          const own = document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field;
          return within !== null && (own === undefined || own === wanted);
        }, name);
      await expect.poll(isFocused, { message: `${id} ${field}` }).toBe(true);
      const marked = inspector(page).locator(name === '' ? '.inspector' : `[data-field="${name}"]`);
      if (name !== '' && (await marked.count()) > 0 && (await marked.getByText(said).count()) === 0)
        wrong.push(`${step.kind} ${field}: ${said}`);
    }
    expect(wrong).toEqual([]);
    expect(complaints).toEqual([]);
  },
);
