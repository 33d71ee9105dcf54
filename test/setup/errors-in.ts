import { Kind, parse, type FieldNode } from 'graphql';

/** A request that was answered. */
interface Answered {
  readonly method: string;
  /** Template of the path, such as `/v1/spaces/{spaceId}`. */
  readonly path: string | undefined;
  readonly body: unknown;
}

/** The body of an answer with an error, of REST or GraphQL. */
interface Problem {
  readonly error?: { readonly type?: string };
  readonly errors?: readonly FieldProblem[];
}

interface FieldProblem {
  readonly path?: readonly unknown[];
  readonly extensions?: { readonly type?: string };
}

/**
 * Returns the errors in the text of an answer, with what answered them: `GET /v1/spaces/{spaceId} not_found`, or
 * `mutation updateSpace not_found`.
 */
export function errorsIn({ method, path, body }: Answered, text: string): string[] {
  if (!text.startsWith('{')) return [];
  const { error, errors = [] } = JSON.parse(text) as Problem;
  if (path === '/graphql') return errors.flatMap((item) => ofMutation(body, item));
  return error?.type === undefined ? [] : [`${method} ${path} ${error.type}`];
}

/** Returns the error of a mutation itself, without those of the fields of its payload. */
function ofMutation(body: unknown, { path = [], extensions }: FieldProblem): string[] {
  const { query } = (body ?? {}) as { readonly query?: unknown };
  if (path.length !== 1 || typeof query !== 'string' || extensions?.type === undefined) return [];
  const fields = parse(query).definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION && definition.operation === 'mutation'
      ? definition.selectionSet.selections.filter((node): node is FieldNode => node.kind === Kind.FIELD)
      : [],
  );
  const field = fields.find(({ alias, name }) => (alias ?? name).value === path[0]);
  return field ? [`mutation ${field.name.value} ${extensions.type}`] : [];
}
