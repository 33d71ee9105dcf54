import { maxSpecOperations, maxSpecSchemas } from './limits.ts';
import { createMemberList, type ListMembers } from './member-lines.ts';
import { createResolver, type NamedFile, type Resolve, type SpecObject } from './resolver.ts';
import { isRecord } from '../../lib/is-record.ts';
import { SpecProblem, type Json } from './spec-problem.ts';

/** An operation of a specification. */
export interface SpecOperation {
  /** A path, or the name of a webhook. */
  readonly path: string;
  readonly method: string;
  readonly isWebhook: boolean;
  /** In the order of the operation. */
  readonly tags: readonly string[];
  readonly value: Json;
  /** Parameters of the path and of the operation, which replace those of the path. */
  readonly parameters: readonly SpecObject[];
  readonly body: SpecContent | null;
  readonly responses: readonly (SpecContent & { readonly status: string })[];
}

/** A request body or a response, whose references were followed. */
export interface SpecContent {
  readonly description: string;
  readonly contentTypes: readonly string[];
  readonly headers: readonly NamedText[];
  readonly examples: readonly NamedText[];
  /** What is said of each content type, in their order. */
  readonly media: readonly (SpecObject & { readonly type: string })[];
  /** The members of its schemas as lines of Markdown. */
  readonly listMembers: () => readonly string[];
}

export interface NamedText {
  readonly name: string;
  readonly description: string;
}

/** A declared tag. */
export interface SpecTag {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Whether it groups operations, as all tags do before OpenAPI 3.2. */
  readonly isGroup: boolean;
}

/** The parts of a specification that are shown on pages. */
export interface SpecDocument {
  readonly title: string;
  readonly apiVersion: string;
  readonly description: string;
  readonly servers: readonly string[];
  /** Declared tags, in order. */
  readonly tags: readonly SpecTag[];
  readonly operations: readonly SpecOperation[];
  readonly schemas: readonly NamedText[];
}

const methods = ['get', 'query', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Returns a string as it is, and '' for any other value. */
export const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const entriesOf = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : []);

/** Reads the parts of a specification that are shown on pages. Throws SpecProblem. */
export function readSpecDocument(files: readonly NamedFile[]): SpecDocument {
  const root = files[0]?.json ?? {};
  const resolve = createResolver(files);
  const { info, paths = {}, webhooks = {}, components = {} } = root;
  const about = resolve(info).value;
  if (!isRecord(about) || stringOrEmpty(about['title']).trim() === '')
    throw new SpecProblem('The document has no "info" with a "title"');
  for (const [name, value] of Object.entries({ paths, webhooks, components }))
    if (!isRecord(value)) throw new SpecProblem(`"${name}" of the document must be an object`);
  const schemas = readSchemas(resolve, components);
  const reading = { resolve, listMembers: createMemberList(resolve) };
  if (schemas.length > maxSpecSchemas) throw new SpecProblem(`The document has more than ${maxSpecSchemas} schemas`);
  return {
    title: stringOrEmpty(about['title']).trim(),
    apiVersion: stringOrEmpty(about['version']),
    description: stringOrEmpty(about['description']) || stringOrEmpty(about['summary']),
    servers: toList(root['servers']).flatMap((server) =>
      isRecord(server) && typeof server['url'] === 'string' ? [server['url']] : [],
    ),
    tags: toList(root['tags']).flatMap((tag) => readTag(resolve(tag).value)),
    operations: [
      ...readOperations(reading, paths, { isWebhook: false, left: maxSpecOperations }),
      ...readOperations(reading, webhooks, { isWebhook: true, left: maxSpecOperations }),
    ],
    schemas,
  };
}

function readTag(tag: unknown): SpecTag[] {
  if (!isRecord(tag)) return [];
  const text = (name: string) => stringOrEmpty(tag[name]);
  const name = text('name');
  if (name === '') return [];
  const title = text('x-page-title') || text('x-displayName') || text('summary') || name;
  return [{ name, title, description: text('description'), isGroup: ['', 'nav'].includes(text('kind')) }];
}

function readSchemas(resolve: Resolve, components: unknown): NamedText[] {
  const { value, file } = resolve(isRecord(components) ? components['schemas'] : {});
  return entriesOf(value).map(([name, given]) => {
    const schema = resolve(given, file).value;
    return { name, description: isRecord(schema) ? stringOrEmpty(schema['description']) : '' };
  });
}

interface Reading {
  readonly resolve: Resolve;
  readonly listMembers: ListMembers;
}

