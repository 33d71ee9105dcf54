import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded, type EmbeddedEngine } from '../../src/db/embedded/engine.ts';
import { log, memory, place, poolOf, useEngines, useMemory, warnings } from './embedded-setup.ts';

useEngines();
useMemory();

describe('the embedded engine through pg.Pool', () => {
  it('the embedded engine answers plain, parameterised and named statements, repeatedly', async () => {
    const pool = poolOf(memory);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    for (const n of [1, 2, 3]) {
      const named = { name: 'double', text: 'select $1::int * 2 as twice', values: [n] };
      expect((await pool.query(named)).rows).toEqual([{ twice: n * 2 }]);
      expect((await pool.query('select $1::text as t', ['ü'])).rows).toEqual([{ t: 'ü' }]);
    }
    const { rows } = await pool.query('select array[1, 2] as a, \'{"k": 1}\'::jsonb as j');
    expect(rows).toEqual([{ a: [1, 2], j: { k: 1 } }]);
  });

  it('the embedded engine reports errors with their SQLSTATE and continues', async () => {
    const pool = poolOf(memory);
    await pool.query('create table uniques (id int primary key)');
    await pool.query('insert into uniques values ($1)', [1]);
    await expect(pool.query('insert into uniques values ($1)', [1])).rejects.toMatchObject({
      code: '23505',
      constraint: 'uniques_pkey',
      table: 'uniques',
    });
    await expect(pool.query('selec')).rejects.toMatchObject({ code: '42601' });
    await expect(pool.query('select $1::int', ['x'])).rejects.toMatchObject({ code: '22P02' });
    const failing = { name: 'failing', text: 'select 1 / $1::int as q', values: [0] };
    await expect(pool.query(failing)).rejects.toMatchObject({ code: '22012' });
    expect((await pool.query({ ...failing, values: [1] })).rows).toEqual([{ q: 1 }]);
  });

  it('the embedded engine commits, rolls back and keeps savepoints', async () => {
    const pool = poolOf(memory);
    await pool.query('create table steps (n int)');
    const client = await pool.connect();
    await client.query('begin');
    await client.query('insert into steps values (1)');
    await client.query('savepoint s');
    await expect(client.query('insert into steps values (1 / 0)')).rejects.toThrow('division by zero');
    await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' });
    await client.query('rollback to savepoint s');
    await client.query('commit');
    await client.query('begin');
    await client.query('insert into steps values (2)');
    await client.query('rollback');
    client.release();
    expect((await pool.query('select n from steps')).rows).toEqual([{ n: 1 }]);
  });

  it('the embedded engine carries values of five megabytes both ways', async () => {
    const pool = poolOf(memory);
    const large = 'äb'.repeat((5 * 1024 * 1024) / 3);
    const { rows } = await pool.query('select $1::text as t', [large]);
    expect(rows[0].t === large).toBe(true);
    const many = await pool.query("select repeat('x', 1000) as t from generate_series(1, 5000)");
    expect(many.rows).toHaveLength(5000);
  });

  it('the embedded engine answers parallel queries each with its own rows', async () => {
    const pool = poolOf(memory);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => pool.query({ name: 'own', text: 'select $1::int as n', values: [n] })),
    );
    expect(answers.map(({ rows }) => rows[0].n)).toEqual(Array.from({ length: 200 }, (_, n) => n));
  });

  it('the embedded engine delivers notifications', async () => {
    const pool = poolOf(memory);
    const client = await pool.connect();
    const heard = new Promise((resolve) => client.once('notification', resolve));
    await client.query('listen news');
    client.release();
    await pool.query("select pg_notify('news', 'paper')");
    expect(await heard).toMatchObject({ channel: 'news', payload: 'paper' });
  });

  it('the embedded engine offers pg_trgm and unaccent', async () => {
    const pool = poolOf(memory);
    await pool.query('create extension if not exists pg_trgm');
    await pool.query('create extension if not exists unaccent');
    const { rows } = await pool.query("select unaccent('Hôtel') as u, similarity('word', 'words') > 0.5 as s");
    expect(rows).toEqual([{ u: 'Hotel', s: true }]);
  });
});

