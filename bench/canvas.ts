#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import sparticuz from '@sparticuz/chromium';
import { chromium, type Page } from 'playwright-core';
import { keepSession, measureOpening } from './opening.ts';

/**
 * Measures frames of the console's canvas with 200 steps in a browser without a graphics card: looked at, panned and
 * zoomed; edited, also with a step dragged. Two flows: one in ranks, as people lay them out, and one that nobody has,
 * tangled over seventy thousand pixels. What the browser can do at all, of a page with one layer, stands before them.
 * A test of what is asked: medians of 17 ms at most, no task over 50 ms; and open, from nothing, in a second. `URL=…`
 * measures a gateway that runs already.
 * @see console.md 4, 9 (46)
 */

const steps = 200;
const moves = 120;
/** A flow that nobody has laid out is put in order meanwhile. */
const arrangedMs = 2_000;

async function start() {
  const child = spawn(process.execPath, ['bin/start.ts', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('ready ')) return { url: line.slice('ready '.length), child };
  }
  throw new Error('the gateway did not start');
}

const idOf = (n: number) => `step_${n % steps}`;
const rank = 10;

/** In ranks of ten: a question leads to three of the next rank, the last of a rank back to its beginning. */
function rankedFlow(id: string) {
  const stepOf = (n: number) => {
    const first = (Math.floor(n / rank) + 1) * rank;
    const to = (m: number) => idOf(Math.min(first, steps - rank) + ((n + m) % rank));
    return {
      ...{ kind: 'question', text: `Question ${n}: which of these fits best, and what else should we know?` },
      saveAs: 'answer',
      choices: ['one', 'two'].map((value, m) => ({ label: value, value, next: to(m + 1) })),
      next: n % rank === 0 ? idOf(n - (n % rank)) : to(0),
    };
  };
  const all = Array.from({ length: steps }, (_, n) => [idOf(n), stepOf(n)]);
  const positions = Object.fromEntries(
    all.map((_, n) => [idOf(n), { x: Math.floor(n / rank) * 376, y: (n % rank) * 280 }]),
  );
  const definition = { title: 'Ranked', start: idOf(0), steps: Object.fromEntries(all) };
  return { id, definition, layout: { positions } };
}

/** Questions with three ways each that lead all over the flow, arranged by the page. */
function tangledFlow(id: string) {
  const stepOf = (n: number) => ({
    kind: 'question',
    text: `Question ${n}: which of these fits best, and is there anything else that we should know?`,
    saveAs: 'answer',
    choices: ['one', 'two'].map((value, m) => ({ label: value, value, next: idOf(n * 2 + m + 1) })),
    next: idOf(n + 8),
  });
  const all = Array.from({ length: steps }, (_, n) => [idOf(n), stepOf(n)]);
  return { id, definition: { title: 'Tangled', start: idOf(0), steps: Object.fromEntries(all) } };
}

