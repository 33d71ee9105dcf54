import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask, type ServerProcess } from './server-process.ts';
import { until } from '../until.ts';

type Server = Pick<ServerProcess, 'url' | 'token'>;

/**
 * Settings that allow imports from this machine, and let processes look for jobs often. The lease is long enough for a
 * process that a busy machine does not run.
 */
export const importing = {
  LOG_LEVEL: 'warn',
  IMPORT_ALLOW_HOSTS: '127.0.0.1',
  RATE_LIMIT_PER_MINUTE: '1000000',
  MAX_IN_FLIGHT_PER_USER: '100',
  JOB_POLL_MS: '200',
  JOB_LEASE_MS: '15000',
};

/**
 * A website on this machine that answers some pages only when told to, so that a test knows the progress of an import.
 */
export interface HeldSite extends AsyncDisposable {
  readonly origin: string;
  /** Requested paths, in order. */
  readonly asked: string[];
  /** Answers all requests from now on. */
  release(): void;
}

/** Pages of the website that are answered at once. */
export const freePages = 4;

/**
 * Starts a website whose first page links to `pages` others, of which the later ones are held. Markdown pages at
 * `/md/NAME` are held until `until` of them are requested at once.
 */
export async function heldSite({ pages, until = 1 }: { pages: number; until?: number }): Promise<HeldSite> {
  const links = Array.from({ length: pages }, (_none, index) => `<a href="/${index}">${index}</a>`).join(' ');
  const asked: string[] = [];
  const waiting = new Set<() => void>();
  let isReleased = false;
  let together = 0;
  const release = () => {
    isReleased = true;
    for (const go of waiting) go();
    waiting.clear();
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const single = /^\/md\/(.+)$/.exec(path)?.[1];
    const name = /^\/(\d*)$/.exec(path)?.[1];
    if (single === undefined && name === undefined) return void response.writeHead(404).end();
    const type = single === undefined ? 'text/html' : 'text/markdown';
    const body =
      single === undefined
        ? `<main><h1>Page ${name || 'first'}</h1><p>Words.</p><p>${links}</p></main>`
        : `# ${single}\n\nWords of ${single}.\n`;
    const answer = () => void response.writeHead(200, { 'content-type': type }).end(body);
    if (single !== undefined && (together += 1) >= until) release();
    const isFree = single === undefined && Number(name) < freePages;
    if (isReleased || isFree) return answer();
    waiting.add(answer);
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    asked,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The titles that the website has, in order. */
export const titlesOfSite = (pages: number) =>
  ['Page first', ...Array.from({ length: pages }, (_none, index) => `Page ${index}`)].toSorted();

/** A new space. */
export async function aSpaceIn(server: Server): Promise<string> {
  const organizationId = (await ask(server, 'GET /v1/orgs')).body.items[0].id as string;
  return (await ask(server, `POST /v1/orgs/${organizationId}/spaces`, { title: 'Imported' })).body.id;
}

/** Starts an import, and returns the id of its job. */
export async function beginImport(server: Server, spaceId: string, url: string, source: string): Promise<string> {
  const { body } = await ask(server, 'POST /graphql', {
    query: `mutation ($spaceId: ID!, $input: ImportContentInput!) {
      startImport(spaceId: $spaceId, input: $input) { job { id } } }`,
    variables: { spaceId, input: { url, source } },
  });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data.startImport.job.id;
}

type SeenJob = any;

/** A look at a job takes the server processor time, and a job takes many times as long. */
const pauseMs = 100;

/** Polls a job until it fulfils a condition. */
export async function jobUntil(server: Server, id: string, isRight: (job: SeenJob) => boolean): Promise<SeenJob> {
  const { body } = await until(
    () => ask(server, `GET /v1/jobs/${id}`),
    (answer) => isRight(answer.body) || answer.body.finishedAt !== undefined,
    pauseMs,
  );
  if (!isRight(body)) throw new Error(`The job never was as wanted: ${JSON.stringify(body)}`);
  return body;
}

export const jobEnd = (server: Server, id: string) => jobUntil(server, id, (job) => job.finishedAt !== undefined);

/** Returns jobs when all of them have ended. */
export async function jobEnds(server: Server, ids: readonly string[]): Promise<SeenJob[]> {
  const ends: SeenJob[] = [];
  for (const id of ids) ends.push(await jobEnd(server, id));
  return ends;
}

/** Returns the titles of all pages of a space in alphabetical order, and the number of revisions. */
export async function contentOf(server: Server, spaceId: string): Promise<{ titles: string[]; revisions: number }> {
  const { body } = await ask(server, 'POST /graphql', {
    query: `query ($id: ID!) { space(id: $id) {
      content { allPages { title } } revisions(first: 100) { edges { node { id } } } } }`,
    variables: { id: spaceId },
  });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  const { content, revisions } = body.data.space;
  return {
    titles: content.allPages.map(({ title }: { title: string }) => title).toSorted(),
    revisions: revisions.edges.length,
  };
}
