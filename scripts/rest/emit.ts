import {
  Kind,
  validate,
  visit,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { Answers } from './answers.ts';
import { readDocuments, type RestDocuments, type RestOperation } from './documents.ts';
import type { Schema } from '../../src/rest/schema.ts';
import { Presenters } from './presenters.ts';
import { readOnlyOf } from './read-only.ts';
import { Schemas } from './schemas.ts';
import { Types } from './types.ts';
import { objectOf, type Answer, type Value } from './values.ts';

const head = '// Generated from the documents of src/rest by codegen.ts.\n';

interface RestApi {
  /** Contents of the generated files, by file name. */
  readonly files: Readonly<Record<string, string>>;
  /** Schemas that answers refer to, by component name. */
  readonly components: ReadonlyMap<string, Schema>;
}

/** Generates the REST API from the documents. Throws for a document that does not match the schema. */
export function restApi(schema: GraphQLSchema): RestApi {
  const documents = readDocuments(schema);
  const answers = new Answers(documents);
  const presenters = new Presenters();
  const schemas = new Schemas();
  const types = new Types();
  const nodes = new Documents(documents);
  const routes = documents.operations.map((operation) => {
    const answer = answers.of(operation);
    if (operation.status < 204) types.of(answer.value);
    const readOnly = readOnlyOf(documents.schema, operation, answer);
    return routeOf(operation, answer, { presenters, schemas, nodes, readOnly });
  });
  return {
    components: schemas.ofAnswers,
    files: {
      'resources.ts': `${head}${types.source}`,
      'documents.ts': `${head}${documentOf}${nodes.source}`,
      'routes.ts': `${head}${imports}${presenters.source}\nexport const routes: readonly Route[] = [\n${routes.join('')}];\n`,
    },
  };
}

const documentOf = `import type { DocumentNode } from 'graphql';

export const documentOf = (...definitions: any[]): DocumentNode => ({ kind: 'Document', definitions }) as any;

`;

const imports = `import { found, list, listWith } from '../answer.ts';
import type { Route } from '../route.ts';
import { shapes } from '../shapes.ts';
import * as nodes from './documents.ts';

`;

interface Parts {
  readonly presenters: Presenters;
  readonly schemas: Schemas;
  readonly nodes: Documents;
  readonly readOnly: ReturnType<typeof readOnlyOf>;
}

function routeOf(operation: RestOperation, answer: Answer, { presenters, schemas, nodes, readOnly }: Parts): string {
  const [method = '', path = ''] = operation.route.split(' ');
  const { operationId, summary, description, status, bodyLimitBytes, timeoutMs } = operation;
  const { longRunning, forms, uncounted, visitors, replacedBy } = operation;
  const anonymous = operation.anonymous || null;
  const tag = status === 200 ? tagOf(operation, answer) : null;
  const hasBody = status < 204;
  const node = ['data', ...answer.steps].join('?.');
  const body = isWhole(answer.value) ? node : `found(${node})`;
  const present = hasBody
    ? presenters.of(tag?.isAdded ? hiding(answer.value) : answer.value, body, pascal(operationId))
    : 'null';
  const location = status === 201 || status === 202 ? (objectOf(answer.value)?.location ?? null) : null;
  const members = {
    method: JSON.stringify(method),
    path: JSON.stringify(path),
    operationId: JSON.stringify(operationId),
    summary: JSON.stringify(summary),
    description: JSON.stringify(description),
    document: `nodes.documentOf(${nodes
      .namesOf(operation, tag?.isAdded ? answer.steps : null)
      .map((name) => `nodes.${name}`)
      .join(', ')})`,
    status: String(status),
    schema: hasBody ? JSON.stringify(schemas.ofAnswer(answer.value)) : 'null',
    body: `(data: any) => ${present.startsWith('{') ? `(${present})` : present}`,
    ...(tag ? { version: `(data: any) => ${tag.path ? [node, ...tag.path].join('?.') : 'undefined'}` } : {}),
    ...(location ? { location: `(data: any) => ${[node, ...location].join('?.')}` } : {}),
    ...optional({
      bodyLimitBytes,
      timeoutMs,
      longRunning,
      forms,
      anonymous,
      uncounted,
      visitors,
      replacedBy,
      readOnly,
    }),
  };
  return `  { ${Object.entries(members)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ')} },\n`;
}

const optional = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value === null || value === undefined ? [] : [[key, JSON.stringify(value)]],
    ),
  );