async function signIn(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/admin/`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#email').fill('admin@acme.example');
  await page.locator('#password').fill('Development-only-3');
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').waitFor();
  return page.evaluate<string>('JSON.parse(sessionStorage.getItem("gateway-admin.tokens")).accessToken');
}

/** How long each frame took while something was done, in milliseconds, and the longest task. */
async function frames(page: Page, of: string, act: () => Promise<void>): Promise<Measured> {
  await page.evaluate(`(() => {
    window.measured = { frames: [], tasks: [], isOn: true };
    new PerformanceObserver((list) => measured.tasks.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ entryTypes: ['longtask'] });
    let last = performance.now();
    const next = (now) => {
      measured.frames.push(now - last);
      last = now;
      if (measured.isOn) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  })()`);
  await act();
  const { frames: taken, tasks } = await page.evaluate<{ frames: number[]; tasks: number[] }>(
    '(measured.isOn = false, measured)',
  );
  const sorted = taken.slice(1).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  const inTime = sorted.filter((ms) => ms <= 17).length / sorted.length;
  const task = Math.max(0, ...tasks);
  console.log(
    `${of}: ${sorted.length} frames, ${(inTime * 100).toFixed(0)} % within 17 ms, median ${at(0.5).toFixed(1)}, p95 ${at(0.95).toFixed(1)}, longest ${at(1 - 1 / sorted.length).toFixed(0)} ms, longest task ${task.toFixed(0)} ms`,
  );
  return { of, median: at(0.5), task };
}

interface Measured {
  readonly of: string;
  readonly median: number;
  readonly task: number;
}

/** Pans, zooms and, where steps may be moved, drags one. */
async function measure(page: Page, name: string): Promise<Measured[]> {
  const canvas = page.getByRole('application');
  const box = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  /** Where nothing but the canvas itself is met: a card would be dragged. */
  const free = () =>
    page.evaluate<[number, number]>(`(() => {
      for (let y = ${box.y + box.height - 40}; y > ${box.y}; y -= 7)
        for (let x = ${box.x + box.width - 80}; x > ${box.x + 320}; x -= 7)
          if (document.elementFromPoint(x, y)?.matches('.react-flow__pane')) return [x, y];
      throw new Error('no part of the canvas is free');
    })()`);
  const swing = async (fromX: number, fromY: number) => {
    await page.mouse.move(fromX, fromY);
    await page.mouse.down();
    for (let n = 1; n <= moves; n += 1) await page.mouse.move(fromX - n * 2, fromY + Math.sin(n / 9) * 60);
    await page.mouse.up();
  };
  const zoom = async () => {
    for (let n = 0; n < 16; n += 1) {
      await page.keyboard.press(n < 8 ? '+' : '-');
      await page.waitForTimeout(120);
    }
  };
  const done = [await frames(page, `${name}, panned as it opens`, async () => swing(...(await free())))];
  await canvas.focus();
  await page.keyboard.press('1');
  await page.waitForTimeout(500);
  done.push(await frames(page, `${name}, panned with all in view`, async () => swing(...(await free()))));
  await canvas.focus();
  done.push(await frames(page, `${name}, zoomed by keys`, zoom));
  if (name !== 'edited') return done;
  await canvas.focus();
  await page.keyboard.press('Home');
  await page.waitForTimeout(500);
  const step = await page.locator('.react-flow__node[data-id="step_0"] .node-kind').boundingBox();
  if (!step) throw new Error('the first step is not seen');
  done.push(await frames(page, `${name}, a step dragged`, () => swing(step.x + 40, step.y + 8)));
  return done;
}

/** Types into the text of a step; a key's work is counted in the page's own thread, too, whatever else the machine does. */
async function measureTyping(page: Page): Promise<Measured> {
  await page.getByRole('application').focus();
  await page.keyboard.press('Home');
  await page.locator('.react-flow__node[data-id="step_0"] .node-kind').click();
  await page.locator('[data-field="text"] [role=textbox]').click();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  const keys: number[] = [];
  const measured = await frames(page, 'edited, typed into a field', async () => {
    for (const key of 'What else should we know about your order? '.repeat(2)) {
      const before = await worked();
      await page.keyboard.press(key);
      await page.waitForTimeout(60);
      keys.push((await worked()) - before);
    }
  });
  const sorted = keys.toSorted((a, b) => a - b);
  const [half, most] = [sorted[sorted.length >> 1] ?? 0, sorted.at(-1) ?? 0];
  console.log(`  work of a key: median ${half.toFixed(1)} ms, most ${most.toFixed(0)} ms`);
  return measured;
}

/** A page with nothing but a layer that moves: what this browser can do on this machine, now. */
async function measureFloor(page: Page): Promise<void> {
  await page.setContent('<div id="layer" style="width: 1200px; height: 700px; background: #ddd"></div>');
  const act = (move: string) =>
    page.evaluate<void>(`new Promise((end) => {
      const { style } = document.getElementById('layer');
      style.willChange = 'transform';
      let n = 0;
      const next = () => {
        n += 1;
        style.transform = ${move};
        if (n < ${moves}) requestAnimationFrame(next); else end();
      };
      requestAnimationFrame(next);
    })`);
  await frames(page, 'floor, a layer moved', () => act("'translate(' + n + 'px, ' + n / 2 + 'px)'"));
  await frames(page, 'floor, a layer scaled', () => act("'scale(' + (1 - n / 200) + ')'"));
}

const running = process.env.URL === undefined ? await start() : { url: process.env.URL, child: null };
const { url, child } = running;
const browser = await chromium.launch({
  executablePath: await sparticuz.executablePath(),
  args: ['--no-sandbox', '--disable-gpu'],
  headless: true,
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await measureFloor(page);
  const token = await signIn(page, url);
  const session = await keepSession(page);
  const kept: Measured[] = [];
  const openings: { readonly of: string; readonly isSlow: boolean }[] = [];
  for (const flow of [rankedFlow('bench-ranked'), tangledFlow('bench-tangled')]) {
    const created = await fetch(`${url}/v1/admin/flows`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(flow),
    });
    if (created.status !== 201 && created.status !== 409)
      throw new Error(`the flow was answered with ${created.status}`);
    for (const [name, path] of [
      ['looked at', `${flow.id}?view=canvas`],
      ['edited', `${flow.id}/edit?view=canvas`],
    ] as const) {
      const address = `${url}/admin/t/acme/flows/${path}`;
      openings.push(
        await measureOpening(browser, session, {
          ...{ name: `${flow.definition.title}, ${name}`, url: address, cards: steps + 1 },
          budgetMs: 'layout' in flow ? 1_000 : arrangedMs,
        }),
      );
      await page.goto(address);
      await page.locator('.react-flow__node').nth(steps).waitFor({ state: 'attached', timeout: 120_000 });
      await page.waitForTimeout(1_500);
      kept.push(...(await measure(page, name)));
      if (name === 'edited') kept.push(await measureTyping(page));
    }
  }
  const slow = [
    ...openings.filter(({ isSlow }) => isSlow),
    ...kept.filter(({ median, task }) => median > 17 || task > 50),
  ];
  console.log(
    slow.length === 0 ? 'within the budget' : `over the budget: ${slow.map(({ of }) => of).join(', ')}`,
  );
} finally {
  await browser.close();
  child?.kill('SIGTERM');
}
