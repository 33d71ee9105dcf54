import type { ReadResource } from '../../../domain/exchange/webhooks/compose.ts';
import { DomainError } from '../../../lib/errors.ts';
import { schema } from '../../../schema/index.ts';
import { routes } from '../../__generated__/routes.ts';
import { handlerOf, type Handle } from '../../handler.ts';
import { findResourcePath } from './resource-path.ts';

const handles = new Map<string, Handle>();

function handleOf(path: string): Handle {
  const known = handles.get(path);
  if (known) return known;
  const route = routes.find((candidate) => candidate.method === 'GET' && candidate.path === path);
  if (!route) throw new Error(`No route shows ${path}`);
  const handle = handlerOf(schema, route);
  handles.set(path, handle);
  return handle;
}

/** Reads the resource of an event by the route that shows it, as the caller of the context. */
export const readResource: ReadResource = async (ctx, event) => {
  const place = findResourcePath(event);
  if (place === null) return null;
  const { path, params, query } = place;
  try {
    const { body } = await handleOf(path)(ctx, { params, query, body: undefined, expected: null });
    return body === null ? null : (JSON.parse(body) as object);
  } catch (error) {
    if (error instanceof DomainError && error.status < 500) return null;
    throw error;
  }
};
