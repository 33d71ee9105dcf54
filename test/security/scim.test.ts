import { beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Harness } from '../harness.ts';
import { aCompany, core, person } from '../scim-provider.ts';
import { fc } from '../setup/properties.ts';
import { allOrTenth } from '../setup/size.ts';

let server: Harness;
let company: Awaited<ReturnType<typeof aCompany>>;
let ids: { readonly user: string; readonly group: string };
beforeAll(async () => {
  server = await startServer();
  company = await aCompany(server);
  const user = (await company.scim('POST Users', person('kept', company.domain))).body.id;
  const group = (await company.scim('POST Groups', { displayName: 'Kept', members: [{ value: user }] })).body.id;
  ids = { user, group };
});

/** Words that mean something to the parsers, and values that break what takes them for plain. */
const word = fc.constantFrom(
  'userName',
  'active',
  'members',
  'emails',
  'emails[type eq "work"].value',
  'members[value eq "x"]',
  'name.familyName',
  'displayName',
  'externalId',
  '__proto__',
  'constructor',
  'toString',
  'a.b.c',
  '[',
  'members[',
  `${core}:User:active`,
  'urn:',
  'a'.repeat(2_000),
  '\u0000',
  '\ud800',
  '\u202e',
  "'; drop table users; --",
  '%00',
  '',
  ' ',
  'True',
  '-1',
  '1e400',
);
const leaf = fc.oneof(
  word,
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(null, true, false, 0, -0, 1.5, Number.MAX_SAFE_INTEGER),
  fc.constant([]),
  fc.constant({}),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(word, fc.string({ maxLength: 5 })), tie('value'), { maxKeys: 3 }),
  ),
}));
const operation = fc.oneof(
  value,
  fc.record(
    { op: fc.oneof(fc.constantFrom('add', 'Replace', 'remove', 'move'), leaf), path: leaf, value },
    { requiredKeys: [] },
  ),
);
const known = [
  'userName',
  'displayName',
  'active',
  'emails',
  'members',
  'name',
  'externalId',
  'schemas',
  'Operations',
  'id',
];
const body = fc.oneof(
  value,
  fc.record(Object.fromEntries(known.map((name) => [name, value])), { requiredKeys: [] }),
  fc.record({ schemas: value, Operations: fc.array(operation, { maxLength: 4 }) }),
  fc.record(
    { userName: fc.oneof(word, leaf), emails: value, name: value, active: leaf },
    { requiredKeys: ['userName'] },
  ),
);

describe('hostile requests of a provider', () => {
  it('are answered by 2xx or a precise 4xx of the standard, whatever the body', async () => {
    const addresses = () => [
      'POST Users',
      `PUT Users/${ids.user}`,
      `PATCH Users/${ids.user}`,
      'POST Groups',
      `PUT Groups/${ids.group}`,
      `PATCH Groups/${ids.group}`,
    ];
    await fc.assert(
      fc.asyncProperty(fc.nat(5), body, async (at, sent) => {
        const reply = await company.scim(addresses()[at] ?? '', sent);
        if (reply.status < 300) return;
        expect([reply.status, reply.body.status]).toEqual([
          expect.toSatisfy((status) => status >= 400 && status < 500),
          String(reply.status),
        ]);
        expect(reply.body.detail).toMatch(/\S/);
      }),
      { numRuns: allOrTenth(3_000) },
    );
  });

  it('are answered so whatever the query, the id and the header', async () => {
    const texts = fc
      .oneof(word, fc.string({ unit: 'binary', maxLength: 30 }))
      .map((text) => encodeURIComponent(text.toWellFormed()));
    const filters = fc
      .tuple(word, fc.constantFrom('eq', 'ne', 'and', ''), texts)
      .map(([name, op, text]) => encodeURIComponent(`${name.toWellFormed()} ${op} "${decodeURIComponent(text)}"`));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('Users', 'Groups', 'Schemas', 'Absent'),
        texts,
        fc.oneof(texts, filters),
        async (resource, text, filter) => {
          for (const signature of [
            `GET ${resource}?filter=${filter}&startIndex=${text}&count=${text}`,
            `GET ${resource}?attributes=${text}&excludedAttributes=${text}&filter=${filter}&filter=${filter}`,
            `GET ${resource}/${/^\.{0,2}$/.test(text) || text.length > 90 ? 'x' : text}`,
          ]) {
            const reply = await company.scim(signature);
            expect([signature, reply.status]).toEqual([signature, expect.toSatisfy((status) => status < 500)]);
          }
        },
      ),
      { numRuns: allOrTenth(1_000) },
    );
  });

  it('leave the provider working', async () => {
    expect((await company.scim('GET Users?count=1')).status).toBe(200);
    expect((await company.scim('GET Groups?count=1')).status).toBe(200);
  });
});
