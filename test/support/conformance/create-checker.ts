import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { securityHeaders } from '../../../src/contract/headers.ts';
import type { Exchange } from './exchange.ts';
import { type Answer, escaped, type OpenApi, type Operation, type Parameter } from './openapi-types.ts';

/** In what an exchange is other than a document says; empty where it is not. */
export type Checker = (exchange: Exchange) => readonly string[];

/** Headers that HTTP itself, browsers and API Gateway have: no document needs to tell of them. */
const plainHeaders =
  /^(content-(type|length|disposition)|cache-control|vary|allow|access-control-.+|www-authenticate)$/;
/** Headers of requests that are the API's own. */
const ownHeaders =
  /^(x-(?!forwarded-|amzn-|correlation-id$).+|d360-api-key|idempotency-key|if-(none-)?match)$/;

/** What checks exchanges against a document as strictly as can be: what it does not name must not be there. */
export function createChecker(document: OpenApi): Checker {
  const bodies = new Schemas(document, false);
  const texts = new Schemas(document, true);
  return (exchange) => {
    const [method = '', path = ''] = exchange.route.split(' ');
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (!operation) return [`${exchange.route} is not described`];
    const at = `/paths/${escaped(path)}/${method.toLowerCase()}`;
    const breaches = [
      ...answerBreaches(document, operation, at, exchange, bodies),
      ...(exchange.status < 300 ? requestBreaches(operation, at, exchange, bodies, texts) : []),
    ];
    return breaches.map((breach) => `${exchange.route} ${exchange.status}: ${breach}`);
  };
}

function answerBreaches(
  document: OpenApi,
  operation: Operation,
  at: string,
  { status, answer, answerHeaders }: Exchange,
  schemas: Schemas,
): readonly string[] {
  const said = operation.responses[status];
  if (!said) return [`the status is not described: ${answer}`];
  const pointer = said.$ref?.slice(1) ?? `${at}/responses/${status}`;
  const found = said.$ref ? document.components.responses[said.$ref.split('/').at(-1) ?? ''] : said;
  if (!found) return [`nothing is at ${said.$ref}`];
  return [
    ...headerBreaches(found, answerHeaders),
    ...contentBreaches(found, pointer, answer, answerHeaders, schemas),
  ];
}

function headerBreaches({ headers = {} }: Answer, sent: Exchange['answerHeaders']): readonly string[] {
  const described = new Map(Object.entries(headers).map(([name, header]) => [name.toLowerCase(), header]));
  const unknown = Object.keys(sent).filter(
    (name) => !plainHeaders.test(name) && !described.has(name) && !Object.hasOwn(securityHeaders, name),
  );
  const unsafe = Object.entries(securityHeaders).filter(([name, value]) => sent[name] !== value);
  const missing = [...described].filter(([name, { required }]) => required && sent[name] === undefined);
  return [
    ...unknown.map((name) => `the header ${name} is not described`),
    ...missing.map(([name]) => `the header ${name} is missing`),
    ...unsafe.map(([name]) => `the header ${name} is not as it is on every answer`),
  ];
}

function contentBreaches(
  { content }: Answer,
  pointer: string,
  answer: string,
  sent: Exchange['answerHeaders'],
  schemas: Schemas,
): readonly string[] {
  if (!content) return answer === '' ? [] : ['no body is described'];
  const mediaType = (sent['content-type'] ?? '').split(';')[0] ?? '';
  if (!content[mediaType]) return [`a body of ${mediaType} is not described`];
  if (!mediaType.endsWith('json')) return [];
  return schemas.breaches(`${pointer}/content/${escaped(mediaType)}/schema`, JSON.parse(answer || 'null'));
}

function requestBreaches(
  { parameters, requestBody }: Operation,
  at: string,
  { query, headers, body }: Exchange,
  bodies: Schemas,
  texts: Schemas,
): readonly string[] {
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => ownHeaders.test(name)));
  const schema = `${at}/requestBody/content/${escaped('application/json')}/schema`;
  return [
    ...parameterBreaches('query', parameters, at, query, texts),
    ...parameterBreaches('header', parameters, at, own, texts),
    ...(body === null
      ? []
      : requestBody
        ? bodies.breaches(schema, body)
        : ['no body of a request is described']),
  ];
}

function parameterBreaches(
  place: Parameter['in'],
  parameters: readonly Parameter[],
  at: string,
  sent: Readonly<Record<string, string>>,
  schemas: Schemas,
): readonly string[] {
  const known = parameters.map((one, n) => ({ ...one, n })).filter((one) => one.in === place);
  const nameOf = ({ name }: Parameter) => (place === 'header' ? name.toLowerCase() : name);
  const missing = known.filter((one) => one.required && sent[nameOf(one)] === undefined);
  return [
    ...missing.map(({ name }) => `the ${place} ${name} is missing`),
    ...Object.entries(sent).flatMap(([name, value]) => {
      const one = known.find((parameter) => nameOf(parameter) === name);
      if (!one) return [`the ${place} ${name} is not described`];
      return schemas.breaches(`${at}/parameters/${one.n}/schema`, { value }, 'value');
    }),
  ];
}

/** The schemas of a document, each compiled when it is first asked for. */
export class Schemas {
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: object, coerceTypes: boolean) {
    this.#ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      validateSchema: false,
      coerceTypes,
      formats: { date: /^\d{4}-\d{2}-\d{2}$/, uuid: true, email: true },
    });
    this.#ajv.addSchema(closed(document) as object, 'document');
  }

  /** What speaks against a value, or against its one member: texts are coerced in what holds them. */
  breaches(pointer: string, value: unknown, member?: string): readonly string[] {
    const validate = this.#validatorOf(pointer, member);
    if (validate(value)) return [];
    const names = (validate.errors ?? []).map(({ params }) => params.additionalProperty ?? '').join(' ');
    return [`${this.#ajv.errorsText(validate.errors)} ${names}`];
  }

  #validatorOf(pointer: string, member = ''): ValidateFunction {
    const key = `${pointer} ${member}`;
    const known = this.#compiled.get(key);
    if (known) return known;
    const $ref = `document#${encodeURI(pointer)}`;
    const made = this.#ajv.compile(member === '' ? { $ref } : { properties: { [member]: { $ref } } });
    this.#compiled.set(key, made);
    return made;
  }
}

/** Objects take nothing but what is described of them, unless they say so. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isOpen = members.type === 'object' && members.additionalProperties === undefined;
  return isOpen ? { ...members, additionalProperties: false } : members;
}
