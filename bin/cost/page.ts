import { limits } from '../../src/contract/limits.ts';
import {
  backgroundPerMillion,
  billOf,
  fixedUsd,
  metricsOfRoute,
  millionUsd,
  openWidgetsHour,
  searchUsd,
  sideItems,
  sideUsd,
  sumOf,
  type Traffic,
} from './bill.ts';
import {
  agentConversation,
  agentCounts,
  counts,
  inboxMemoryMb,
  type SideItem,
  visitorCounts,
} from './counts.ts';
import { prices } from './prices.ts';
import { breaksAt, type Load } from './quotas.ts';

const million = 1_000_000;
const hoursOfMonth = 730;
const nobody = { webchat: 0, widget: 0, whatsapp: 0, waitingHours: 0, tenants: 0 };

const examples: readonly (readonly [string, Traffic])[] = [
  ['A million messages of REST clients', { ...nobody, webchat: million, tenants: 1 }],
  [
    'A million messages of the widget, and a thousand hours of waiting for agents',
    { ...nobody, widget: million, waitingHours: 1_000, tenants: 1 },
  ],
  [
    'A million WhatsApp messages, each with a reply and its three statuses',
    { ...nobody, whatsapp: million, tenants: 1 },
  ],
];

const loads: readonly (readonly [string, Load])[] = [
  ['10 messages a second', { perSecond: 10, tenants: 10 }],
  ['1,000 messages a second', { perSecond: 1_000, tenants: 1_000 }],
  ['100,000 messages a second', { perSecond: 100_000, tenants: 20_000 }],
  ['10,000 tenants, 1,000 messages a second', { perSecond: 1_000, tenants: 10_000 }],
];

const editorBeats = (60 * 60_000) / limits.editorEveryMs;
const { apiRequest, invocation, writeUnit, gbSecond } = prices;
/** 50 ms of 512 MB each, as everywhere here. */
const perBeat = (apiRequest.usd + invocation.usd + writeUnit.usd) / million + 0.025 * gbSecond.usd;
const editorHourCents = (editorBeats * perBeat * 100).toFixed(2);

const amount = (number: number) =>
  number.toLocaleString('en-US', { maximumFractionDigits: number < 100 ? 1 : 0 });
const dollars = (usd: number) => usd.toFixed(2);

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const perOf: Readonly<Record<number, string>> = { 1: '', 1000: ' / thousand', [million]: ' / M' };

/** A bill as a table. */
export function billTable(traffic: Traffic): string {
  const bill = billOf(traffic);
  const rows = bill.map(({ item, amount: many, usd }) => [
    prices[item].unit,
    `${amount(many)} × ${prices[item].usd}${perOf[prices[item].per]}`,
    dollars(usd),
  ]);
  return tableOf(['', 'arithmetic', '$ a month'], [...rows, ['**sum**', '', `**${dollars(sumOf(bill))}**`]]);
}

/** The quotas that a load reaches first. */
export function breaksTable([title, load]: readonly [string, Load]): string[] {
  const all = breaksAt(load);
  const over = all.filter(({ share }) => share >= 1);
  const [first, ...rest] = over.length > 0 ? over : all.slice(0, 1);
  const said = (each: typeof first) =>
    each
      ? `${each.quota.name}: ${amount(each.share * 100)} % of ${amount(each.quota.atMost)}; ${each.quota.remedy}`
      : '';
  const others = rest.map((each) => `${each.quota.name} (${amount(each.share * 100)} %)`).join(' · ');
  return [title, over.length > 0 ? said(first) : `nothing; nearest: ${said(first)}`, others || '–'];
}

