import { beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../src/lib/program.ts';
import { openapi } from '../../src/rest/openapi.ts';
import { startServer, type Caller } from '../harness.ts';

type Schema = Readonly<Record<string, any>>;

const document = openapi(version) as Schema;

let caller: Caller;
beforeAll(async () => {
  caller = await (await startServer()).aUser();
});

/** A body whose only null is the member at `path`. */
interface Tried {
  readonly path: string;
  readonly body: unknown;
  readonly takesNull: boolean;
}

/** Puts a value where a schema is used. */
type Place = (value: unknown) => unknown;

const deref = (schema: Schema): Schema =>
  typeof schema.$ref === 'string' ? document.components.schemas[schema.$ref.split('/').at(-1)!] : schema;

const branchesOf = (schema: Schema): Schema[] =>
  (schema.anyOf ?? schema.oneOf ?? [schema]).flatMap((branch: Schema) => {
    const found = deref(branch);
    return found.anyOf || found.oneOf ? branchesOf(found) : [found];
  });

const takesNull = (schema: Schema): boolean =>
  branchesOf(deref(schema)).some(
    ({ type, ...rest }) => [type].flat().includes('null') || Object.keys(rest).length === 0,
  );

/** Values of the members that say which branch of a union an object is. */
const kindOf = (properties: Schema): Schema =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { const: only, enum: values }]) =>
      only !== undefined || values?.length === 1 ? [[name, only ?? values[0]]] : [],
    ),
  );

/** Returns the bodies with a null in each member that the document shows, at any depth. */
function* triesOf(schema: Schema, path: readonly string[], place: Place): Generator<Tried> {
  if (path.length > 8) return;
  for (const branch of branchesOf(deref(schema))) {
    const kind = kindOf(branch.properties ?? {});
    for (const [name, member] of Object.entries<Schema>(branch.properties ?? {})) {
      const at = [...path, name];
      const inside: Place = (value) => place({ ...kind, [name]: value });
      yield { path: at.join('.'), body: inside(null), takesNull: takesNull(member) };
      yield* triesOf(member, at, inside);
    }
    if (branch.items) yield* triesOf(branch.items, [...path, '0'], (value) => place([value]));
    if (typeof branch.additionalProperties === 'object')
      yield* triesOf(branch.additionalProperties, [...path, 'en'], (value) => place({ en: value }));
  }
}

/** Each member once. One that may be null in some branch of a union is left to `nullable.test.ts`. */
function strictMembersOf(schema: Schema): Tried[] {
  const all = [...triesOf(schema, [], (value) => value)];
  const nullable = new Set(all.filter((tried) => tried.takesNull).map(({ path }) => path));
  return [...new Map(all.map((tried) => [tried.path, tried])).values()].filter(({ path }) => !nullable.has(path));
}

const operations = Object.entries<Schema>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Schema>(methods).flatMap(([method, operation]) => {
    const schema = operation.requestBody?.content?.['application/json']?.schema;
    const signature = `${method.toUpperCase()} ${path}`;
    return schema ? [{ signature, members: strictMembersOf(schema) }] : [];
  }),
);

describe.each(operations)('$signature', ({ signature, members }) => {
  it(`${signature} refuses null, by name, in each member that the document does not declare nullable`, async () => {
    const taken: string[] = [];
    for (const { path, body } of members) {
      const reply = await caller.rest(signature.replaceAll(/\{\w+\}/g, 'x'), body);
      const details = (reply.body?.error?.details ?? []) as { readonly path: string; readonly message: string }[];
      const named = details.some((detail) => detail.path === `body.${path}`);
      if (reply.status !== 400 || !named) taken.push(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    }
    expect(taken).toEqual([]);
  });
});

it('most members of bodies may not be null', () => {
  expect(operations.flatMap(({ members }) => members).length).toBeGreaterThan(300);
});
