import { failure, invalid } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { discovery } from './discovery.ts';
import { listDocument, type ScimDocument } from './documents.ts';
import { readGroup } from './group-values.ts';
import { changeScimGroup, createScimGroup, deleteScimGroup, getScimGroup, listScimGroupPage } from './groups.ts';
import { readListRequest } from './lists.ts';
import { readOperations } from './operations.ts';
import type { ScimCaller } from './queries/rows.ts';
import { scimUrl } from './tokens.ts';
import { readUser } from './user-values.ts';
import { changeScimUser, createScimUser, deleteScimUser, getScimUser, listScimUserPage } from './users.ts';

/** A request of a provider. */
export interface ScimRequest {
  readonly method: string;
  /** `Users`, `Groups` or a document that says what is supported. */
  readonly resource: string;
  readonly id: string | null;
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
  readonly ifMatch: string | undefined;
}

export interface ScimAnswer {
  readonly status: number;
  readonly body?: object;
}

/** Answers a request of a provider. Throws as the functions of the resource do; route_not_found, method_not_allowed. */
export async function answerScim(ctx: Context, caller: ScimCaller, request: ScimRequest): Promise<ScimAnswer> {
  const { method, resource, id } = request;
  if (resource === 'Users') return ofUsers(ctx, caller, request);
  if (resource === 'Groups') return ofGroups(ctx, caller, request);
  const documents = discovery(scimUrl(ctx.urls, caller.providerId));
  const known = Object.hasOwn(documents, resource) ? documents[resource] : undefined;
  if (known === undefined) throw failure('route_not_found', `No such resource: ${resource.slice(0, 60)}`);
  if (method !== 'GET') throw notAllowed('GET');
  if ('one' in known) return { status: 200, body: known.one };
  if (id === null) return { status: 200, body: listDocument(known.many, known.many.length, { offset: 0 }) };
  const one = known.many.find((document) => document.id === id);
  if (one === undefined) throw failure('not_found', `No such document: ${id.slice(0, 60)}`);
  return { status: 200, body: one };
}

const notAllowed = (methods: string) => failure('method_not_allowed', `This path supports ${methods}`);

async function ofUsers(ctx: Context, caller: ScimCaller, request: ScimRequest): Promise<ScimAnswer> {
  const { method, id, body } = request;
  if (id === null) {
    if (method === 'GET') return shown(request, await listScimUserPage(ctx, caller, readListRequest(request.query)));
    if (method === 'POST') return { status: 201, body: await createScimUser(ctx, caller, readUser(body)) };
    throw notAllowed('GET, POST');
  }
  const expectedVersion = versionOf(request.ifMatch);
  switch (method) {
    case 'GET':
      return shown(request, await getScimUser(ctx, caller, id));
    case 'PUT':
      return { status: 200, body: await changeScimUser(ctx, caller, { id, to: readUser(body), expectedVersion }) };
    case 'PATCH':
      return {
        status: 200,
        body: await changeScimUser(ctx, caller, { id, to: readOperations(body), expectedVersion }),
      };
    case 'DELETE':
      await deleteScimUser(ctx, caller, { id, expectedVersion });
      return { status: 204 };
    default:
      throw notAllowed('GET, PUT, PATCH, DELETE');
  }
}

async function ofGroups(ctx: Context, caller: ScimCaller, request: ScimRequest): Promise<ScimAnswer> {
  const { method, id, body } = request;
  if (id === null) {
    if (method === 'GET') return shown(request, await listScimGroupPage(ctx, caller, readListRequest(request.query)));
    if (method === 'POST') return { status: 201, body: await createScimGroup(ctx, caller, readGroup(body)) };
    throw notAllowed('GET, POST');
  }
  const expectedVersion = versionOf(request.ifMatch);
  switch (method) {
    case 'GET': {
      const withMembers = isShown(request, 'members');
      return shown(request, await getScimGroup(ctx, caller, { id, withMembers }));
    }
    case 'PUT': {
      await changeScimGroup(ctx, caller, { id, to: readGroup(body), expectedVersion });
      return { status: 200, body: await getScimGroup(ctx, caller, { id, withMembers: true }) };
    }
    case 'PATCH':
      // A large group would otherwise be sent back for each of the requests that fill it.
      await changeScimGroup(ctx, caller, { id, to: readOperations(body), expectedVersion });
      return { status: 204 };
    case 'DELETE':
      await deleteScimGroup(ctx, caller, { id, expectedVersion });
      return { status: 204 };
    default:
      throw notAllowed('GET, PUT, PATCH, DELETE');
  }
}

/** The version of `If-Match`; null for any. Throws validation_failed. */
function versionOf(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const [, version] = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(header) ?? [];
  if (version === undefined) throw invalid('If-Match', 'If-Match must be one version, such as W/"3"', 'invalidValue');
  return Number(version);
}

const namesIn = (value: string | string[] | undefined): Set<string> =>
  new Set(
    [value ?? []]
      .flat()
      .flatMap((text) => text.split(','))
      .map((name) => name.trim().toLowerCase().split(':').at(-1)?.split('.')[0] ?? '')
      .filter(Boolean),
  );

/** Whether a request asks for an attribute, by `attributes` and `excludedAttributes`. */
function isShown({ query }: ScimRequest, name: string): boolean {
  const only = namesIn(query['attributes']);
  return (only.size === 0 || only.has(name)) && !namesIn(query['excludedAttributes']).has(name);
}

/** What every resource has, however few attributes are asked for. */
const always = new Set(['schemas', 'id', 'meta']);

function shown(request: ScimRequest, document: ScimDocument | ReturnType<typeof listDocument>): ScimAnswer {
  const trim = (resource: object) =>
    Object.fromEntries(
      Object.entries(resource).filter(([name]) => always.has(name) || isShown(request, name.toLowerCase())),
    );
  const body = 'Resources' in document ? { ...document, Resources: document.Resources.map(trim) } : trim(document);
  return { status: 200, body };
}