/** What a conversation with an agent takes, and a thousand of them in dollars. */
export function agentCost(of: 'before' | 'now') {
  const sum = (n: 0 | 1 | 2) =>
    agentCounts.reduce((all, one, row) => all + one[of][n] * (agentConversation[row] ?? 0), 0);
  const requests = agentConversation.reduce((all, many) => all + many, 0);
  // Most of the time is that of the polls, which wait.
  const gbSeconds = (10 * 60 * inboxMemoryMb[of]) / 1_024;
  const [calls, writeUnits, readUnits] = [sum(0), sum(1), sum(2)];
  const usd = ([item, many]: readonly [keyof typeof prices, number]) =>
    (many * prices[item].usd) / prices[item].per;
  const all: (readonly [keyof typeof prices, number])[] = [
    ['writeUnit', writeUnits],
    ['readUnit', readUnits],
    ['apiRequest', requests],
    ['invocation', requests],
    ['gbSecond', gbSeconds],
  ];
  return { calls, writeUnits, readUnits, thousandUsd: 1_000 * all.map(usd).reduce((a, b) => a + b, 0) };
}

function agentTable(): string {
  const numbers = ([calls, write, read]: readonly number[]) => [`${calls}`, `${write}`, `${read}`];
  const [before, now] = [agentCost('before'), agentCost('now')];
  const whole = [before, now].flatMap((one) =>
    [one.calls, one.writeUnits, one.readUnits].map((many) => `**${amount(many)}**`),
  );
  return tableOf(
    ['', 'calls before', 'write', 'read', 'calls now', 'write', 'read'],
    [
      ...agentCounts.map((one) => [one.what, ...numbers(one.before), ...numbers(one.now)]),
      ['**ten minutes with an agent**', ...whole],
    ],
  );
}

const sideNames: Readonly<Record<SideItem, string>> = {
  headerHours: 'header data of a tenant, an hour',
  addresses: 'address given, confirmation sent',
  confirmed: 'address confirmed, contact noted',
  replies: 'unread reply announced',
  links: 'link opened',
  transcripts: 'transcript',
  mailEvents: 'bounce or complaint',
};

function sideTable(): string {
  return tableOf(
    ['', 'option', 'write units', 'read units', 'queue requests', 'invocations', 'emails', '$ a thousand'],
    sideItems.map((item) => {
      const { write, read, queue, invocations, emails } = visitorCounts[item];
      const counted = [write, read, queue, invocations, emails].map(String);
      return [sideNames[item], `\`--${item}\``, ...counted, sideUsd(item).toFixed(3)];
    }),
  );
}

