import {
  Kind,
  OverlappingFieldsCanBeMergedRule,
  parse,
  print,
  separateOperations,
  validate,
  visit,
  type DocumentNode,
} from 'graphql';
import { expect } from 'vitest';
import { routes } from '../../src/rest/__generated__/routes.ts';
import type { Route } from '../../src/rest/route.ts';
import { readVariables, listVariables } from '../../src/rest/variables.ts';
import { schema } from '../../src/schema/index.ts';
import type { Caller } from '../harness.ts';
import type { TriedRequest } from './authz-requests.ts';
import { askTool, hasTool } from './authz-tools.ts';
import { signatureOf, type AuthzRow } from '../../scripts/rest/access/rows.ts';

const byRoute = new Map(routes.map((route) => [signatureOf(route), route]));

export const isServed = (row: AuthzRow): boolean => byRoute.has(signatureOf(row));

const faces = ['REST', 'GraphQL', 'MCP'] as const;

type Face = (typeof faces)[number];

/** The faces of a row. What answers JSON cannot ask for a stream: see test/graphql/subscriptions.test.ts. */
export const facesOf = (row: AuthzRow): readonly Face[] => {
  if (byRoute.get(signatureOf(row))?.stream) return ['REST'];
  return hasTool(operationIdOf(row)) ? faces : ['REST', 'GraphQL'];
};

/** Returns the status of a request over a face. 2xx counts as 200. */
export async function ask(
  face: Face,
  row: AuthzRow,
  caller: Pick<Caller, 'rest' | 'graphql'>,
  request: TriedRequest,
): Promise<number> {
  if (face === 'REST') return (await askRest(row, caller, request)).status;
  if (face === 'MCP') return askTool(operationIdOf(row), caller, request);
  const signature = signatureOf(row);
  if (!operations.has(signature)) operations.set(signature, operationOf(byRoute.get(signature)!));
  const { document, variables } = operations.get(signature)!;
  const { body } = await caller.graphql(document, readVariables(variables, { ...request, expected: null }));
  return body.errors ? body.errors[0].extensions.status : 200;
}

/** Asks over REST. Returns the status as `ask` does, and the id of the request. */
export async function askRest(row: AuthzRow, caller: Pick<Caller, 'rest'>, request: TriedRequest) {
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => request.params[name] ?? '');
  const query = new URLSearchParams(request.query).toString();
  const { status, headers } = await caller.rest(`${row.method} ${path}${query && `?${query}`}`, request.body);
  if (status === 201) expect(headers['location'], 'the address of what was created').toMatch(/^https?:/);
  return { status: status < 300 ? 200 : status, requestId: String(headers['x-request-id']) };
}

/** The operation that serves a row. */
export const operationIdOf = (row: AuthzRow): string => byRoute.get(signatureOf(row))!.operationId;

// Many callers ask for the same operation.
const operations = new Map<string, ReturnType<typeof operationOf>>();

const operationOf = (route: Route) => ({
  document: shortened(route.document),
  variables: listVariables(schema, route),
});

/**
 * The document for the public endpoint, whose limits the many settings of a site, the places of words in results of a search
 * and the contract's names for fields exceed. None matters to access.
 */
function shortened(document: DocumentNode): string {
  const short = visit(document, {
    [Kind.FIELD]: ({ name }) => (name.value === 'highlights' ? null : undefined),
    [Kind.FRAGMENT_DEFINITION]: (node) => {
      if (node.name.value !== 'SiteCustomization') return undefined;
      const selections = node.selectionSet.selections.slice(0, 1);
      return { ...node, selectionSet: { ...node.selectionSet, selections } };
    },
  });
  const renamed = visit(short, {
    [Kind.FIELD]: (node) => (node.selectionSet === undefined ? { ...node, alias: undefined } : undefined),
  });
  // Without their aliases, some fields would have the name of others.
  return [renamed, short].map(printUsed).find(hasMergeableFields)!;
}

/** The fields of the document are those of an operation that is served, so nothing else can be wrong with it. */
const hasMergeableFields = (text: string) =>
  validate(schema, parse(text), [OverlappingFieldsCanBeMergedRule]).length === 0;

const printUsed = (document: DocumentNode) => Object.values(separateOperations(document)).map(print).join('\n');