/** Whether a shape converts a scalar. It then accepts null as well. */
const isWhole = (value: Value) => value.kind === 'shaped' && value.of.kind === 'scalar';

/** Marks the value as one that selects more than it shows. */
function hiding(value: Value): Value {
  if (value.kind === 'shaped') return { ...value, of: hiding(value.of) };
  return value.kind === 'object' ? { ...value, hides: true } : value;
}

/**
 * Returns where the version of the ETag is read: at `@etag`, or at the field `version` of the type, which is then
 * selected as well. Null without an ETag.
 */
function tagOf(
  { etag }: RestOperation,
  { value, type }: Answer,
): { path: readonly string[] | null; isAdded: boolean } | null {
  const object = objectOf(value);
  if (!object || !type) return null;
  if (object.etag) return { path: object.etag, isAdded: false };
  if (!etag && !object.members.some(({ key }) => key === 'id')) return null;
  return 'version' in type.getFields() ? { path: ['version'], isAdded: true } : { path: null, isAdded: false };
}

/** Collects the documents to be executed: without the directives of `directives.graphql`, each fragment once. */
class Documents {
  readonly #documents: RestDocuments;
  readonly #printed = new Map<string, string>();

  constructor(documents: RestDocuments) {
    this.#documents = documents;
  }

  get source(): string {
    return [...this.#printed.values()].join('');
  }

  /**
   * Returns the names of the constants of an operation and its fragments. `versioned` is the path of the object whose
   * version is selected as well.
   */
  namesOf({ node, route }: RestOperation, versioned: readonly string[] | null): string[] {
    const operation = plain(versioned ? { ...node, selectionSet: withVersion(node.selectionSet, versioned) } : node);
    const fragments = this.#fragmentsOf(operation);
    const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] };
    const [fault] = validate(this.#documents.schema, document);
    if (fault) throw new Error(`${route}: ${fault.message}`);
    return [this.#name('', operation), ...fragments.map((fragment) => this.#name('fragment', fragment))];
  }

  #name(prefix: string, node: OperationDefinitionNode | FragmentDefinitionNode): string {
    const name = `${prefix}${node.name?.value ?? ''}`;
    const code = JSON.stringify(node, (key, value: unknown) => (key === 'loc' ? undefined : value));
    this.#printed.set(name, `export const ${name} = ${code};\n`);
    return name;
  }

  #fragmentsOf(operation: OperationDefinitionNode): FragmentDefinitionNode[] {
    const found = new Map<string, FragmentDefinitionNode>();
    const collect = (node: OperationDefinitionNode | FragmentDefinitionNode) =>
      void visit(node, {
        FragmentSpread: ({ name: { value: name } }) => {
          const fragment = this.#documents.fragments.get(name);
          if (!fragment) throw new Error(`There is no fragment ${name}`);
          if (found.has(name)) return;
          const kept = plain(fragment);
          found.set(name, kept);
          collect(kept);
        },
      });
    collect(operation);
    return [...found.values()];
  }
}

const standard = new Set(['skip', 'include']);

/**
 * Returns a definition without the directives of `directives.graphql` and without fields that are constants, which have
 * an alias.
 */
function plain<Node extends OperationDefinitionNode | FragmentDefinitionNode>(node: Node): Node {
  return visit(node, {
    Field: (field) => (field.name.value === '__typename' && field.alias ? null : undefined),
    Directive: (directive) => (standard.has(directive.name.value) ? undefined : null),
  });
}

/** Adds `version` to the selection of the object at a path. */
function withVersion(set: SelectionSetNode, [step, ...steps]: readonly string[]): SelectionSetNode {
  if (step === undefined) {
    const version = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: 'version' } } as const;
    return { ...set, selections: [...set.selections, version] };
  }
  return {
    ...set,
    selections: set.selections.map((selection) =>
      selection.kind === Kind.FIELD && selection.selectionSet && (selection.alias ?? selection.name).value === step
        ? { ...selection, selectionSet: withVersion(selection.selectionSet, steps) }
        : selection,
    ),
  };
}

const pascal = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
