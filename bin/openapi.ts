import { readFileSync } from 'node:fs';
import { openApiDocument } from '../src/reference/openapi.ts';

/** Prints the OpenAPI document of all routes: `npm run --silent openapi > openapi.json`. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
console.log(JSON.stringify(openApiDocument(version), null, 2));
