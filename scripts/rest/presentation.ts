import type { RestOperation } from './documents.ts';
import type { Presenters } from './presenters.ts';
import { findObject, type Answer, type Value } from './values.ts';

/** How a route makes its answer of the data of its operation. */
export interface Presentation {
  /** Sources of functions of the data, by the member of the route that they are. */
  readonly functions: { readonly body: string; readonly version?: string; readonly location?: string };
  /** Response keys that lead to the object whose version is selected although it is not shown; null without one. */
  readonly versioned: readonly string[] | null;
}

/** Generates the functions of a route. Adds the presenters that they call to `presenters`. */
export function presentation(operation: RestOperation, answer: Answer, presenters: Presenters): Presentation {
  const { operationId, status } = operation;
  const tag = status === 200 ? findTag(operation, answer) : null;
  const node = ['data', ...answer.steps].join('?.');
  const body = isWhole(answer.value) ? node : `found(${node})`;
  const present =
    status < 204
      ? presenters.of(tag?.isAdded ? hiding(answer.value) : answer.value, body, pascal(operationId))
      : 'null';
  const location = status === 201 || status === 202 ? (findObject(answer.value)?.location ?? null) : null;
  return {
    functions: {
      body: `(data: any) => ${present.startsWith('{') ? `(${present})` : present}`,
      ...(tag ? { version: `(data: any) => ${tag.path ? [node, ...tag.path].join('?.') : 'undefined'}` } : {}),
      ...(location ? { location: `(data: any) => ${[node, ...location].join('?.')}` } : {}),
    },
    versioned: tag?.isAdded ? answer.steps : null,
  };
}

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
function findTag(
  { etag }: RestOperation,
  { value, type }: Answer,
): { path: readonly string[] | null; isAdded: boolean } | null {
  const object = findObject(value);
  if (!object || !type) return null;
  if (object.etag) return { path: object.etag, isAdded: false };
  if (!etag && !object.members.some(({ key }) => key === 'id')) return null;
  return 'version' in type.getFields() ? { path: ['version'], isAdded: true } : { path: null, isAdded: false };
}

const pascal = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
