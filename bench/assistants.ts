// Measures what a tool for assistants costs over the GraphQL operation that it runs, and what tools cost before the first call.
// Needs the build. Usage: `npx tsx bench/assistants.ts [--calls 2000] [--database URL]`.
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openPlace, type PostgresPlace } from './events/place.ts';
import { stateOf } from './events/process-state.ts';
import { shown } from './content/figures.ts';
import { figuresText, verdict } from './report.ts';
import { bar, type Figures } from './result.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '2000' },
    database: { type: 'string', default: 'postgresql://postgres@127.0.0.1:5432/postgres' },
  },
});
const calls = Number(values.calls);
const document = `query Spaces($organization: ID!) { organization(id: $organization) { spaces(first: 50) {
  count edges { node { id title language parent { id title } } } pageInfo { hasNextPage endCursor } } } }`;

async function compare(place: PostgresPlace): Promise<Figures> {
  const { organizationId: organization, token } = place;
  const [server] = place.servers;
  const pid = server.process.pid ?? 0;
  const send = async (path: string, body: object) => {
    const { status, text } = await server.call('POST', path, body, token);
    if (status !== 200 || text.includes('"errors"') || text.includes('"isError"'))
      throw new Error(`${path} answered ${status}: ${text}`);
  };
  const params = { name: 'list_spaces', arguments: { organization } };
  const ask = {
    graphql: () => send('/graphql', { query: document, variables: { organization } }),
    tool: () => send('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
  const measured: Record<keyof typeof ask, number[]> = { graphql: [], tool: [] };
  await ask.graphql();
  const idle = stateOf(pid).residentKb;
  await ask.tool();
  const first = stateOf(pid).residentKb - idle;
  // The first rounds warm up.
  for (const side of ['graphql', 'tool', 'graphql', 'tool', 'tool', 'graphql', 'graphql', 'tool'] as const) {
    const begun = stateOf(pid).micros;
    for (let call = 0; call < calls; call += 1) await ask[side]();
    measured[side].push((stateOf(pid).micros - begun) / calls);
  }
  const least = (side: keyof typeof ask) => Math.min(...measured[side].slice(1));
  return {
    title: `A tool beside its operation, over ${calls} calls`,
    columns: ['', 'processor µs'],
    rows: [
      ['POST /graphql, the spaces of an organization', shown(least('graphql'))],
      ['POST /mcp, list_spaces', shown(least('tool'))],
      ['resident memory that the first call takes, in kB', shown(first)],
    ],
    bars: [
      bar('processor time of a tool over its operation, in µs', least('tool') - least('graphql'), 'at most', 1_000),
    ],
  };
}

/** The files of the build that import the tools at once, and not at the first call. There must be none. */
function measureIdle(): Figures {
  const folder = new URL('../dist/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const textOf = (name: string) => readFileSync(new URL(name, folder), 'utf8');
  const [tools = ''] = files.filter((name) => textOf(name).includes('Octavo holds documentation: organizations'));
  if (tools === '') throw new Error('The build has no tools: npm run build');
  const atOnce = files.filter((name) =>
    new RegExp(`(?:from|import)\\s*"\\./${tools.replace('.', '\\.')}"`).test(textOf(name)),
  );
  const atFirstCall = files.filter((name) => textOf(name).includes(`import("./${tools}")`));
  return {
    title: 'Tools before the first call',
    columns: ['', 'files'],
    rows: [['that import them at the first call', String(atFirstCall.length)]],
    bars: [bar('files that load the tools before it', atOnce.length, 'at most', 0)],
  };
}

const place = await openPlace(values.database);
try {
  await place.makeSpaces(place.organizationId, 20);
  const all = [measureIdle(), await compare(place)];
  process.stdout.write(`${all.map(figuresText).join('\n\n')}\n\n${verdict(all)}\n`);
  if (all.some(({ bars }) => bars.some(({ pass }) => pass === false))) process.exitCode = 1;
} finally {
  await place.close();
}
