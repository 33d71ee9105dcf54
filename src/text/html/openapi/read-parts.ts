import { isRecord } from '../../../lib/is-record.ts';
import { operationTitle } from '../../openapi-specs/page-texts.ts';
import {
  maxItems,
  readSpecDocument,
  stringOrEmpty,
  type SpecContent,
  type SpecOperation,
} from '../../openapi-specs/read-spec-document.ts';
import { createResolver, type NamedFile, type SpecObject } from '../../openapi-specs/resolver.ts';
import type { Json } from '../../openapi-specs/spec-problem.ts';
import type { CompiledText, OpenApiReference } from '../compiled-text.ts';
import { compilePart, descriptionReader } from './compile-part.ts';
import { createExpander, shortLimits, type Expand } from './expand-schema.ts';
import { readScheme } from './trial.ts';
import type { ContentView, OpenApiPart, OperationView } from './part.ts';

type PartNames = Pick<OpenApiReference, 'part' | 'names'>;

/** Characters of compiled parts after which a reading ends. */
const enoughCharacters = 1_048_576;

/**
 * Compiles the parts of a version of a specification that blocks name, with their schemas: for each block in the order of their names
 * without those that are missing. Compiles those of the first block, and of further ones until they are long. `filesJson` are the files
 * of the version as they are stored. With `isShort`, parts are as `compilePart` shortens them. A task of the workers: `compileSpecParts`.
 */
export function compileSpecParts(filesJson: string, blocks: readonly PartNames[], isShort = false): CompiledText[][] {
  const files = readFiles(filesJson);
  const readDescription = descriptionReader();
  const compiled: CompiledText[][] = [];
  let characters = 0;
  for (const block of blocks) {
    const parts = readPartsOf(files, block, isShort).map((part) => compilePart(part, { readDescription, isShort }));
    compiled.push(parts);
    characters += JSON.stringify(parts).length;
    if (characters > enoughCharacters) break;
  }
  return compiled;
}

/** Reads parts of a version of a specification. */
export const readOpenApiParts = (filesJson: string, named: PartNames): OpenApiPart[] =>
  readPartsOf(readFiles(filesJson), named);

/** Only the named parts are read, because a specification may have 10,000. */
function readPartsOf(files: readonly NamedFile[], { part, names }: PartNames, isShort = false): OpenApiPart[] {
  const [first, ...others] = files;
  if (!first) return [];
  const expand = createExpander(createResolver(files), isShort ? shortLimits : undefined);
  const allNames = new Set(names);
  if (part === 'schemas') {
    const components = memberOf(first.json, 'components');
    const schemas = memberOf(components, 'schemas');
    return [...allNames].flatMap((name) => {
      const definition = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
      if (definition === undefined) return [];
      const schema = expand(definition, first.name);
      const description = isRecord(schema) ? stringOrEmpty(schema['description']) : '';
      return [{ name, description, schema: isRecord(schema) ? { ...schema, description: '' } : schema }];
    });
  }
  const group = part === 'webhook' ? 'webhooks' : 'paths';
  const paths = new Set([...allNames].map((name) => name.slice(name.indexOf(' ') + 1)));
  const narrow = (name: string) => (name === group ? onlyWith(memberOf(first.json, name), paths) : {});
  const root = { ...first.json, paths: narrow('paths'), webhooks: narrow('webhooks'), tags: [] };
  const { operations, servers } = readSpecDocument([{ ...first, json: root }, ...others]);
  const schemes = memberOf(first.json, 'components')['securitySchemes'];
  const about = { servers, schemes, security: first.json['security'], expand };
  return [...allNames].flatMap((name) => {
    const operation = operations.find(({ method, path }) => `${method} ${path}` === name);
    return operation ? [viewOperation(operation, about)] : [];
  });
}

function readFiles(filesJson: string): NamedFile[] {
  const entries: unknown = JSON.parse(filesJson);
  return (Array.isArray(entries) ? entries : []).flatMap((entry) => {
    if (!isRecord(entry) || !isRecord(entry['specification'])) return [];
    return [{ name: stringOrEmpty(entry['filename']), json: entry['specification'] as Json }];
  });
}

const memberOf = (object: Json, name: string): Json => {
  const value = object[name];
  return isRecord(value) ? (value as Json) : {};
};

const onlyWith = (object: Json, names: ReadonlySet<string>): Json =>
  Object.fromEntries([...names].flatMap((name) => (Object.hasOwn(object, name) ? [[name, object[name]]] : [])));

interface About {
  readonly servers: readonly string[];
  readonly schemes: unknown;
  /** Requirements of the specification, for operations without their own. */
  readonly security: unknown;
  readonly expand: Expand;
}

/** Prepares an operation for `compilePart`, with its schemas. */
export function viewOperation(operation: SpecOperation, { servers, schemes, security, expand }: About): OperationView {
  const { path, method, isWebhook, value, parameters, body, responses } = operation;
  const outer = servers.filter((server) => /^https?:/i.test(server));
  const names = readSecurity(value['security'] ?? security);
  return {
    title: operationTitle(operation),
    ...(isWebhook ? { name: path } : { path }),
    method,
    description: stringOrEmpty(value['description']),
    deprecated: value['deprecated'] === true,
    ...(outer[0] !== undefined && { server: outer[0], servers: outer }),
    scheme: readScheme(schemes, names),
    security: names,
    parameters: parameters.slice(0, maxItems).map((parameter) => readParameter(parameter, expand)),
    requestBody: body && readContent(body, expand),
    responses: responses.map((response) => ({ status: response.status, ...readContent(response, expand) })),
  };
}

/** The names of the schemes of which one is needed. */
const readSecurity = (security: unknown): string[] => [
  ...new Set((Array.isArray(security) ? security : []).flatMap((one) => (isRecord(one) ? Object.keys(one) : []))),
];

function readParameter({ value, file }: SpecObject, expand: Expand) {
  const { name, in: place, required, description, schema, example } = value;
  return {
    name: stringOrEmpty(name),
    in: stringOrEmpty(place),
    required: required === true,
    description: stringOrEmpty(description),
    ...(schema !== undefined && { schema: expand(schema, file) }),
    ...(example !== undefined && { example }),
  };
}

function readContent({ media, listMembers: _members, ...content }: SpecContent, expand: Expand): ContentView {
  const read = ({ value: { schema, example }, file }: SpecObject) => ({
    ...(schema !== undefined && { schema: expand(schema, file) }),
    ...(example !== undefined && { example }),
  });
  const [first, ...others] = media.map((one) => ({ type: one.type, ...read(one) }));
  if (!first) return content;
  const { type: _type, ...view } = first;
  const known = new Set([JSON.stringify(view)]);
  const different = others.filter(({ type: _other, ...one }) => {
    const text = JSON.stringify(one);
    return text !== '{}' && !known.has(text) && known.add(text);
  });
  return { ...content, ...view, ...(different.length > 0 && { others: different }) };
}
