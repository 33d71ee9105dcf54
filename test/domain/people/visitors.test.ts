import { describe, expect, it, test } from 'vitest';
import { readAdaptiveSchema } from '../../../src/domain/people/visitors/claims-schema.ts';
import { claimsOf } from '../../../src/domain/people/visitors/claims.ts';
import { createConditions } from '../../../src/domain/people/visitors/conditions.ts';
import { templateConditions } from '../../../src/domain/people/visitors/template-conditions.ts';
import { allOrTenth } from '../../setup/size.ts';
import { fc } from '../../setup/properties.ts';

const object = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});
const schemaOf = (properties: object) => readAdaptiveSchema(object(properties), 'body.jsonSchema');
const nested = (levels: number): object =>
  levels === 0 ? { type: 'boolean' } : object({ deeper: nested(levels - 1) });

describe('an adaptive schema', () => {
  test.each<[string, object]>([
    [
      'booleans, with and without a description',
      object({ isBeta: { type: 'boolean', description: 'In beta' }, b: { type: 'boolean' } }),
    ],
    [
      'strings, enums, numbers and arrays',
      object({
        a: { type: 'string' },
        b: { type: 'string', enum: ['x', 'y'] },
        c: { type: 'number' },
        d: { type: 'array', items: { type: 'string' } },
      }),
    ],
    [
      'unsigned claims',
      object({ unsigned: object({ lang: { type: 'string', enum: ['en'] } }, { description: 'Unsigned claims' }) }),
    ],
    ['`$id` and `$schema`', object({}, { $id: 'claims', $schema: 'http://json-schema.org/draft-07/schema#' })],
    ['claims five levels deep', object({ one: nested(4) })],
  ])('may have %s', (_what, schema) => {
    expect(readAdaptiveSchema(schema, 'body.jsonSchema')).toEqual(schema);
  });

  test.each<[string, unknown, string]>([
    ['no object', [], 'body.jsonSchema'],
    ['another type', { ...object({}), type: 'array' }, 'body.jsonSchema.type'],
    ['open claims', { type: 'object', properties: {} }, 'body.jsonSchema.additionalProperties'],
    [
      'open nested claims',
      object({ a: { ...object({}), additionalProperties: true } }),
      'body.jsonSchema.properties.a.additionalProperties',
    ],
    ['an unknown type of claim', object({ a: { type: 'integer' } }), 'body.jsonSchema.properties.a.type'],
    ['an unknown keyword', object({ a: { type: 'boolean', default: true } }), 'body.jsonSchema.properties.a'],
    ['a keyword at the top', object({}, { required: [] }), 'body.jsonSchema'],
    [
      'another draft',
      object({}, { $schema: 'https://json-schema.org/draft/2020-12/schema' }),
      'body.jsonSchema.$schema',
    ],
    [
      'unsigned claims that are no object',
      object({ unsigned: { type: 'boolean' } }),
      'body.jsonSchema.properties.unsigned',
    ],
    [
      'an enum that repeats a value',
      object({ a: { type: 'string', enum: ['x', 'x'] } }),
      'body.jsonSchema.properties.a.enum',
    ],
    ['an empty enum', object({ a: { type: 'string', enum: [] } }), 'body.jsonSchema.properties.a.enum'],
    [
      'a claim named like a prototype',
      object({ constructor: { type: 'boolean' } }),
      'body.jsonSchema.properties.constructor',
    ],
    ['claims six levels deep', object({ one: nested(5) }), 'body.jsonSchema'],
    [
      'more than 64 KB',
      object({ a: { type: 'string', enum: Array.from({ length: 100 }, (_, at) => `${at}`.padEnd(1_000, 'x')) } }),
      'body.jsonSchema',
    ],
  ])('with %s is refused, and the error names the place', (_what, schema, path) => {
    const details = (() => {
      try {
        readAdaptiveSchema(schema, 'body.jsonSchema');
        return [];
      } catch (error) {
        return (error as { details: { path: string }[] }).details.map((detail) => detail.path);
      }
    })();
    expect(details).toContain(path);
  });

  it('that is nested without end is refused at once', () => {
    expect(() => schemaOf({ deep: nested(700) })).toThrow('nested at most 5 levels');
  });
});

