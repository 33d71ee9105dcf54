import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isScalarType,
  type GraphQLNamedType,
} from 'graphql';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { errorTypes } from '../../src/lib/errors.ts';
import { routes } from '../../src/rest/__generated__/routes.ts';
import type { Route } from '../../src/rest/route.ts';
import { listVariables } from '../../src/rest/variables.ts';
import type { MemberExtension } from '../../src/schema/form-inputs.ts';
import { schema } from '../../src/schema/index.ts';
import { aCollection, aMember, anInstallation, anIntegration, anOrganization, aSpace, aTeam } from '../factories.ts';
import { aSite } from '../site-factories.ts';
import { translationIds } from '../translation-factories.ts';
import { allOr, allOrEvery } from '../setup/size.ts';
import { startServer, type Caller, type Harness, type Reply } from '../harness.ts';
import { randomBytes } from '../setup/seed.ts';

/** See docs/reference/errors.md. */
const ErrorBody = z.strictObject({
  error: z.strictObject({
    code: z.int().min(400).max(499),
    message: z.string().min(1).max(1_000),
    type: z.enum(Object.keys(errorTypes) as [string, ...string[]]),
    requestId: z.string().min(8).max(64),
    details: z
      .array(z.strictObject({ path: z.string().max(500), rule: z.string(), message: z.string().max(1_000) }))
      .max(100)
      .optional(),
  }),
});

const hostilePaths = [
  '%00',
  '%ff',
  '%zz',
  '%ED%A0%80',
  '%F0%9F%92%A9'.repeat(90),
  "'%20or%20''%3D'",
  'constructor',
  '__proto__',
  'x'.repeat(1_000),
];

/** An empty one is none; see test/contract/empty-filters.test.ts. */
const hostileQueries = {
  Int: ['1.5', '1e3', '-1', '1001', '99999999999999999999', 'NaN', '%00', '1%201', '0x10', '1&limit=2'],
  Boolean: ['maybe', '2', '%00', 'TRUE%00'],
  enum: ['nope', 'constructor', '__proto__', '%00', '%ED%A0%80'],
  page: ['x', '%00', 'AAAAAAAAAAAAAAAAAAAA', 'e30', '%F0%9F%92%A9'],
  text: ['%00', '%ED%A0%80', '%25', '_', '%5C', 'x'.repeat(600), "'%22%60", '%F0%9F%92%A9'],
} as const;

function kindOf(type: GraphQLNamedType): keyof typeof hostileQueries {
  if (isEnumType(type)) return 'enum';
  return type.name === 'Int' || type.name === 'Boolean' ? type.name : 'text';
}

const deep = `${'['.repeat(420)}${']'.repeat(420)}`;
const hostileValues = [
  '{"not":""}',
  String.raw`"\u0000"`,
  String.raw`"a\ud800b"`,
  deep,
  '[[[1]]]',
  '{"__proto__":{"admin":true}}',
];
const hostileBodies = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '0',
  'true',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  String.raw`{"\u0000":1}`,
  `{"x":${deep}}`,
  '\u{feff}{}x',
];

