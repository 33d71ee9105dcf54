import { ask, assertSame, statementsOf } from './ask.ts';
import { graphqlPeers, oursIn, restPeers, type Contender } from './contenders.ts';
import type { LoadRequest } from './load.ts';
import { graphqlNode, versionOf } from './machine.ts';
import { listBars, manyTokensName } from './goals.ts';
import { measure, type Conditions } from './measure.ts';
import type { Options } from './options.ts';
import type { Row, Table } from './result.ts';
import { plainLaunch, shippedLaunch } from './launch.ts';
import { startServer, type RunningServer } from './server.ts';
import type { Workload } from './workloads.ts';

/** The parts that all measurements of a run share. */
export interface Bench {
  readonly options: Options;
  readonly conditions: Conditions;
  /** A bearer token of the load user. */
  readonly secret: string;
  /** All of them. */
  readonly secrets: readonly string[];
  readonly dist: string;
  /** Whether other processes leave the machine to the benchmark. */
  readonly isQuiet: boolean;
  /** Remarks about the run. */
  readonly notes: Set<string>;
  readonly say: (text: string) => void;
}

interface Started {
  readonly contender: Contender;
  readonly server: RunningServer;
}

/** Measures the workloads of one API. All contenders run on the same Node and are started once. */
export async function measureFace(
  face: Workload['face'],
  workloads: readonly Workload[],
  bench: Bench,
): Promise<Table[]> {
  const node = face === 'graphql' ? graphqlNode() : process.execPath;
  const version = versionOf(node);
  const { contenders, skipped } = chosen(face, version, bench);
  const placeOf = (contender: Contender) => ({
    node,
    databaseUrl: bench.conditions.databaseUrl,
    // REST contenders start as their guides recommend. GraphQL contenders all start in the same way.
    ...(face === 'graphql' || bench.options.sameFlags || isOurs(contender) ? shippedLaunch : plainLaunch),
  });
  const counted = await Promise.all(
    contenders.map((contender) =>
      statementsOf(
        contender,
        workloads.map((workload) => ({
          requests: countedRequests(workload, contender),
          secretFor: (origin) => secretOf(workload, origin, bench),
        })),
        placeOf(contender),
      ),
    ),
  );
  const started = await Promise.all(
    contenders.map(async (contender) => ({ contender, server: await startServer(contender, placeOf(contender)) })),
  );
  try {
    const tables: Table[] = [];
    for (const [index, workload] of workloads.entries()) {
      bench.say(`${workload.name}: ${workload.title}`);
      const serving = started.filter(({ contender }) => workload.requests(contender).length > 0);
      await compareBodies(workload, serving, bench);
      const targets = await Promise.all(
        serving.map(async ({ contender, server }) => ({
          name: contender.name,
          server,
          requests: workload.requests(contender),
          secret: await secretOf(workload, server.origin, bench),
        })),
      );
      const [ours] = targets;
      const encoded = (workload.encodings ?? []).flatMap((encoding) =>
        ours ? [{ ...ours, name: `${ours.name}, ${encoding}`, encoding }] : [],
      );
      const unshared =
        workload.manyTokens && ours
          ? [{ ...ours, name: manyTokensName(ours.name), requests: withTokens(ours.requests, bench.secrets) }]
          : [];
      const { measured, databasePinned } = await measure([...targets, ...unshared, ...encoded], bench.conditions);
      if (!databasePinned)
        bench.notes.add('The processes of PostgreSQL could not be pinned to the core of the load generator');
      const rows = measured.map((row, at): Row => ({
        ...row,
        statements: counted[started.findIndex(({ contender }) => contender.name === row.name)]?.[index] ?? null,
        isCompared: workload.comparable !== null && at > 0 && at < targets.length,
      }));
      tables.push({
        name: workload.name,
        title: workload.title,
        node: version,
        rows,
        bars: listBars(workload, rows, bench.isQuiet),
        skipped,
      });
    }
    return tables;
  } finally {
    await Promise.all(started.map(({ server }) => server.stop()));
  }
}

/** Each request with each token, in an order in which neither repeats soon. */
const withTokens = (requests: readonly LoadRequest[], secrets: readonly string[]): LoadRequest[] =>
  Array.from({ length: Math.min(requests.length, 20) * secrets.length }, (_none, index) => ({
    ...(requests[index % requests.length] as LoadRequest),
    secret: secrets[index % secrets.length] as string,
  }));

const isOurs = ({ name }: Contender) => name === 'octavo';

function chosen(face: Workload['face'], version: string, { dist, options: { against } }: Bench) {
  const peers = (face === 'rest' ? restPeers : graphqlPeers).filter(
    ({ name }) => against.length === 0 || against.includes(name),
  );
  const major = Number(/^v(\d+)/.exec(version)?.[1]);
  const tooNew = peers.filter(({ node = 0 }) => node > major);
  return {
    contenders: [oursIn(dist), ...peers.filter((peer) => !tooNew.includes(peer))],
    skipped: tooNew.map(({ name, node }) => `${name}, which needs Node ${node} (this is ${version})`),
  };
}

/** Octavo with every page size, peers with the measured one. */
const countedRequests = (workload: Workload, contender: Contender) => [
  ...workload.requests(contender).slice(0, 1),
  ...(isOurs(contender) ? workload.otherSizes : []),
];

/** Returns the token for a workload: the one of the load user, none, or one that the server issues to a visitor. */
async function secretOf({ caller, signIn }: Workload, origin: string, { secret }: Bench): Promise<string | null> {
  if (caller === 'user') return secret;
  if (caller === 'nobody' || signIn === undefined) return null;
  return ((await ask(origin, null, signIn)) as { readonly apiToken: string }).apiToken;
}

/** Throws when the first responses of a contender differ from those of Octavo, which is the first one. */
async function compareBodies(workload: Workload, started: readonly Started[], bench: Bench): Promise<void> {
  const { name, comparable } = workload;
  if (comparable === null) return;
  const answersOf = async ({ contender, server }: Started) => {
    const secret = await secretOf(workload, server.origin, bench);
    const requests = workload.requests(contender).slice(0, 5);
    return Promise.all(requests.map(async (request) => comparable(await ask(server.origin, secret, request))));
  };
  const [ours, ...theirs] = await Promise.all(started.map(answersOf));
  for (const [index, answers] of theirs.entries())
    assertSame(ours, answers, `${name}: ${started[index + 1]?.contender.name}`);
}
