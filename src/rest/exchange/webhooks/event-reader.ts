import type { EventReader } from '../../../domain/exchange/webhooks/compose.ts';
import { DomainError } from '../../../lib/errors.ts';
import { schema } from '../../../schema/index.ts';
import { routes } from '../../__generated__/routes.ts';
import { handlerOf, type Handle } from '../../handler.ts';
import type { Route } from '../../route.ts';
import { presenterOf, type Present } from '../../stream.ts';
import { findResourcePath } from './resource-path.ts';

function routeOf(path: string): Route {
  const route = routes.find((candidate) => candidate.method === 'GET' && candidate.path === path);
  if (!route) throw new Error(`No route shows ${path}`);
  return route;
}

const handles = new Map<string, Handle>();

function handleOf(path: string): Handle {
  const known = handles.get(path);
  if (known) return known;
  const handle = handlerOf(schema, routeOf(path));
  handles.set(path, handle);
  return handle;
}

let present: Present | null = null;

/** Presents an event as streams do, without the address of a person: the token that added the webhook may not read it. */
const readEvent: EventReader['readEvent'] = async (ctx, event) => {
  present ??= presenterOf(schema, routeOf('/v1/orgs/{organizationId}/events/stream'));
  const { actor, ...shown } = await present(ctx, event, { organizationId: event.organizationId });
  if (!actor) return shown;
  const { email: _, ...person } = actor;
  return { ...shown, actor: person };
};

/** Reads the resource of an event by the route that shows it, as the caller of the context. */
const readResource: EventReader['readResource'] = async (ctx, event) => {
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

export const eventReader: EventReader = { readEvent, readResource };
