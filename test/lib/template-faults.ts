import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';

const spec = loadAwsServiceSpecSync();

type Value = unknown;
type ResourceSpec = ReturnType<typeof resourceSpec>;
type PropertySpec = ResourceSpec['properties'][string];
type TypeSpec = PropertySpec['type'];

/** A CloudFormation template, as far as it is looked at. */
export interface TemplateJson {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: object }>>;
}

/**
 * What CloudFormation would refuse of a template's resources by their published schemas: unknown types and properties,
 * missing ones, values of another type. Values by intrinsic functions are taken as they are.
 */
export function faultsOf({ Resources }: TemplateJson): readonly string[] {
  return Object.entries(Resources).flatMap(([id, { Type, Properties = {} }]) => {
    // What the CDK's own functions stand behind has no schema.
    if (Type.startsWith('Custom::')) return [];
    const found = spec.lookup('resource', 'cloudFormationType', 'equals', Type);
    if (found.length === 0) return [`${id}: there is no type ${Type}`];
    return faultsIn(`${id} (${Type})`, Properties, resourceSpec(Type).properties);
  });
}

function resourceSpec(type: string) {
  return spec.lookup('resource', 'cloudFormationType', 'equals', type).only();
}

function faultsIn(path: string, value: object, properties: ResourceSpec['properties']): string[] {
  const missing = Object.entries(properties)
    .filter(([name, { required }]) => required && !(name in value))
    .map(([name]) => `${path}.${name} is missing`);
  const wrong = Object.entries(value).flatMap(([name, each]) => {
    const known = properties[name];
    return known ? faultsOfValue(`${path}.${name}`, each, known) : [`${path}.${name} is unknown`];
  });
  return [...missing, ...wrong];
}

/** A property has its present type, and those that it had: CloudFormation takes them all. */
function faultsOfValue(path: string, value: Value, { type, previousTypes = [] }: PropertySpec): string[] {
  const all = [type, ...previousTypes].map((each) => faultsOfType(path, value, each));
  return all.find((faults) => faults.length === 0) ?? all[0] ?? [];
}

function faultsOfType(path: string, value: Value, type: TypeSpec): string[] {
  if (isIntrinsic(value)) return [];
  switch (type.type) {
    case 'string':
    case 'date-time':
      return typeof value === 'object' ? [`${path} is no text`] : [];
    case 'integer':
      return Number.isInteger(Number(value)) ? [] : [`${path} is no whole number`];
    case 'number':
      return Number.isFinite(Number(value)) ? [] : [`${path} is no number`];
    case 'boolean':
      return ['true', 'false'].includes(String(value)) ? [] : [`${path} is neither true nor false`];
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((each, n) => faultsOfType(`${path}[${n}]`, each, type.element))
        : [`${path} is no list`];
    case 'map':
      return isObject(value)
        ? Object.entries(value).flatMap(([key, each]) => faultsOfType(`${path}.${key}`, each, type.element))
        : [`${path} is no map`];
    case 'ref':
      return isObject(value)
        ? faultsIn(path, value, spec.get('typeDefinition', type.reference.$ref).properties)
        : [`${path} is no object`];
    case 'tag':
      return isObject(value) && 'Key' in value && 'Value' in value ? [] : [`${path} is no tag`];
    case 'union': {
      const all = type.types.map((each) => faultsOfType(path, value, each));
      return all.find((faults) => faults.length === 0) ?? all[0] ?? [];
    }
    case 'null':
      return value === null ? [] : [`${path} is not null`];
    case 'json':
      return isObject(value) || typeof value === 'string' ? [] : [`${path} is no JSON`];
  }
}

function isObject(value: Value): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isIntrinsic(value: Value): boolean {
  if (!isObject(value)) return false;
  const [name = '', ...others] = Object.keys(value);
  return others.length === 0 && (name === 'Ref' || name.startsWith('Fn::'));
}

/** Stacks that need each other in a circle, and references to what is not there. */
export function referenceFaultsOf(
  template: TemplateJson & { readonly Parameters?: object },
): readonly string[] {
  const known = new Set([...Object.keys(template.Resources), ...Object.keys(template.Parameters ?? {})]);
  const needs = new Map(
    Object.entries(template.Resources).map(([id, resource]) => [id, referencesIn(resource)] as const),
  );
  const dangling = [...needs].flatMap(([id, names]) =>
    names
      .filter((name) => !known.has(name) && !name.startsWith('AWS::'))
      .map((name) => `${id} names ${name}`),
  );
  return [
    ...dangling,
    ...[...needs.keys()].filter((id) => reaches(needs, id)).map((id) => `${id} needs itself`),
  ];
}

function referencesIn(value: Value): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    if (key === 'Ref' && typeof each === 'string') return [each];
    if (key === 'Fn::GetAtt') return [String(Array.isArray(each) ? each[0] : each)];
    if (key === 'DependsOn') return [each].flat().map(String);
    return referencesIn(each);
  });
}

/** Whether the way along references leads back. */
function reaches(needs: ReadonlyMap<string, readonly string[]>, id: string): boolean {
  const seen = new Set<string>();
  const open = [...(needs.get(id) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === id) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(needs.get(next) ?? []));
  }
  return false;
}