function readOperations(
  reading: Reading,
  group: unknown,
  { isWebhook, left }: { readonly isWebhook: boolean; readonly left: number },
): SpecOperation[] {
  const { resolve } = reading;
  const operations: SpecOperation[] = [];
  const { value: items, file } = resolve(group);
  for (const [path, item] of entriesOf(items)) {
    if (!isRecord(item) || path.startsWith('x-')) continue;
    const target = resolve(item, file);
    // A path that refers to another may have members of its own.
    const own: SpecObject = { value: item, file };
    const places: SpecObject[] =
      target.value === item || !isRecord(target.value) ? [own] : [own, { value: target.value, file: target.file }];
    const common = places.toReversed().flatMap((place) => readParameters(resolve, place));
    for (const [method, place, operation] of operationsIn(places)) {
      const { value, file: origin } = resolve(operation, place.file);
      if (!isRecord(value)) continue;
      if (operations.length === left)
        throw new SpecProblem(`The document has more than ${maxSpecOperations} operations`);
      const tags = toList(value['tags']).filter((name): name is string => typeof name === 'string' && name !== '');
      operations.push({
        path,
        method,
        isWebhook,
        tags: [...new Set(tags)],
        value,
        parameters: overridden([...common, ...readParameters(resolve, { value, file: origin })]),
        body: value['requestBody'] === undefined ? null : readContent(reading, value['requestBody'], origin),
        responses: readResponses(reading, value['responses'], origin),
      });
    }
  }
  return operations;
}

/** Lists the operations of a path by method; those of OpenAPI 3.2 with other methods come last. */
function operationsIn(places: readonly SpecObject[]): [method: string, place: SpecObject, operation: unknown][] {
  const operations = new Map<string, [string, SpecObject, unknown]>();
  const add = (method: string, place: SpecObject, operation: unknown) => {
    if (isRecord(operation) && !operations.has(method)) operations.set(method, [method, place, operation]);
  };
  for (const method of methods) for (const place of places) add(method, place, place.value[method]);
  for (const place of places)
    for (const [method, operation] of entriesOf(place.value['additionalOperations']))
      if (/^[a-z][\w-]{0,40}$/i.test(method)) add(method.toLowerCase(), place, operation);
  return [...operations.values()];
}

function readParameters(resolve: Resolve, { value, file }: SpecObject): SpecObject[] {
  const list = resolve(value['parameters'], file);
  return toList(list.value)
    .map((parameter) => resolve(parameter, list.file))
    .filter(isSpecObject);
}

const isSpecObject = (resolved: ReturnType<Resolve>): resolved is SpecObject => isRecord(resolved.value);

/** A parameter of an operation replaces that of its path with the same name in the same place. */
function overridden(parameters: readonly SpecObject[]): SpecObject[] {
  const nameIn = ({ value }: SpecObject) => `${stringOrEmpty(value['in'])} ${stringOrEmpty(value['name'])}`;
  const byName = new Map(parameters.map((one) => [nameIn(one), one]));
  return [...byName.values()];
}

/** Maximum number of parameters, of responses and of their parts, of an operation. */
export const maxItems = 50;

function readResponses(reading: Reading, given: unknown, from: string) {
  const { value, file } = reading.resolve(given, from);
  return entriesOf(value)
    .filter(([status]) => !status.startsWith('x-') && status !== '$ref')
    .slice(0, maxItems)
    .map(([status, response]) => ({ status, ...readContent(reading, response, file) }));
}

function readContent({ resolve, listMembers }: Reading, source: unknown, from: string): SpecContent {
  const { value, file } = resolve(source, from);
  const { summary, description, headers, content }: Json = isRecord(value) ? value : {};
  const namesOf = (named: unknown, origin: string): NamedText[] => {
    const map = resolve(named, origin);
    return entriesOf(map.value)
      .slice(0, maxItems)
      .map(([name, one]) => {
        const part = resolve(one, map.file).value;
        const about = isRecord(part) ? part : {};
        return { name, description: stringOrEmpty(about['description']) || stringOrEmpty(about['summary']) };
      });
  };
  const types = resolve(content, file);
  const contents = entriesOf(types.value).slice(0, maxItems);
  const media = contents.flatMap(([type, one]) => {
    const found = resolve(one, types.file);
    return isSpecObject(found) ? [{ ...found, value: withItems(found.value), type }] : [];
  });
  return {
    description: stringOrEmpty(description) || stringOrEmpty(summary),
    contentTypes: contents.map(([type]) => type),
    headers: namesOf(headers, file),
    examples: media.flatMap(({ value: one, file: origin }) => namesOf(one['examples'], origin)).slice(0, maxItems),
    media,
    listMembers: () => listMembers(media),
  };
}

/** A content of OpenAPI 3.2 that is a stream says what each item is: it is a list of them. */
const withItems = (value: Json): Json =>
  value['schema'] === undefined && value['itemSchema'] !== undefined
    ? { ...value, schema: { type: 'array', items: value['itemSchema'] } }
    : value;
