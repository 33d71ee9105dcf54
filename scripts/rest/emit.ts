import { Kind, type GraphQLSchema } from 'graphql';
import { Answers } from './answers.ts';
import { readDocuments, type RestDocuments, type RestOperation } from './documents.ts';
import type { Schema } from '../../src/rest/schema.ts';
import { executed, requireValid, type Executed } from './executed.ts';
import { presentation } from './presentation.ts';
import { Presenters } from './presenters.ts';
import { readOnlyOf } from './read-only.ts';
import { Schemas } from './schemas.ts';
import { Types } from './types.ts';
import type { Answer } from './values.ts';

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
  const nodes = new Definitions(documents);
  const routes = documents.operations.map((operation) => {
    const answer = answers.of(operation);
    if (operation.status < 204) types.of(answer.value);
    const readOnly = readOnlyOf(documents.schema, operation, answer);
    return routeOf(operation, answer, { presenters, schemas, nodes, readOnly });
  });
  requireValid(documents.schema, nodes.executed);
  return {
    components: schemas.ofAnswers,
    files: {
      'resources.ts': `${head}${types.source}`,
      'documents.ts': `${head}${documentOf}${nodes.source}`,
      'members.ts': `${head}${membersOf(schemas.ofAnswers)}`,
      'routes.ts': `${head}${imports}${presenters.source}\nexport const routes: readonly Route[] = [\n${routes.join('')}];\n`,
    },
  };
}

/** The names of the members of each resource, which a request may send back. The document that has them takes megabytes. */
const membersOf = (resources: ReadonlyMap<string, Schema>): string => {
  const members = [...resources].map(([name, { properties }]) => [name, Object.keys((properties ?? {}) as object)]);
  return `export const members: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(Object.fromEntries(members))};\n`;
};

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
  readonly nodes: Definitions;
  readonly readOnly: ReturnType<typeof readOnlyOf>;
}

function routeOf(operation: RestOperation, answer: Answer, { presenters, schemas, nodes, readOnly }: Parts): string {
  const [method = '', path = ''] = operation.route.split(' ');
  const { operationId, summary, description, status, bodyLimitBytes, timeoutMs } = operation;
  const { longRunning, forms, uncounted, visitors, replacedBy } = operation;
  const anonymous = operation.anonymous || null;
  const stream = operation.node.operation === 'subscription' || null;
  const { functions, versioned } = presentation(operation, answer, presenters);
  const members = {
    method: JSON.stringify(method),
    path: JSON.stringify(path),
    operationId: JSON.stringify(operationId),
    summary: JSON.stringify(summary),
    description: JSON.stringify(description),
    document: `nodes.documentOf(${nodes
      .namesOf(operation, versioned)
      .map((name) => `nodes.${name}`)
      .join(', ')})`,
    status: String(status),
    schema: status < 204 ? JSON.stringify(schemas.ofAnswer(answer.value)) : 'null',
    ...functions,
    ...optional({
      bodyLimitBytes,
      timeoutMs,
      longRunning,
      forms,
      anonymous,
      stream,
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

/** Collects the definitions of the documents that are executed, each fragment once. */
class Definitions {
  readonly #documents: RestDocuments;
  readonly #printed = new Map<string, string>();
  /** What each route executes. */
  readonly executed = new Map<string, Executed>();

  constructor(documents: RestDocuments) {
    this.#documents = documents;
  }

  get source(): string {
    return [...this.#printed.values()].join('');
  }

  /** Returns the names of the constants of an operation and its fragments. */
  namesOf(operation: RestOperation, versioned: readonly string[] | null): string[] {
    const definitions = executed(this.#documents, operation, versioned);
    this.executed.set(operation.route, definitions);
    return definitions.map((node) => {
      const name = `${node.kind === Kind.FRAGMENT_DEFINITION ? 'fragment' : ''}${node.name?.value ?? ''}`;
      if (!this.#printed.has(name)) {
        const code = JSON.stringify(node, (key, value: unknown) => (key === 'loc' ? undefined : value));
        this.#printed.set(name, `export const ${name} = ${code};\n`);
      }
      return name;
    });
  }
}
