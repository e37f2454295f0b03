import { join } from 'node:path';
import { CommandError } from '../src/cli/explain-error.ts';
import { main } from '../src/cli/main.ts';
import { gatewayTerminal } from './gateway-terminal.ts';

// The operator's command line as an installed package, without a clone beside it. @see build-cli.ts
process.exitCode = await main(
  process.argv.slice(2),
  gatewayTerminal({
    templatesFolder: join(import.meta.dirname, 'templates'),
    schemasFolder: join(import.meta.dirname, 'schemas'),
    startPreview: async () => {
      throw new CommandError(
        'The preview is a whole gateway, which this package does not hold.',
        'Run `npx gateway flow dev` in a clone of the project; `gateway flow test` plays the conversations here.',
      );
    },
  }),
);
