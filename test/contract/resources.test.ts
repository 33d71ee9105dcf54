import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answers } from './resources/answers.ts';
import { compile } from './resources/check-body.ts';
import { DocumentCheck, type Schema } from './resources/check-document.ts';
import { problemOfReply } from './resources/check-reply.ts';
import { looser, unserved } from './resources/differences.ts';
import { table } from './resources/table.ts';

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as Document;
const check = new DocumentCheck(document.components.schemas);

const served = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    signature: `${method.toUpperCase()} ${path}`,
    success: Object.entries(operation.responses).find(([status]) => status.startsWith('2')),
  })),
);

describe('the OpenAPI document', () => {
  it('describes only operations whose answer is in the table of the contract', () => {
    expect(served.map(({ signature }) => signature).filter((signature) => !answers.has(signature))).toEqual([]);
  });

  it.each(served.map((operation) => [operation.signature, operation] as const))(
    'describes the answer of %s as the contract states it',
    (signature, { success }) => {
      const answer = answers.get(signature);
      const { 'application/json': json, 'text/event-stream': events } = success?.[1].content ?? {};
      const schema = (json ?? events)?.schema;
      expect([Number(success?.[0]), schema === undefined]).toEqual([answer?.status, answer?.shape === null]);
      if (answer?.shape && schema) expect(check.compare(answer.shape, schema, 'answer')).toEqual([]);
    },
  );

  it('differs from the contract in every place that is listed as a difference', () => {
    expect([...Object.keys(unserved), ...Object.keys(looser)].filter((path) => !check.met.has(path))).toEqual([]);
  });
});

describe('the comparison of a document with the table', () => {
  const { Team: team } = document.components.schemas;
  const compareTeam = (changes: object) => {
    const changed = { Team: { ...team, ...changes } as Schema };
    return new DocumentCheck(changed).compare('Team', { $ref: '#/components/schemas/Team' }, 'answer');
  };
  const { title, ...untitled } = team?.properties ?? {};
  const cases: readonly [string, object, string][] = [
    ['an absent field', { properties: untitled }, 'Team.title: is absent from the document'],
    [
      'an unlisted field',
      { properties: { ...untitled, title, colour: title } },
      'Team.colour: is not of the contract, nor listed as additional',
    ],
    [
      'a field that is not required',
      { required: team?.required?.filter((name) => name !== 'title') },
      'Team.title: must be required',
    ],
    [
      'a field that may be null',
      { properties: { ...untitled, title: { type: ['string', 'null'] } } },
      'Team.title: the document allows null',
    ],
    [
      'a field of another type',
      { properties: { ...untitled, title: { type: 'integer' } } },
      'Team.title: the document allows number',
    ],
  ];

  it.each(cases)('the comparison with the table finds %s', (_name, changes, problem) => {
    expect(compareTeam({})).toEqual([]);
    expect(compareTeam(changes)).toContain(problem);
  });

  it('the comparison with the table finds an enumeration that lacks a value, and one that has a value too many', () => {
    const { MergeResult: result } = document.components.schemas;
    const compare = (values: readonly string[]) => {
      const properties = { ...result?.properties, result: { type: 'string', enum: values } };
      return new DocumentCheck({}).compare('MergeResult', { ...result, properties }, 'answer');
    };
    expect(compare(['merge', 'conflicts'])).toEqual([]);
    expect(compare(['merge'])).toEqual(['MergeResult.result: the document lacks "conflicts"']);
    expect(compare(['merge', 'conflicts', 'other'])).toEqual(['MergeResult.result: the document allows "other"']);
  });
});

describe('the table of resources', () => {
  it('compiles every shape, and names no shape that it does not contain', () => {
    for (const name of Object.keys(table)) expect(compile(name)({ not: 'a resource' })).toBeTypeOf('string');
  });

  const team = {
    object: 'team',
    id: 'team_1',
    title: 'Writers',
    members: 1,
    spaces: 0,
    createdAt: '2026-01-02T03:04:05.000Z',
    permissions: { admin: true, view: true },
  };
  const list = { count: 1, items: [team] };
  const bad: readonly [string, object, string][] = [
    ['a missing field', { ...team, title: undefined }, '.items[0].title: undefined is not a string'],
    ['a field the contract does not have', { ...team, colour: 'red' }, '.items[0].colour: is not documented'],
    ['null where a value is required', { ...team, members: null }, '.items[0].members: null is not a number'],
    ['another literal', { ...team, object: 'space' }, '.items[0].object: "space" is not documented'],
    ['a time without zone', { ...team, createdAt: '2026-01-02' }, '.items[0].createdAt: "2026-01-02" is not a time'],
    [
      'a nested field of another type',
      { ...team, permissions: { admin: 1, view: true } },
      '.items[0].permissions.admin: 1 is not a boolean',
    ],
  ];

  it.each(bad)('finds %s in the body of a reply', (_name, item, problem) => {
    const signature = 'GET /v1/orgs/{organizationId}/teams';
    const reply = (body: unknown, status = 200) => problemOfReply('GET', '/v1/orgs/org_1/teams?limit=1', status, body);
    expect(reply(list)).toBeUndefined();
    expect(reply({ ...list, items: [item] })).toBe(`${signature}${problem}`);
    expect(reply({ items: [team] })).toBe(`${signature}.count: is missing`);
    expect(reply(list, 201)).toBe(`${signature}: answered 201 instead of 200`);
  });
});
