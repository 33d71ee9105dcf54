import type { Pool } from 'pg';
import type { Tracing } from './tracing.ts';

/** Maximum length of a statement in a span, in characters. */
const maxStatement = 4_000;

type Query = (...args: unknown[]) => unknown;

/** Traces every statement of a pool in a span with its text, without parameter values. */
export function traceStatements(pool: Pool, tracing: Tracing): void {
  // The callback of a new connection runs on its socket, outside the context of the request.
  const connect = pool.connect.bind(pool) as Query;
  Object.assign(pool, { connect: (...args: unknown[]) => connect(...args.map((one) => tracing.bind(one))) });
  const known = new WeakSet();
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    const query = client.query.bind(client) as Query;
    Object.assign(client, { query: (...args: unknown[]) => tracedQuery(tracing, query, args) });
  });
}

function tracedQuery(tracing: Tracing, query: Query, args: unknown[]): unknown {
  const [first] = args;
  const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '');
  const verb = /\w+/.exec(text)?.[0].toUpperCase() ?? 'SQL';
  const span = tracing.startStatement(verb, {
    'db.system.name': 'postgresql',
    'db.operation.name': verb,
    'db.query.text': text.slice(0, maxStatement),
  });
  if (span === null) return query(...args);
  const end = (error: unknown) => {
    if (error instanceof Error) span.fail(error.name);
    span.end();
  };
  const callback = args.at(-1);
  if (typeof callback === 'function')
    return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
      end(error);
      (callback as Query)(error, result);
    });
  const answer = query(...args);
  if (answer instanceof Promise) answer.then(() => end(null), end);
  else span.end();
  return answer;
}
