import { mkdir, readdir, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openEmbedded } from '../../src/db/embedded/engine.ts';
import { Child } from './embedded-child.ts';
import { engines, log, openOnDisk, place, poolOf, useEngines } from './embedded-setup.ts';
import { allOr } from '../setup/size.ts';
import { patienceMs } from '../setup/patience.ts';

useEngines();

describe('the life of the embedded engine', () => {
  it('the embedded engine starts again after the database has stopped by itself', async () => {
    const pool = poolOf(await openOnDisk('life'));
    await pool.query('create table crashed as select 1 as n');
    // PGlite 0.5.16 exits when copy data is missing, like a server process that has lost its client.
    await expect(pool.query('copy crashed from stdin')).rejects.toMatchObject({ code: '57P02' });
    expect((await pool.query('select n from crashed')).rows).toEqual([{ n: 1 }]);
  });

  it('closing the embedded engine lets the running statement finish and rolls back the rest', async () => {
    const engine = await openOnDisk('life');
    const client = new pg.Client(engine.clientConfig);
    client.on('error', () => {});
    await client.connect();
    await client.query('create table kept (n int)');
    const running = client.query('insert into kept select 1 from pg_sleep(0.3)');
    const closing = engine.close();
    expect((await running).rowCount).toBe(1);
    await closing;
    await expect(client.query('select 1')).rejects.toThrow();
    await expect(new pg.Client(engine.clientConfig).connect()).rejects.toMatchObject({
      code: 'engine_closed',
    });
    const again = poolOf(await openOnDisk('life'));
    expect((await again.query('select n from kept')).rows).toEqual([{ n: 1 }]);
  });

  it('a new data directory can be initialized from a dump of the embedded engine', async () => {
    const source = await openOnDisk('source');
    await poolOf(source).query('create table carried as select 7 as n');
    const tarball = join(place, 'carried.tar.gz');
    await writeFile(tarball, await source.dump());
    const copy = await openEmbedded({
      dataDir: join(place, 'copy'),
      statementTimeoutMs: patienceMs,
      log,
      loadDataDir: tarball,
    });
    engines.push(copy);
    expect((await poolOf(copy).query('select n from carried')).rows).toEqual([{ n: 7 }]);
  });

  it('the embedded engine refuses a directory with other files and leaves them unchanged', async () => {
    const strange = join(place, 'strange');
    await mkdir(strange);
    await writeFile(join(strange, 'letter.txt'), 'dear reader');
    await expect(openEmbedded({ dataDir: strange, statementTimeoutMs: patienceMs, log })).rejects.toMatchObject({
      code: 'data_dir_unreadable',
    });
    expect(await readdir(strange)).toEqual(['letter.txt']);
  });

  it('the embedded engine initializes a directory again after an interrupted first start', async () => {
    await mkdir(join(place, 'first.new'));
    await writeFile(join(place, 'first.new', 'PG_VERSION'), '18');
    expect((await poolOf(await openOnDisk('first')).query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(await readdir(place)).not.toContain('first.new');
  });

  it('the embedded engine explains why a damaged directory cannot be read, and leaves it unchanged', async () => {
    await (await openOnDisk('damaged')).close();
    const control = join(place, 'damaged', 'global', 'pg_control');
    await truncate(control, 100);
    await expect(openOnDisk('damaged')).rejects.toMatchObject({
      code: 'data_dir_unreadable',
      message: expect.stringContaining('could not read file "global/pg_control"'),
    });
    expect((await stat(control)).size).toBe(100);
  });

  // Servers are stopped by SIGTERM in test/ops.
  it.each(allOr<NodeJS.Signals[]>(['SIGKILL', 'SIGTERM'], ['SIGKILL']))(
    'no acknowledged row of the embedded engine is lost or torn by %s',
    async (signal) => {
      const name = `killed-${signal}`;
      let acknowledged = 0;
      for (let round = 0; round < allOr(4, 1); round += 1) {
        const child = await Child.start('embedded-writer-child', join(place, name));
        const until = 30 + round * 17;
        for (let line = 0; line < until; line += 1) acknowledged = Number(await child.line());
        await child.kill(signal);
        acknowledged = Number((await child.rest()).at(-1) ?? acknowledged);
        if (signal === 'SIGTERM') expect(child.process.exitCode).toBe(0);
      }
      const { rows } = await poolOf(await openOnDisk(name)).query(
        'select count(*)::int as rows, count(distinct n)::int as pairs, max(n) as last from halves',
      );
      expect(rows[0].rows).toBe(rows[0].pairs * 2);
      expect(rows[0].pairs).toBe(rows[0].last);
      expect(rows[0].last).toBeGreaterThanOrEqual(acknowledged);
      expect(acknowledged).toBeGreaterThanOrEqual(30);
    },
  );
});