describe('template conditions', () => {
  it('are one for each boolean claim and each value of an enum', () => {
    const schema = schemaOf({
      isBeta: { type: 'boolean', description: 'Uses the beta' },
      plan: { type: 'string', enum: ['free', 'a "quoted" one'] },
      name: { type: 'string' },
      'odd-name': { type: 'boolean' },
      team: object({ lead: { type: 'boolean' } }),
      unsigned: object({ dark: { type: 'boolean' } }),
    });
    expect(templateConditions(schema)).toEqual([
      { description: 'Uses the beta', condition: 'visitor.claims.isBeta === true' },
      { description: 'visitor.claims.plan: free', condition: 'visitor.claims.plan === "free"' },
      {
        description: 'visitor.claims.plan: a "quoted" one',
        condition: String.raw`visitor.claims.plan === "a \"quoted\" one"`,
      },
      { description: 'visitor.claims["odd-name"] is true', condition: 'visitor.claims["odd-name"] === true' },
      { description: 'visitor.claims.team.lead is true', condition: 'visitor.claims.team.lead === true' },
      { description: 'visitor.claims.unsigned.dark is true', condition: 'visitor.claims.unsigned.dark === true' },
    ]);
    expect(templateConditions(null)).toEqual([]);
  });

  it('hold for the claim they are derived from and for no other value', () => {
    fc.assert(
      fc.property(
        fc
          .string({ minLength: 1 })
          .filter((name) => !['__proto__', 'constructor', 'prototype', 'unsigned'].includes(name)),
        fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 5 }),
        (name, values) => {
          const conditions = templateConditions(schemaOf({ [name]: { type: 'string', enum: values } }));
          for (const value of values) {
            const { holds } = createConditions({ [name]: value });
            expect(conditions.map(({ condition }) => holds(condition))).toEqual(values.map((other) => other === value));
          }
        },
      ),
      { numRuns: allOrTenth(100) },
    );
  });

  it('are limited to the first 50', () => {
    const claims = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`c${at}`, { type: 'boolean' }]));
    expect(templateConditions(schemaOf(claims))).toHaveLength(50);
  });
});

describe('the claims of a visitor', () => {
  const schema = schemaOf({
    isBeta: { type: 'boolean' },
    plan: { type: 'string', enum: ['free', 'pro'] },
    age: { type: 'number' },
    groups: { type: 'array', items: { type: 'string' } },
    team: object({ lead: { type: 'boolean' } }),
    unsigned: object({ dark: { type: 'boolean' }, size: { type: 'number' }, lang: { type: 'string' } }),
  });

  test.each<[string, object, object]>([
    [
      'what the schema names',
      { signed: { isBeta: true, plan: 'pro', age: 7, groups: ['a', 'b'], team: { lead: false } } },
      { isBeta: true, plan: 'pro', age: 7, groups: ['a', 'b'], team: { lead: false } },
    ],
    ['nothing else', { signed: { admin: true, exp: 1, team: { lead: true, rank: 1 } } }, { team: { lead: true } }],
    [
      'no value of another type',
      { signed: { isBeta: 'true', plan: 'gold', age: '7', groups: ['a', 1], team: [] } },
      { groups: ['a'] },
    ],
    ['unsigned ones under `unsigned`', { unsigned: { dark: true, isBeta: true } }, { unsigned: { dark: true } }],
    [
      'unsigned ones as text, which addresses have',
      { unsigned: { dark: 'false', size: '12', lang: 'true' } },
      { unsigned: { dark: false, size: 12, lang: 'true' } },
    ],
    ['no unsigned ones from the token', { signed: { unsigned: { dark: true } } }, {}],
    ['nothing inherited', { signed: Object.create({ isBeta: true }) as object }, {}],
    ['nothing of what is no object', { signed: 'isBeta', unsigned: [true] }, {}],
  ])('have %s', (_what, given, claims) => {
    expect(claimsOf(schema, given)).toEqual(claims);
  });

  it('are none without a schema', () => {
    expect(claimsOf(null, { signed: { isBeta: true }, unsigned: { dark: true } })).toEqual({});
  });
});

describe('a condition', () => {
  const { holds } = createConditions({ isBeta: true, groups: ['staff'], unsigned: { dark: true } });
  test.each<[string | null, boolean]>([
    [null, true],
    ['', true],
    ['  \n', true],
    ['visitor.claims.isBeta', true],
    ['visitor.claims.isBeta === false', false],
    ['visitor.claims.none', false],
    ['visitor.claims.unsigned.dark && visitor.claims.groups.includes("staff")', true],
    ['visitor.claims.unsigned.none.deep', false],
    ['space.vars.edition === "cloud" && page.vars.level === "2"', true],
    ['nobody.knows', false],
    ['true; true', false],
    ['visitor.claims.groups.every(', false],
    ['visitor.constructor', false],
    ['visitor["__proto__"]', false],
    ['visitor["const" + "ructor"]', false],
    ['"".constructor.constructor("return process")()', false],
    ['visitor.claims.hasOwnProperty', false],
    ['process', false],
    ['globalThis', false],
    ['(() => { while (true) {} })()', false],
    ['while (true) {}', false],
    [`[${'1,'.repeat(300)}].every(a => [${'1,'.repeat(300)}].every(b => true))`, false],
    ['"x".repeat(1000000000)', false],
  ])('%j gives %j', (condition, expected) => {
    expect(holds(condition, { space: { edition: 'cloud' }, page: { level: '2' } })).toBe(expected);
  });

  it('is false, and cheap, once the conditions of a request have taken all steps they may', () => {
    const heavy = `[${'1,'.repeat(60)}].every(a => [${'1,'.repeat(60)}].every(b => true))`;
    const conditions = createConditions({});
    const before = conditions.holds(heavy);
    for (let round = 0; round < 1_000; round += 1) conditions.holds(heavy);
    expect([before, conditions.holds('1 === 1')]).toEqual([false, false]);
  });

  it('never throws, whatever its text and the claims', () => {
    fc.assert(
      fc.property(fc.string(), fc.dictionary(fc.string(), fc.jsonValue()), (text, claims) => {
        expect(createConditions(claims).holds(text)).toBeTypeOf('boolean');
      }),
    );
  });
});