/** The chapter of docs/operations.md; `npm run documents` writes it. */
export function costChapter(): string {
  const { whatsapp } = counts;
  const beside = backgroundPerMillion();
  const search = searchUsd();
  const chats = [counts.webchat, counts.scattered].map(({ writeUnits, readUnits }) => [
    writeUnits,
    readUnits,
  ]);
  const rows = [
    ['write units per message', ...chats.map(([units]) => `${units}`)],
    ['read units per message', ...chats.map(([, units]) => `${units}`)],
    [
      '**dollars per million**',
      ...(['few', 'many'] as const).map((served) => `**${dollars(millionUsd(served))}**`),
    ],
  ];
  return `## Cost

\`npm run documents\` generates this chapter from [bin/cost](../bin/cost): \`prices.json\` has AWS's list prices with their sources, \`quotas.ts\` the quotas, and \`counts.ts\` the units that a message uses, which tests compare with what they count. To estimate your own bill: \`npm run cost -- --webchat 500000 --whatsapp 200000 --tenants 40\`.

**A million messages of web chat** cost, in addition to the ${dollars(fixedUsd())} dollars a month that a deployment with one tenant costs without any message:

${tableOf(['', 'few environments', 'many environments'], rows)}

With few environments, one of them serves a chat from its first message to its last, as in a quiet deployment. With many, each message of a chat gets a different one, as in a busy deployment; the bills below assume this ([where the cents go](decisions/message-costs.md)). Each chat has six messages in three minutes, comes from its own IP address, and is counted until it is closed, including indexes, visits of the schedule and ${counts.webchat.events} events per message. A WhatsApp message with one reply and three statuses takes ${whatsapp.writeUnits} write units, ${whatsapp.readUnits} read units and ${whatsapp.events} events.

**Assumptions:** an invocation takes 50 ms with 512 MB. Every metric, of each channel and route, is written in every hour; in fact, AWS charges a metric only for the hours in which it is written.

**Not in the bill:** storage, outbound traffic, the services and language models that flows call, tax; the schedule's runs while nothing is due; the console, with API Gateway's metrics of its routes (${metricsOfRoute} for each route in each hour in which it is called: ${((metricsOfRoute * prices.routeMetric.usd) / hoursOfMonth).toFixed(4)} dollars), ${editorHourCents} cents for each hour that a flow editor is open (a request, an invocation and a write unit every ${limits.editorEveryMs / 1000} s show who else is there), and some 0.001 cents for each conversation that a queue [assigns](decisions/assignment.md); and work in the background, after the visitor has the response. For a million messages of web chat, this work costs ${dollars(beside.marks)} dollars for the queue that [marks them as settled](decisions/settle-marks.md) (SQS charges for what EventBridge sends as for any request; from memory), and at most ${dollars(beside.reports)} for the reports. For a million messages of conversations with agents, the [search index](decisions/search.md) costs at most ${dollars(search.million)} dollars; a thousand searches in 100,000 conversations cost ${dollars(search.thousandSearches)}.

${examples.map(([title, traffic]) => `**${title}, in a month:**\n\n${billTable(traffic)}`).join('\n\n')}

A write unit is 1 KB, so a conversation with much state takes more of them. A thousand hours in which visitors of the widget wait for an agent or chat with one cost ${dollars(sumOf(billOf({ ...nobody, waitingHours: 1_000 })) - sumOf(billOf(nobody)))} dollars at most, with a poll every second ([why it polls](decisions/waiting-for-humans.md)); other visitors' widgets don't poll while nothing happens. So an hour of a thousand open widgets, one in twenty of them with an agent, costs ${dollars(openWidgetsHour())} dollars. A REST client that holds long-polls instead pays 0.007 dollars an hour.

### Agents

Calls to AWS and DynamoDB units (including indexes) of an agent's actions on web chat, in a warm function, counted at commit db5b08f and now:

${agentTable()}

The conversation is listed, opened, assigned, answered five times, noted and closed while one console polls. A thousand of these conversations cost ${dollars(agentCost('before').thousandUsd)} dollars before and ${dollars(agentCost('now').thousandUsd)} now: the inbox's function has ${inboxMemoryMb.now} MB instead of ${inboxMemoryMb.before}, a list is one query instead of one for each queue and agent, and a held poll reads the conversation when the feed names it instead of every second. When a visitor requests an agent, that takes a unit more than before, for the [index of all handoffs](decisions/lists-of-handoffs.md).

On every channel, a reply takes four sequential round trips: claim and read in parallel; commit; log and event in parallel; the claim's response and the mark as settled in parallel. A single transaction over conversation and log would save one of them, at twice the write units.

### The visitor's side

The counted maximum for header data, emails, transcripts and SES's events; the last column is the price of a thousand. A transcript has ten messages and their replies; an hour of header data reads a week's reports of 30 KB a day. \`npm run cost -- --addresses 1000 --confirmed 800 --replies 3000\` adds them to a bill.

${sideTable()}

SES publishes bounces and complaints to the account's default bus, which is free for events of AWS services; the queue and the function that read them are included. While a widget with replies by email has a waiting visitor, each environment reads the queue's agents and their presence every ${limits.attendanceCacheMs / 1000} s: half a read unit per agent.

### What breaks first

Calculated, not tested: default quotas of us-east-1, messages of the widget, turns of 50 ms.

${tableOf(['load', 'breaks first', 'then'], loads.map(breaksTable))}
`;
}

/** Returns the page with its chapter rewritten. @throws Error when the page has no such chapter */
export function withCostChapter(page: string): string {
  const chapter = /## Cost\n[\s\S]*?(?=\n## Backup and restore)/;
  if (!chapter.test(page)) throw new Error('docs/operations.md has no chapter on cost');
  return page.replace(chapter, () => costChapter());
}
