import { getNamedType, type GraphQLSchema } from 'graphql';
import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import type { ErrorDetail } from '../lib/errors.ts';
import type { FormExtension } from '../schema/form-inputs.ts';
import { unknownMembersOf, type Unknown } from '../schema/unknown-members.ts';
import { members } from './__generated__/members.ts';
import type { Route } from './route.ts';
import { listVariables, type RequestParts } from './variables.ts';

/** Most names that are reported, and the longest name that is compared with the known ones. */
const maxReported = 20;
const maxCompared = 100;

/** Lists the members of the body and the query parameters of a request that its operation does not have. */
export type FindUnknownNames = (parts: Pick<RequestParts, 'body' | 'query'>) => readonly ErrorDetail[];

/** Returns the function for a route. The first request with a body or a query prepares it. */
export function unknownNamesOf(schema: GraphQLSchema, route: Route): FindUnknownNames {
  let find: FindUnknownNames | null = null;
  return (parts) => {
    if (parts.body === undefined && Object.keys(parts.query).length === 0) return [];
    return (find ??= prepared(schema, route))(parts);
  };
}

function prepared(schema: GraphQLSchema, route: Route): FindUnknownNames {
  const variables = listVariables(schema, route);
  const parameters = variables.flatMap(({ place }) => (place.startsWith('query.') ? [place.slice(6)] : []));
  const input = variables.find(({ place }) => place === 'body');
  const form = input && (getNamedType(input.type).extensions as unknown as FormExtension).form;
  const findMembers = form && unknownMembersOf(form);
  const answered = membersOfAnswer(route);
  return ({ body, query }) => {
    const found: ErrorDetail[] = [];
    const report = (unknown: Unknown) => {
      if (found.length < maxReported) found.push(unknownName(unknown));
    };
    findMembers?.(body, '', (unknown) => {
      if (!answered.has(unknown.path)) report({ ...unknown, path: `body.${unknown.path}` });
    });
    for (const name of Object.keys(query))
      if (!parameters.includes(name)) report({ path: `query.${name}`, name, known: parameters });
    return found;
  };
}

/** Names of the members of the resource that is answered: a client may send back what it read. */
function membersOfAnswer({ schema }: Route): ReadonlySet<string> {
  const name = schema?.['$ref']?.toString().split('/').at(-1) ?? '';
  return new Set(members[name]);
}

function unknownName({ path, name, known }: Unknown): ErrorDetail {
  const [near] = name.length > maxCompared ? [] : suggestionList(name, known);
  const hint = near === undefined ? '' : `; did you mean \`${near}\`?`;
  return { path: path.slice(0, 3 * maxCompared).toWellFormed(), rule: 'unknown', message: `is not known here${hint}` };
}
