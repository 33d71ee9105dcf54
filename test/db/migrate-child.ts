import { Pool } from 'pg';
import { migrate } from '../../src/db/migrate.ts';

const [, , url, directory] = process.argv;
const pool = new Pool({ connectionString: url, max: 1 });
const { applied } = await migrate(pool, {
  log: { info: () => undefined },
  ...(directory ? { directory } : {}),
});
await pool.end();
process.stdout.write(JSON.stringify(applied));
