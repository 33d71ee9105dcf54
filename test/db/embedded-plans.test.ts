import { expect, it } from 'vitest';
import { memory, poolOf, useEngines } from './embedded-setup.ts';

useEngines();

it('a statement that was planned while its table was small reads a large table by the index', async () => {
  const client = await poolOf(memory).connect();
  try {
    await client.query('create temporary table growing (id int primary key)');
    await client.query('insert into growing select generate_series(1, 3)');
    await client.query('analyze growing');
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query('prepare by_id(int) as select from growing where id = $1');
    await client.query('execute by_id(1)');
    await client.query('insert into growing select generate_series(4, 10000)');
    const { rows } = await client.query('explain execute by_id(1)');
    const plan = rows.map((row: { 'QUERY PLAN': string }) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('growing_pkey');
    expect(plan).not.toContain('Seq Scan');
  } finally {
    client.release(true);
  }
});

it('statistics of a table that has grown are collected, outside of transactions', async () => {
  const client = await poolOf(memory).connect();
  const collectedRows = async () => {
    const { rows } = await client.query(`select reltuples::int as count from pg_class where relname = 'grown'`);
    return rows[0].count;
  };
  try {
    await client.query('create table grown (id int primary key)');
    await client.query('begin');
    await client.query('insert into grown select generate_series(1, 1000)');
    await client.query('select pg_sleep(1.2)');
    expect(await collectedRows()).toBe(-1);
    await client.query('commit');
    await expect.poll(collectedRows).toBe(1000);
    await client.query('insert into grown select generate_series(1001, 1020)');
    await client.query('select pg_sleep(1.2)');
    expect(await collectedRows()).toBe(1000);
  } finally {
    await client.query('drop table if exists grown');
    client.release(true);
  }
});
