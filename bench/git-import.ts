// Imports a repository of 5,000 pages, changes one page, and imports again. Prints the processor time of the second import, with that
// of git. Starts a server of its own from the build (`npm run build`), on PostgreSQL where
// BENCH_DATABASE_URL names an empty database. Exits with 1 above the goal: one second.
// Usage: `npx tsx bench/git-import.ts [PAGES]`.
import { readFileSync } from 'node:fs';
import { gitServer } from '../test/git-server.ts';
import { startServer } from './hostile/server.ts';
import { senderTo } from './sets/import-set.ts';

const pages = Number(process.argv[2] ?? 5_000);
const goalSeconds = 1;

const git = await gitServer();
const repository = git.repository('docs.git', {
  'README.md': '# Start\n',
  ...Object.fromEntries(
    Array.from({ length: pages }, (_none, at) => [
      `part-${at % 50}/page-${at}.md`,
      `---\ndescription: About ${at}\n---\n\n# Page ${at}\n\nSee [the next](../part-${(at + 1) % 50}/page-${(at + 1) % pages}.md).\n\n${`Words of page ${at}.\n\n`.repeat(20)}`,
    ]),
  ),
});
const server = await startServer({ database: process.env['BENCH_DATABASE_URL'], boxMs: 600_000 });
const send = senderTo(server);
const { items } = await send<{ items: { id: string }[] }>('GET', '/v1/orgs');
const { id } = await send<{ id: string }>('POST', `/v1/orgs/${items[0]?.id}/spaces`, { title: 'Docs' });

/** Processor time of the server with the processes that it has waited for, in seconds. */
function processorTime(): number {
  const [, fields = ''] = readFileSync(`/proc/${server.process.pid}/stat`, 'utf8').split(') ');
  const ticksPerSecond = 100;
  return (
    fields
      .split(' ')
      .slice(11, 15)
      .reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
  );
}

const asked = `mutation ($id: ID!, $url: URL!) { importGitRepository(spaceId: $id, input: { url: $url, ref: "refs/heads/main" }) {
  changes { added updated removed unchanged } } }`;

async function importGit() {
  const [before, start] = [processorTime(), performance.now()];
  const variables = { id, url: git.url('docs.git') };
  const answer = await send<{ errors?: unknown; data: { importGitRepository: { changes: unknown } } }>(
    'POST',
    '/graphql',
    { query: asked, variables },
  );
  if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors));
  const seconds = (performance.now() - start) / 1_000;
  return { seconds, processor: processorTime() - before, changes: answer.data.importGitRepository.changes };
}

const print = (name: string, { seconds, processor, changes }: Awaited<ReturnType<typeof importGit>>) =>
  console.log(
    `| ${name} | ${seconds.toFixed(2)} s | ${processor.toFixed(2)} s of processor | ${JSON.stringify(changes)} |`,
  );

print(`${pages} pages`, await importGit());
repository.commit({ 'part-7/page-7.md': '# Page 7\n\nOther words.\n' });
const one = await importGit();
print('one changed', one);
print('none changed', await importGit());
await server.close();
await git[Symbol.asyncDispose]();
if (one.processor > goalSeconds) process.exitCode = 1;
