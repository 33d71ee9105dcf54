import { Kind, print, type GraphQLSchema } from 'graphql';
import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { format } from 'oxfmt';
import { listVariables } from '../../src/rest/variables.ts';
import type { Method } from '../../src/rest/route.ts';
import { Answers } from './answers.ts';
import { placeOf, readDocuments, type RestDocuments, type RestOperation } from './documents.ts';
import { executed, type Executed } from './executed.ts';
import { presentation } from './presentation.ts';
import { Presenters } from './presenters.ts';

const nearestNames = 10;

/** What is printed for a name. */
export interface Printed {
  readonly text: string;
  readonly isFound: boolean;
  /** The routes that the text describes. */
  readonly operationIds: readonly string[];
}

/**
 * Describes an operation as it runs, in Markdown: its document, and for each of its routes what is executed, where the
 * variables come from and how the answer is made. `name` is that of the document or of one route, in any case. Lists all
 * names without one, and the nearest ones for one that no operation has.
 */
export async function describeOperation(graph: GraphQLSchema, name: string | undefined): Promise<Printed> {
  const documents = readDocuments(graph);
  const names = [...new Set(documents.operations.flatMap(listNames))];
  if (name === undefined) return { text: names.join('\n'), isFound: true, operationIds: [] };
  const isSame = (other: string) => other.toLowerCase() === name.toLowerCase();
  const operations = documents.operations.filter((operation) => listNames(operation).some(isSame));
  const [first] = operations;
  if (!first) return { text: refusal(name, names), isFound: false, operationIds: [] };
  const { written } = first;
  const routes = await Promise.all(operations.map((operation) => routeText(documents, operation)));
  return {
    text: [`# ${written.name}`, written.place, code('graphql', written.text), ...routes].join('\n\n'),
    isFound: true,
    operationIds: operations.map(({ operationId }) => operationId),
  };
}

/** The name in the document, and that of the route when it has another. */
const listNames = ({ written, node }: RestOperation) => [written.name, node.name?.value ?? written.name];

function refusal(name: string, names: readonly string[]): string {
  const containing = names.filter((other) => other.toLowerCase().includes(name.toLowerCase()));
  const near = [...new Set([...suggestionList(name, names), ...containing])].slice(0, nearestNames);
  return [
    `There is no operation ${name}.`,
    ...(near.length > 0 ? ['The nearest are:', ...near] : []),
    '`npm run rest` lists all names.',
  ].join('\n');
}

async function routeText(documents: RestDocuments, operation: RestOperation): Promise<string> {
  const presenters = new Presenters();
  const { functions, versioned } = presentation(operation, new Answers(documents).of(operation), presenters);
  const definitions = executed(documents, operation, versioned);
  const members = Object.entries(functions).map(([member, source]) => `const ${member} = ${source};`);
  const presenter = await format('presenter.ts', `${presenters.source}\n${members.join('\n')}`);
  const document = definitions.map((definition) => `# ${placeOf(definition)}\n${print(definition)}`).join('\n\n');
  return [
    `## ${operation.route} → ${operation.status}`,
    `${operation.operationId}: ${operation.summary}. ${operation.description}`,
    '### Executed',
    code('graphql', document),
    '### Variables',
    variablesText(documents.schema, operation, definitions),
    '### Answer',
    code('ts', presenter.code),
  ].join('\n\n');
}

/** Each variable with its place in the request, as errors name it. */
function variablesText(schema: GraphQLSchema, { route }: RestOperation, definitions: Executed): string {
  const [method, path = ''] = route.split(' ') as [Method, string?];
  const variables = listVariables(schema, { method, path, document: { kind: Kind.DOCUMENT, definitions } });
  if (variables.length === 0) return 'None.';
  return variables.map(({ name, type, place }) => `- \`$${name}: ${String(type)}\` from \`${place}\``).join('\n');
}

const code = (language: string, text: string) => `\`\`\`${language}\n${text.trim()}\n\`\`\``;
