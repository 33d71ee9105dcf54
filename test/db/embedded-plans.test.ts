import { expect, it } from 'vitest';
import { memory, poolOf, useEngines, useMemory } from './embedded-setup.ts';

useEngines();
useMemory();

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
