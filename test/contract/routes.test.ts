import { describe, expect, it } from 'vitest';
import { readOperation } from '../../src/rest/variables.ts';
import { version } from '../../src/lib/program.ts';
import { routes } from '../../src/rest/__generated__/routes.ts';
import { compileRoute } from '../../src/rest/handler.ts';
import { openapi } from '../../src/rest/openapi.ts';
import { schema } from '../../src/schema/index.ts';
import { authzRows, signatureOf } from '../../scripts/rest/access/rows.ts';
import { contractOperations } from './data.ts';

const document = openapi(version) as any;
const served = new Map(routes.map((route) => [signatureOf(route), route]));

describe('the route table', () => {
  it('lists each method and path once', () => {
    expect(served.size).toBe(routes.length);
  });

  it('every operation of the contract is served', () => {
    const signatures = contractOperations.map(signatureOf);
    expect(signatures).toHaveLength(131);
    expect(signatures.filter((signature) => !served.has(signature))).toEqual([]);
  });

  it('every route holds an operation that is valid for the schema and compiles', () => {
    for (const route of routes) expect(() => compileRoute(schema, route)).not.toThrow();
  });

  it('every route that needs a token has a row in the access matrix', () => {
    const known = new Set(authzRows.map(signatureOf));
    expect(
      [...served.entries()]
        .filter(([signature, { anonymous }]) => !known.has(signature) && anonymous !== true)
        .map(([signature]) => signature),
    ).toEqual([]);
  });
});

describe.each(contractOperations)('$method $path', (operation) => {
  const route = served.get(signatureOf(operation))!;

  it(`${signatureOf(operation)} answers with the documented status`, () => {
    expect(route.status).toBe(operation.success.status);
    expect(route.schema === null).toBe(operation.success.kind === 'none');
  });

  it(`${signatureOf(operation)} reads every documented query parameter`, () => {
    const names = new Map([
      ['after', 'page'],
      ['first', 'limit'],
    ]);
    const taken = (readOperation(route).variableDefinitions ?? []).map(({ variable }) => {
      const { value } = variable.name;
      return names.get(value) ?? value;
    });
    expect(operation.query.map(({ name }) => name).filter((name) => !taken.includes(name))).toEqual([]);
  });

  it(`${signatureOf(operation)} documents the default of every parameter that has one`, () => {
    const { parameters } = document.paths[operation.path][operation.method.toLowerCase()];
    const wanted = operation.query.filter((parameter) => parameter.default !== null);
    const found = wanted.map(({ name }) => parameters.find((one: any) => one.name === name)?.schema.default);
    expect(found.map(String)).toEqual(wanted.map((parameter) => String(parameter.default)));
  });

  it(`${signatureOf(operation)} is deprecated exactly when the contract says so`, () => {
    expect(route.replacedBy !== undefined).toBe(operation.deprecated);
  });
});
