import { cpus } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { ensureBuilt } from '../scripts/build.mjs';
import { assertInstalled, compilePeers } from './contenders.ts';
import { databaseUrlOf } from './database.ts';
import { dropData, prepareData } from './dataset/load.ts';
import { prepareSite } from './dataset/site.ts';
import { measureDeep } from './deep.ts';
import { canPin, graphqlNode, hasWrk, machineLoad, quietLoad, versionOf } from './machine.ts';
import { growthName, measureGrowth } from './growth.ts';
import { measureFace, type Bench } from './faces.ts';
import { help, readOptions, type Options } from './options.ts';
import { measureReader, readerWorkloadNames } from './reader.ts';
import { report } from './report.ts';
import type { Figures, Result, Table } from './result.ts';
import { measureQuality, searchName } from './search/quality.ts';
import { siteWorkloadNames, siteWorkloadsOf } from './site-workloads.ts';
import { listWorkloads } from './workloads.ts';

/** Prints progress to stderr, because the result goes to stdout. */
const say = (text: string) => console.error(text);

const options = readOptions(process.argv.slice(2));
if (options === null) console.log(help);
else await bench(options);

async function bench(asked: Options) {
  const figures: Figures[] = [];
  if (isWanted(asked, searchName)) figures.push(await measureQuality(databaseUrlOf(asked), say));
  if (asked.only.includes(growthName)) figures.push(await measureGrowth(databaseUrlOf(asked), asked.quick, say));
  const needsNoPeers = asked.only.length > 0 && asked.only.every((name) => name === searchName || name === growthName);
  const requests = needsNoPeers ? { machine: {}, tables: [], notes: [] } : await measureRequests(asked);
  const result: Result = { ...requests, figures };
  console.log(asked.json ? JSON.stringify(result, null, 2) : report(result));
  if ([...result.tables, ...figures].some(({ bars }) => bars.some(({ pass }) => pass === false))) process.exitCode = 1;
}

async function measureRequests(asked: Options): Promise<Omit<Result, 'figures'>> {
  assertInstalled(asked.against);
  const load = machineLoad();
  const isQuiet = load <= quietLoad;
  await ensureBuilt();
  compilePeers();
  const databaseUrl = databaseUrlOf(asked);
  const data = await prepareData(databaseUrl, asked.sizes, say);
  const [secret] = data.secrets;
  const generator = asked.load ?? (hasWrk ? 'wrk' : 'autocannon');
  const settings: Bench = {
    options: asked,
    conditions: { ...asked, generator, databaseUrl },
    secret,
    secrets: data.secrets,
    dist: path.resolve(import.meta.dirname, '../dist'),
    isQuiet,
    notes: new Set<string>(
      isQuiet ? [] : [`The load of the machine was ${load.toFixed(1)}, so goals of time and throughput are skipped`],
    ),
    say,
  };
  try {
    const needsSite = siteWorkloadNames.some((name) => isWanted(asked, name));
    const site = needsSite
      ? await prepareSite({ databaseUrl, dist: settings.dist, secret, sections: asked.sizes.sections, say })
      : null;
    const wanted = [...listWorkloads(asked.sizes), ...(site ? await siteWorkloadsOf(site) : [])].filter(({ name }) =>
      isWanted(asked, name),
    );
    const tables: Table[] = [];
    for (const face of ['rest', 'graphql'] as const) {
      const workloads = wanted.filter((workload) => workload.face === face);
      if (workloads.length > 0) tables.push(...(await measureFace(face, workloads, settings)));
      if (face === 'rest' && isWanted(asked, 'deep')) tables.push(await measureDeep(settings));
    }
    if (readerWorkloadNames.some((name) => isWanted(asked, name)))
      tables.push(...(await measureReader(settings, (name) => isWanted(asked, name))));
    return { machine: await machineFacts(asked, generator, databaseUrl), tables, notes: [...settings.notes] };
  } finally {
    if (asked.drop) await dropData(databaseUrl);
  }
}

function isWanted({ only }: Options, name: string) {
  return only.length === 0 || only.includes(name);
}

async function machineFacts({ sizes, rounds, seconds, connections }: Options, generator: string, databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  return {
    cores: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    PostgreSQL: rows[0]?.server_version.split(' ')[0] ?? 'unknown',
    'Node REST': versionOf(process.execPath),
    'Node GraphQL': versionOf(graphqlNode()),
    load: generator,
    connections,
    rounds: `${rounds} × ${seconds} s`,
    pinned: canPin,
    data: `${sizes.organizations} organizations, ${sizes.spaces} spaces, ${sizes.comments} comments, ${sizes.reactions} reactions, ${sizes.deep} comments in the big space`,
  };
}
