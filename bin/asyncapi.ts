import { readFileSync } from 'node:fs';
import { asyncApiDocument } from '../src/reference/asyncapi.ts';

/** Prints the AsyncAPI document of the events: `npm run --silent asyncapi > asyncapi.json`. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
console.log(JSON.stringify(asyncApiDocument(version), null, 2));
