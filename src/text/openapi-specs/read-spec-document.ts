import { maxSpecOperations, maxSpecSchemas } from './limits.ts';
import { isObject, SpecProblem, type Json, type ParsedFile } from './parse-file.ts';
import { resolvePointer } from './references.ts';

/** An operation of a specification. */
export interface SpecOperation {
  /** A path, or the name of a webhook. */
  readonly path: string;
  readonly method: string;
  readonly isWebhook: boolean;
  readonly tag: string | null;
  readonly value: Json;
  /** Parameters of the path and of the operation. */
  readonly parameters: readonly Json[];
}

/** The parts of a specification that are shown on pages. */
export interface SpecDocument {
  readonly title: string;
  readonly apiVersion: string;
  readonly description: string;
  readonly servers: readonly string[];
  /** Declared tags, in order. */
  readonly tags: readonly { readonly name: string; readonly title: string; readonly description: string }[];
  readonly operations: readonly SpecOperation[];
  readonly schemas: readonly { readonly name: string; readonly description: string }[];
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Returns a string as it is, and '' for any other value. */
export const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Reads the parts of a specification that are shown on pages. Throws SpecProblem. */
export function readSpecDocument(files: readonly ParsedFile[]): SpecDocument {
  const root = files[0]?.json ?? {};
  const { info, paths = {}, webhooks = {}, components = {} } = root;
  if (!isObject(info) || stringOrEmpty(info['title']).trim() === '')
    throw new SpecProblem('The document has no "info" with a "title"');
  for (const [name, value] of Object.entries({ paths, webhooks, components }))
    if (!isObject(value)) throw new SpecProblem(`"${name}" of the document must be an object`);
  const resolve = resolverOf(files);
  const schemas = isObject(components) && isObject(components['schemas']) ? Object.entries(components['schemas']) : [];
  if (schemas.length > maxSpecSchemas) throw new SpecProblem(`The document has more than ${maxSpecSchemas} schemas`);
  return {
    title: stringOrEmpty(info['title']).trim(),
    apiVersion: stringOrEmpty(info['version']),
    description: stringOrEmpty(info['description']),
    servers: objects(root['servers']).flatMap(({ url }) => (typeof url === 'string' ? [url] : [])),
    tags: objects(root['tags']).flatMap((tag) => {
      const name = stringOrEmpty(tag['name']);
      const title = stringOrEmpty(tag['x-page-title']) || stringOrEmpty(tag['x-displayName']) || name;
      return name === '' ? [] : [{ name, title, description: stringOrEmpty(tag['description']) }];
    }),
    operations: operationsOf({ paths: paths as Json, webhooks: webhooks as Json }, resolve),
    schemas: schemas.map(([name, schema]) => ({
      name,
      description: isObject(schema) ? stringOrEmpty(schema['description']) : '',
    })),
  };
}

/** Follows references to their target. Any other value resolves to itself. */
type Resolve = (value: unknown, file?: string) => { value: unknown; file: string };

const maxHops = 20;

function resolverOf(files: readonly ParsedFile[]): Resolve {
  const byName = new Map(files.map(({ name, json }) => [name, json]));
  const first = files[0]?.name ?? '';
  return (given, from = first) => {
    let [value, file] = [given, from];
    for (let hop = 0; isObject(value) && typeof value['$ref'] === 'string'; hop += 1) {
      const ref: string = value['$ref'];
      const at = ref.indexOf('#');
      const [name, pointer] = at < 0 ? [ref, ''] : [ref.slice(0, at), ref.slice(at + 1)];
      if (hop === maxHops) return { value: undefined, file };
      if (name !== '') file = name;
      value = resolvePointer(byName.get(file), pointer);
    }
    return { value, file };
  };
}

function operationsOf({ paths, webhooks }: { paths: Json; webhooks: Json }, resolve: Resolve): SpecOperation[] {
  const found: SpecOperation[] = [];
  for (const [isWebhook, group] of [[false, paths] as const, [true, webhooks] as const]) {
    for (const [path, given] of Object.entries(group)) {
      const { value: item, file } = resolve(given);
      if (!isObject(item) || path.startsWith('x-')) continue;
      for (const method of methods) {
        const value = item[method];
        if (!isObject(value)) continue;
        if (found.length === maxSpecOperations)
          throw new SpecProblem(`The document has more than ${maxSpecOperations} operations`);
        const parameters = [...listOf(item['parameters']), ...listOf(value['parameters'])]
          .map((parameter) => resolve(parameter, file).value)
          .filter(isObject);
        const tag = listOf(value['tags']).find((name): name is string => typeof name === 'string' && name !== '');
        found.push({ path, method, isWebhook, tag: tag ?? null, value, parameters });
      }
    }
  }
  return found;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
