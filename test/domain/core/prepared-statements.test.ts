import { beforeAll, expect, it } from 'vitest';
import { sql, type Sql } from '../../../src/db/sql.ts';
import { anOrganization } from '../../factories.ts';
import { startServer } from '../../harness.ts';

let reader: Sql;
beforeAll(async () => {
  const server = await startServer();
  reader = (await anOrganization(server)).owner.context().sql;
});

const echo = (text: string | null) => reader.rows(sql`select ${text}::text as text, 7::int as int`);

it('a statement gives the same kinds of values on its first run and on later ones', async () => {
  const read = () =>
    reader.rows(sql`select 'a'::text as text, 'b'::varchar as varchar, 'c'::name as name, 7::int as int, 8::bigint as bigint,
      1.5::float8 as float, true as truth, null::int as nothing, '{"a": [1]}'::json as json, array['x', null] as list,
      timestamptz '2026-01-02 03:04:05.6+00' as instant, '\\x0102'::bytea as bytes`);
  const first = await read();
  expect(first).toEqual([
    {
      text: 'a',
      varchar: 'b',
      name: 'c',
      int: 7,
      bigint: 8,
      float: 1.5,
      truth: true,
      nothing: null,
      json: { a: [1] },
      list: ['x', null],
      instant: '2026-01-02T03:04:05.600Z',
      bytes: Buffer.from([1, 2]),
    },
  ]);
  expect(await read()).toEqual(first);
});

it('values of all kinds reach a statement as they are', async () => {
  const given = { text: 'ä "q" \\', list: ['a', '"b"', ''], count: 3, truth: false, bytes: Buffer.from([0, 255]) };
  const rows = await reader.rows(sql`select ${given.text}::text as text, ${given.list}::text[] as list,
    ${given.count}::int as count, ${given.truth}::boolean as truth, ${given.bytes}::bytea as bytes, ${null}::text as nothing`);
  expect(rows).toEqual([{ ...given, nothing: null }]);
});

it('a statement without rows gives none, on each run', async () => {
  const none = () => reader.rows(sql`select 1 as one where ${false}::boolean`);
  expect(await none()).toEqual([]);
  expect(await none()).toEqual([]);
});

it('a statement that fails is rejected with the error of the database, and works with other values', async () => {
  const divide = (by: number) => reader.rows(sql`select 12 / ${by}::int as quotient`);
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
  expect(await divide(3)).toEqual([{ quotient: 4 }]);
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
  expect(await divide(4)).toEqual([{ quotient: 3 }]);
});

it('a statement that cannot be prepared is rejected, and leaves the connections usable', async () => {
  const unknown = () => reader.rows(sql`select nothing from nowhere_at_all`);
  await expect(unknown()).rejects.toMatchObject({ code: '42P01' });
  await expect(unknown()).rejects.toMatchObject({ code: '42P01' });
  expect(await echo('still here')).toEqual([{ text: 'still here', int: 7 }]);
});

it('statements that run together get their own rows', async () => {
  const texts = Array.from({ length: 40 }, (_none, index) => `text ${index}`);
  const answers = await Promise.all(texts.map((text) => echo(text)));
  expect(answers).toEqual(texts.map((text) => [{ text, int: 7 }]));
});

it('a value that cannot be sent is rejected, and leaves the connections usable', async () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  await expect(reader.rows(sql`select ${circular}::json as json`)).rejects.toThrow(/circular/i);
  expect(await echo(null)).toEqual([{ text: null, int: 7 }]);
});