describe('a new connection to the embedded engine', () => {
  it('a new embedded connection inherits no transaction, statement, setting or LISTEN from the previous one', async () => {
    const first = new pg.Client(memory.clientConfig);
    await first.connect();
    await first.query('create table leftovers (n int)');
    await first.query({ name: 'mine', text: 'select 1 as first' });
    await first.query("set application_name = 'first'");
    await first.query('listen leftovers');
    await first.query('begin');
    await first.query('insert into leftovers values (1)');
    await first.end();

    const second = new pg.Client(memory.clientConfig);
    const heard: unknown[] = [];
    second.on('notification', (message) => heard.push(message));
    await second.connect();
    expect((await second.query('select * from leftovers')).rows).toEqual([]);
    expect((await second.query({ name: 'mine', text: 'select 2 as second' })).rows).toEqual([{ second: 2 }]);
    expect((await second.query('show application_name')).rows).toEqual([{ application_name: '' }]);
    await second.query('notify leftovers');
    await second.query('select 1');
    expect(heard).toEqual([]);
    await second.end();
  });

  it('a new embedded connection waits until the previous one is released', async () => {
    const first = new pg.Client(memory.clientConfig);
    const second = new pg.Client(memory.clientConfig);
    await first.connect();
    let connected = false;
    const connecting = second.connect().then(() => {
      connected = true;
    });
    await first.query('select 1');
    expect(connected).toBe(false);
    await first.end();
    await connecting;
    await second.end();
  });

  it('the embedded engine declines TLS', async () => {
    const client = new pg.Client({ ...memory.clientConfig, ssl: true });
    await expect(client.connect()).rejects.toThrow('does not support SSL');
  });
});

describe('the watchdog of the embedded engine', () => {
  const endless = 'select count(*) from generate_series(1, 100000000000)';
  /** Short, since a statement that never ends takes a processor for that long. The other statements run without limit. */
  const limitMs = 300;
  let engine: EmbeddedEngine;
  beforeAll(async () => {
    engine = await openEmbedded({
      dataDir: join(place, 'watchdog'),
      statementTimeoutMs: limitMs,
      log,
    });
  });
  afterAll(() => engine.close());

  it('ends statements that sleep or compute, and keeps committed data', async () => {
    const pool = poolOf(engine);
    await engine.withoutWatchdog(async () => {
      await pool.query('create table kept (n int)');
      for (let n = 0; n < 20; n += 1) await pool.query('insert into kept values ($1)', [n]);
    });
    for (const runaway of ['select pg_sleep(30)', endless]) {
      let ticks = 0;
      const ticking = setInterval(() => (ticks += 1), 5);
      const startedAt = performance.now();
      await expect(pool.query(runaway)).rejects.toMatchObject({ code: '57014', severity: 'FATAL' });
      const endedAfterMs = performance.now() - startedAt;
      clearInterval(ticking);

      expect(endedAfterMs).toBeGreaterThanOrEqual(limitMs);
      expect(ticks).toBeGreaterThan(5);
      const { rows } = await engine.withoutWatchdog(() => pool.query('select count(*)::int as n from kept'));
      expect(rows).toEqual([{ n: 20 }]);
      expect(warnings.splice(0).join()).toContain('statement timeout');
    }
  });

  it('lets a statement run without limit where configured', async () => {
    const pool = poolOf(engine);
    await engine.withoutWatchdog(() => pool.query('select pg_sleep(0.6)'));
    await expect(pool.query('select pg_sleep(30)')).rejects.toMatchObject({ code: '57014' });
  });

  it('ends a statement whose client has disconnected', async () => {
    const client = new pg.Client(engine.clientConfig);
    client.on('error', () => {});
    await engine.withoutWatchdog(() => client.connect());
    warnings.splice(0);
    const running = client.query(endless).catch((error: unknown) => error);
    await client.end();
    expect(await running).toBeInstanceOf(Error);
    await expect.poll(() => warnings.join()).toContain('statement timeout');
    const again = engine.withoutWatchdog(() => poolOf(engine).query('select 1 as one'));
    expect((await again).rows).toEqual([{ one: 1 }]);
  });

  it('an in-memory database that was lost is not replaced by an empty one', async () => {
    const inMemory = await openEmbedded({
      dataDir: null,
      statementTimeoutMs: limitMs,
      log,
    });
    const pool = poolOf(inMemory);
    await inMemory.withoutWatchdog(() => pool.query('select 1'));
    await expect(pool.query(endless)).rejects.toMatchObject({ code: '57014' });
    await expect(pool.query('select 1')).rejects.toMatchObject({ code: 'engine_crashed' });
    await inMemory.close();
  });
});