describe('malformed requests', () => {
  let server: Harness;
  let caller: Caller;
  let ids: Readonly<Record<string, string>>;
  let refused = 0;

  beforeEach(() => {
    refused = 0;
  });

  beforeAll(async () => {
    server = await startServer();
    const { id: organizationId, owner } = await anOrganization(server);
    caller = owner;
    const { id: spaceId } = await aSpace(server, organizationId);
    const integration = await anIntegration(server, organizationId);
    const { id: installationId } = await anInstallation(server, integration.id, organizationId);
    await server.platform.db.prisma.installationSpace.create({ data: { installationId, spaceId, configuration: {} } });
    const { id: siteId } = await aSite(server, organizationId);
    await server.platform.db.prisma.installationSite.create({ data: { installationId, siteId, configuration: {} } });
    const { id: collectionId } = await aCollection(server, organizationId);
    const { userId } = await aMember(server, organizationId, 'read');
    const { id: teamId } = await aTeam(server, organizationId, { members: [] });
    const comment = await owner.rest(`POST /v1/spaces/${spaceId}/comments`, { body: { markdown: 'Hello' } });
    const commentId = String(comment.body.id);
    const reply = await owner.rest(`POST /v1/spaces/${spaceId}/comments/${commentId}/replies`, {
      body: { markdown: 'Hi' },
    });
    const invite = await owner.rest(`POST /v1/orgs/${organizationId}/link-invites`, { role: 'read' });
    ids = {
      organizationId,
      spaceId,
      collectionId,
      userId,
      teamId,
      commentId,
      commentReplyId: String(reply.body.id),
      inviteId: String(invite.body.id),
      pageId: 'pg_none',
      fileId: 'file_none',
      pagePath: 'none',
      emailDomain: 'example.org',
      subdomain: 'nobody',
      integrationName: integration.name,
      installationId,
      siteId,
      ...(await translationIds(server, organizationId)),
    };
  });

  const urlOf = (route: Route, changed: Readonly<Record<string, string>> = {}) =>
    route.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => changed[name] ?? ids[name] ?? 'none');

  const send = async (method: string, url: string, body?: string, headers: Record<string, string> = {}) => {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    return caller.rest(`${method} ${url}`, body, { headers: { ...type, ...headers } });
  };

  /** A refusal in the documented shape, of one of these statuses. */
  const expectRefusal = (what: string, { status, body }: Reply, ...statuses: readonly number[]) => {
    refused += 1;
    expect(statuses, `${what} answered ${status}: ${JSON.stringify(body).slice(0, 300)}`).toContain(status);
    const problem = ErrorBody.safeParse(body).error;
    expect(problem, `${what} answered ${JSON.stringify(body).slice(0, 300)}`).toBeUndefined();
    expect(body.error.code).toBe(status);
    expect(JSON.stringify(body)).not.toMatch(/prisma|select |at .*\.(ts|js):\d|ECONN|node_modules|\/home\/|\/tmp\//i);
  };

  // Each place takes the next sixth of the values, and all of them in `npm run test:all`.
  let place = 0;
  const some = <Value>(values: readonly Value[]) => allOrEvery(6, values, (place += 1));

  const together = 8;

  const each = async <Item>(items: Iterable<Item>, run: (item: Item) => Promise<void>) => {
    const all = [...items];
    for (let start = 0; start < all.length; start += together)
      await Promise.all(all.slice(start, start + together).map(run));
  };

  it('every path answers malformed parameters with 4xx and the error body', async () => {
    await each(routes, async (route) => {
      const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      await each(names, (name) =>
        each(some(hostilePaths), async (value) => {
          if (['pagePath', 'emailDomain'].includes(name) && route.method === 'GET') {
            const { status } = await send('GET', urlOf(route, { [name]: value }));
            return expect(status).toBeLessThan(500);
          }
          const answer = await send(
            route.method,
            urlOf(route, { [name]: value }),
            '{}'.slice(route.method === 'GET' ? 2 : 0) || undefined,
          );
          expectRefusal(`${route.method} ${route.path} {${name}}=${value.slice(0, 40)}`, answer, 400, 404, 414);
        }),
      );
    });
    expect(refused).toBeGreaterThan(allOr(800, 130));
  });

  it('every POST with an Idempotency-Key refuses malformed parameters and bodies', async () => {
    const keyed = routes.filter(({ method }) => method === 'POST');
    const long = Array.from({ length: 860 }, (_, index) =>
      encodeURIComponent(String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000))),
    ).join('');
    await each(keyed, (route) =>
      each([...some(hostilePaths), long], async (value) => {
        const changed = Object.fromEntries(
          [...route.path.matchAll(/\{(\w+)\}/g)].slice(-1).map(([, name = '']) => [name, value]),
        );
        if (Object.keys(changed).length === 0) return;
        const answer = await send('POST', urlOf(route, changed), '{}', {
          'idempotency-key': randomBytes(127).toString('hex'),
        });
        expectRefusal(`POST ${route.path} ${value.slice(0, 40)}`, answer, 400, 404, 414);
      }),
    );
    expect(refused).toBeGreaterThan(allOr(150, 70));
  });

  it('every query parameter refuses malformed values', async () => {
    await each(routes, async (route) => {
      const queries = listVariables(schema, route).filter(({ place }) => place.startsWith('query.'));
      await each(queries, async ({ type, place }) => {
        const key = place.slice('query.'.length);
        const named = getNamedType(getNullableType(type));
        const kind = key === 'page' ? key : kindOf(named);
        // A stream that is not refused has no end.
        if (route.stream && kind === 'text') return;
        await each(some<string>(hostileQueries[kind]), async (value) => {
          const answer = await send(route.method, `${urlOf(route)}?${key}=${value}`);
          if (kind === 'text') return expect(answer.status, `${route.path} ${key}=${value}`).toBeLessThan(500);
          expectRefusal(`${route.method} ${route.path}?${key}=${value}`, answer, 400, 404);
        });
      });
    });
    expect(refused).toBeGreaterThan(allOr(300, 50));
  });

  it('every body and every field of it refuses malformed values', async () => {
    const writing = routes.filter(({ method }) => !['GET', 'DELETE'].includes(method));
    await each(writing, async (route) => {
      const input = listVariables(schema, route).find(({ place }) => place === 'body');
      const type = input && getNullableType(input.type);
      const fields = isInputObjectType(type) ? Object.values(type.getFields()) : [];
      await each(fields, (field) =>
        each(some(hostileValues), async (value) => {
          const named = getNamedType(field.type);
          const { name } = (field.extensions as unknown as MemberExtension).member;
          // An empty object is not a valid body of an update, and lists accept a single value.
          if (value.includes('not') && (isInputObjectType(named) || !isScalarType(named)) && !isEnumType(named)) return;
          const answer = await send(route.method, urlOf(route), `{${JSON.stringify(name)}:${value}}`);
          expectRefusal(`${route.method} ${route.path} ${name}=${value.slice(0, 40)}`, answer, 400);
        }),
      );
      if (fields.length === 0) return;
      await each(some(hostileBodies.slice(1)), async (body) => {
        const answer = await send(route.method, urlOf(route), body);
        // No body and null are read as an empty object.
        if (body === 'null') return expect(answer.status).toBeLessThan(500);
        expectRefusal(`${route.method} ${route.path} ${body.slice(0, 40)}`, answer, 400);
      });
    });
    expect(refused).toBeGreaterThan(allOr(400, 65));
  });

  it('requests of another content type, encoding or method are refused with the error body', async () => {
    await each(routes, async (route) => {
      const url = urlOf(route);
      if (!['GET', 'DELETE'].includes(route.method))
        await each(
          some([
            'text/plain',
            'application/xml',
            'multipart/form-data; boundary=x',
            'application/x-www-form-urlencoded',
            'x',
          ]),
          async (type) => {
            const answer = await send(route.method, url, '{}', { 'content-type': type });
            // The form has no part, and some of these spaces and change requests do not exist.
            const takesForm = type.startsWith('multipart') && route.forms === true;
            expectRefusal(`${route.method} ${url} as ${type}`, answer, ...(takesForm ? [400, 404] : [415]));
          },
        );
      expectRefusal(`gzip ${url}`, await send(route.method, url, undefined, { 'content-encoding': 'gzip' }), 415);
      const options = await server.call(`OPTIONS ${url}`);
      expect([options.status, options.headers['allow']]).toEqual([204, expect.stringContaining(route.method)]);
      const head = await send('HEAD', url);
      expect(head.status).toBeLessThan(500);
      expect(head.body).toBe('');
    });
  });

  it('a body that is not UTF-8 is refused, so what is stored is what was sent', async () => {
    for (const url of [`/v1/orgs/${ids['organizationId']}/spaces`, '/graphql']) {
      const answer = await server.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${caller.secret}` },
        payload: Buffer.from('{ "title": "caf\xe9", "query": "{ viewer { id } } # \xe9" }', 'latin1'),
      });
      expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('UTF-8')]);
    }
  });

  it('malformed bodies do not pollute the prototype of objects', () => {
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });
});
