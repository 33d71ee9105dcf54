import { Kind } from 'graphql';
import { generalErrors, isOfOperation, recordedErrors } from '../scripts/rest/openapi/failures.ts';
import { uploadRoute } from '../scripts/rest/openapi/uploads.ts';
import type { ErrorType } from '../src/lib/errors.ts';
import { routes } from '../src/rest/__generated__/routes.ts';
import type { Route } from '../src/rest/route.ts';
import { readOperation } from '../src/rest/variables.ts';
import { schema } from '../src/schema/index.ts';

interface Operation {
  readonly operationId: string;
  readonly generalErrors: readonly ErrorType[];
}

/** The operations of the REST API by method and path, and by the mutation that one of them alone runs. */
const operations = new Map<string, Operation>([
  ...oneOfEach(routes.map((route) => [findMutation(route), route] as const)),
  ...routes.map((route) => [`${route.method} ${route.path}`, withErrors(route)] as const),
  [`${uploadRoute.method} ${uploadRoute.path}`, uploadRoute],
]);

function withErrors(route: Route): Operation {
  return { operationId: route.operationId, generalErrors: generalErrors(schema, route) };
}

function findMutation(route: Route): string | null {
  const { operation, selectionSet } = readOperation(route);
  const [field] = selectionSet.selections;
  return operation === 'mutation' && field?.kind === Kind.FIELD ? `mutation ${field.name.value}` : null;
}

function oneOfEach(named: readonly (readonly [string | null, Route])[]): (readonly [string, Operation])[] {
  return named.flatMap(([name, route]) =>
    name !== null && named.filter(([other]) => other === name).length === 1 ? [[name, withErrors(route)] as const] : [],
  );
}

/**
 * Returns the errors that the table records, by operation, and those that it lacks. `seen` names an operation and an error
 * type: `GET /v1/spaces/{spaceId} not_found`, `mutation updateSpace conflict`. General errors of an operation are left out.
 */
export function recordableErrors(seen: readonly string[]) {
  const recorded: Record<string, ErrorType[]> = {};
  const missing: string[] = [];
  for (const one of seen) {
    const end = one.lastIndexOf(' ');
    const operation = operations.get(one.slice(0, end));
    const type = one.slice(end + 1) as ErrorType;
    if (!operation || !isOfOperation(type) || operation.generalErrors.includes(type)) continue;
    const { operationId } = operation;
    recorded[operationId] = [...new Set([...(recorded[operationId] ?? []), type])];
    if (recordedErrors[operationId]?.includes(type) !== true) missing.push(`${operationId} ${type}`);
  }
  return { recorded, missing: [...new Set(missing)].toSorted() };
}
