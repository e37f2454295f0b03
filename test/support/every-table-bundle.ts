import { createAwsClients } from '../../src/aws/clients.ts';
import {
  everyTable,
  forgetEveryTable,
  readEveryTable,
  recordCalls,
  writeEveryTable,
  writeItemsSince,
} from './every-table.ts';

// Runs as a function's bundle does, with nothing but its environment, and prints which methods nobody called.
const prefix = process.env.TABLE_PREFIX ?? '';
const clients = createAwsClients(process.env);
const { tables, uncalled } = recordCalls(everyTable(clients, prefix));
await writeEveryTable(tables, clients, prefix);
await writeItemsSince(tables);
await readEveryTable(tables);
await forgetEveryTable(tables);
console.log(JSON.stringify(uncalled()));
