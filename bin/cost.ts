import { readCommandLine, refuse } from './command-line.ts';
import { sideItems, type Traffic } from './cost/bill.ts';
import type { SideItem } from './cost/counts.ts';
import { billTable } from './cost/page.ts';

const usage = `npm run cost -- [options]

The bill of a month by AWS's list prices, as docs/operations.md explains it. What isn't given is none, but for one tenant.

  --webchat NUMBER        messages of REST clients
  --widget NUMBER         messages of the widget, six to a conversation
  --whatsapp NUMBER       WhatsApp messages, each with a reply and three statuses of it
  --waitingHours NUMBER   hours for which visitors wait for a human or talk with one, all of them together
  --tenants NUMBER        tenants
  --headerHours NUMBER    hours in which header data (team, reply time) are computed, those of all tenants together
  --addresses NUMBER      email addresses that visitors give, each with a confirmation email
  --confirmed NUMBER      addresses that they confirm
  --replies NUMBER        emails about unread replies
  --links NUMBER          links in those that they open
  --transcripts NUMBER    transcripts by email
  --mailEvents NUMBER     bounces and complaints
  --help                  this text`;

const names = ['webchat', 'widget', 'whatsapp', 'waitingHours', 'tenants', ...sideItems] as const;
const number = { type: 'string', default: '0' } as const;
const { values } = readCommandLine(usage, {
  ...{ webchat: number, widget: number, whatsapp: number, waitingHours: number },
  tenants: { type: 'string', default: '1' },
  ...(Object.fromEntries(sideItems.map((item) => [item, number])) as Record<SideItem, typeof number>),
});

/** A number of a month; ends the program for anything else, nothing at all included. */
function amountOf(name: (typeof names)[number]): number {
  const text = values[name].trim();
  const amount = Number(text);
  if (text === '' || !Number.isFinite(amount) || amount < 0)
    refuse(`--${name} must be a number of a month, for example --${name} 1000000.`);
  return amount;
}

const traffic: Traffic = {
  webchat: amountOf('webchat'),
  widget: amountOf('widget'),
  whatsapp: amountOf('whatsapp'),
  waitingHours: amountOf('waitingHours'),
  tenants: amountOf('tenants'),
  side: Object.fromEntries(sideItems.map((item) => [item, amountOf(item)])),
};
console.log(billTable(traffic));
