import { parseArgs } from 'node:util';
import { billTable } from './cost/page.ts';

const names = ['webchat', 'widget', 'whatsapp', 'waitingHours', 'tenants'] as const;
const { values } = parseArgs({
  options: {
    webchat: { type: 'string', default: '0' },
    widget: { type: 'string', default: '0' },
    whatsapp: { type: 'string', default: '0' },
    waitingHours: { type: 'string', default: '0' },
    tenants: { type: 'string', default: '1' },
  },
});
const traffic = Object.fromEntries(names.map((name) => [name, Number(values[name])]));
const wrong = names.filter((name) => !(Number(traffic[name]) >= 0));
if (wrong.length > 0) {
  console.error(`--${wrong[0]} must be a number of a month, for example --${wrong[0]} 1000000`);
  process.exitCode = 2;
} else {
  console.log(billTable({ webchat: 0, widget: 0, whatsapp: 0, waitingHours: 0, tenants: 1, ...traffic }));
}
