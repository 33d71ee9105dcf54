import { describe, expect, it } from 'vitest';
import { operationOf } from '../../src/rest/variables.ts';
import { version } from '../../src/app/version.ts';
import { routes } from '../../src/rest/app.ts';
import { handlerOf } from '../../src/rest/handler.ts';
import { openapi } from '../../src/rest/openapi/document.ts';
import { schema } from '../../src/schema/index.ts';
import { authzRows, contractOperations, signatureOf } from './data.ts';

const document = openapi(schema, routes, version) as any;
const served = new Map(routes.map((route) => [signatureOf(route), route]));

/** Sections of the contract that are not served yet, whole or in part. */
const toCome = contractOperations
  .filter((operation) => !served.has(signatureOf(operation)))
  .map((operation) => `${operation.section} ${signatureOf(operation)}`);

describe('the route table', () => {
  it('lists each path once', () => {
    expect(served.size).toBe(routes.length);
  });

  it('serves the contract but for the sections still to come', () => {
    const sections = new Map<string, number>();
    for (const line of toCome) {
      const [section = ''] = line.split(' ');
      sections.set(section, (sections.get(section) ?? 0) + 1);
    }
    expect(Object.fromEntries(sections), toCome.join('\n')).toEqual({
      '4.8': 26,
      '4.9': 6,
      '4.10': 10,
      '4.14': 5,
      '4.15': 4,
    });
    expect(toCome.filter((line) => /^4\.(4|5|11) /.test(line))).toEqual([]);
  });

  it('holds operations that fit the schema and compile', () => {
    for (const route of routes) expect(() => handlerOf(schema, route).prepare()).not.toThrow();
  });

  it('has a row of the authorisation matrix for each route', () => {
    const known = new Set(authzRows.map(signatureOf));
    expect([...served.keys()].filter((signature) => !known.has(signature))).toEqual([]);
  });
});

describe.each(contractOperations.filter((operation) => served.has(signatureOf(operation))))(
  '$method $path',
  (operation) => {
    const route = served.get(signatureOf(operation))!;

    it('answers with the documented status', () => {
      expect(route.reply.status).toBe(operation.success.status);
      expect(route.reply.schema === null).toBe(operation.success.kind === 'none');
    });

    it('takes the documented query parameters', () => {
      const names = new Map([
        ['after', 'page'],
        ['first', 'limit'],
      ]);
      const taken = (operationOf(route).variableDefinitions ?? []).map(({ variable }) => {
        const { value } = variable.name;
        return names.get(value) ?? value;
      });
      const unread = operation.query.map(({ name }) => name).filter((name) => !taken.includes(name));
      expect(unread.filter((name) => !answeredAlike.has(`${signatureOf(operation)} ${name}`))).toEqual([]);
    });

    it('says what is taken when a parameter is omitted', () => {
      const { parameters } = document.paths[operation.path][operation.method.toLowerCase()];
      const wanted = operation.query.filter((parameter) => parameter.default !== null);
      const found = wanted.map(({ name }) => parameters.find((one: any) => one.name === name)?.schema.default);
      expect(found.map(String)).toEqual(wanted.map((parameter) => String(parameter.default)));
    });

    it('is deprecated exactly when the contract says so', () => {
      expect(route.replacedBy !== undefined).toBe(operation.deprecated);
    });
  },
);

/** Documented parameters that change nothing yet: what they speak of comes with a later section. */
const answeredAlike = new Set(['GET /v1/spaces/{spaceId} shareKey']);
