import type { ClientBase, Pool } from 'pg';

/** A statement as PostgreSQL has run it. */
export interface Run {
  readonly text: string;
  /** Pages of tables and indexes that it read. */
  readonly buffers: number;
  readonly ms: number;
}

/**
 * Has PostgreSQL send a notice with the figures of each statement to sessions of a database that begin from now on
. The user must be a superuser.
 */
export async function explainStatements(client: ClientBase, database: string): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': 0,
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  };
  await client.query(`load 'auto_explain'`);
  const all = Object.entries(settings).map(([name, value]) => `alter database ${database} set ${name} = '${value}'`);
  await client.query(all.join('; '));
}

interface Explained {
  readonly 'Query Text': string;
  readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
}

const noticeHead = /^duration: ([\d.]+) ms {2}plan:/;

/** Reports each statement that the connections of a pool run, after `explainStatements`. */
export function watchStatements(pool: Pool, report: (run: Run) => void): void {
  const watched = new WeakSet();
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    client.on('notice', ({ message = '' }) => {
      const [head = '', ms] = noticeHead.exec(message) ?? [];
      if (ms === undefined) return;
      const { 'Query Text': text, Plan: plan } = JSON.parse(message.slice(head.length)) as Explained;
      report({ text, ms: Number(ms), buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] });
    });
  });
}
