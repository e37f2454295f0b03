import { join } from 'node:path';
import { main } from '../src/cli/main.ts';
import { gatewayTerminal } from './gateway-terminal.ts';
import { schemasFolder } from './generate.ts';

// The operator's command line in a clone; `npx gateway --help`.
process.exitCode = await main(
  process.argv.slice(2),
  gatewayTerminal({
    templatesFolder: join(import.meta.dirname, '..', 'examples', 'flows'),
    schemasFolder,
    // Loaded by the one command that needs it: it brings the whole stack.
    startPreview: async (options) => (await import('./start-preview.ts')).startPreview(options),
  }),
);
