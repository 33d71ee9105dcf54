import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isWhole } from '../setup/size.ts';
import { makeZip } from '../text/imports-archive.ts';
import { expectNoFindings } from './expect-no-findings.ts';
import {
  aSpaceIn,
  beginImport,
  contentOf,
  freePages,
  heldSite,
  importing,
  jobEnd,
  jobUntil,
  titlesOfSite,
} from './import-jobs.ts';
import { aMigratedDirectory, startServerProcess, type ServerProcess } from './server-process.ts';

const pages = 8;
/** Titles of the pages in the archive, in alphabetical order. */
const inArchive = Array.from({ length: 9 }, (_none, at) => `Archived ${at + 1}`);

describe('a job of the one process over an embedded database', () => {
  let directory: Awaited<ReturnType<typeof aMigratedDirectory>>;
  let settings: Record<string, string>;
  let server: ServerProcess;
  let token: string;

  beforeAll(async () => {
    directory = await aMigratedDirectory();
    settings = { ...importing, DATA_DIR: directory.path };
    server = await startServerProcess(settings);
    ({ token } = server);
  });
  afterAll(async () => {
    await server.stop();
    await directory.remove();
  });

  const startAgain = async () => {
    server = { ...(await startServerProcess(settings)), token };
  };

  // The next test ends a process twice as well, and sees one of its jobs wait alone and take effect once.
  test.runIf(isWhole)('a job interrupted by kill -9 is tried once more, alone, and takes effect once', async () => {
    await using site = await heldSite({ pages });
    await using archive = await archiveServer();
    const spaces = [await aSpaceIn(server), await aSpaceIn(server)];
    const [fromSite = '', fromArchive = ''] = spaces;
    const first = await beginImport(server, fromSite, `${site.origin}/`, 'WEBSITE');
    await jobUntil(server, first, ({ progress }) => progress.done > freePages);
    expect(await server.stop('SIGKILL')).toBe('SIGKILL');

    await startAgain();
    const again = await jobUntil(
      server,
      first,
      ({ attempts, progress }) => attempts === 2 && progress.phase === 'Fetching pages' && progress.done > 1,
    );
    expect(again.state).toBe('running');
    const second = await beginImport(server, fromArchive, archive.url, 'ZIP');
    expect(await jobUntil(server, second, () => true)).toMatchObject({ state: 'queued', attempts: 0 });
    site.release();
    const end = await jobEnd(server, first);
    expect(end).toMatchObject({
      state: 'completed',
      attempts: 2,
      progress: { done: pages + 1, total: pages + 1 },
      result: { importedResources: pages + 1, skipped: [] },
    });
    // This job may be in any state when the process ends.
    const { startedAt } = await jobUntil(server, second, (job) => job.startedAt !== undefined);
    expect(Date.parse(startedAt)).toBeGreaterThanOrEqual(Date.parse(end.finishedAt));
    expect(await server.stop('SIGKILL')).toBe('SIGKILL');
    await expectNoFindings(settings);

    await startAgain();
    expect(await jobEnd(server, second)).toMatchObject({
      state: 'completed',
      result: { importedResources: inArchive.length },
    });
    expect(await contentOf(server, fromSite)).toEqual({ titles: titlesOfSite(pages), revisions: 2 });
    expect(await contentOf(server, fromArchive)).toEqual({ titles: inArchive, revisions: 2 });
  });

  test('a job that ends its process twice fails at the third start, and other jobs do not fail with it', async () => {
    await using site = await heldSite({ pages, until: Number.POSITIVE_INFINITY });
    const spaces = [await aSpaceIn(server), await aSpaceIn(server)];
    const [fromSite = '', fromPages = ''] = spaces;
    const fatal = await beginImport(server, fromSite, `${site.origin}/`, 'WEBSITE');
    const beside = await beginImport(server, fromPages, `${site.origin}/md/beside`, 'MARKDOWN');
    await jobUntil(server, fatal, ({ progress }) => progress.done > freePages);
    await jobUntil(server, beside, ({ state }) => state === 'running');
    expect(await server.stop('SIGKILL')).toBe('SIGKILL');

    await startAgain();
    await jobUntil(server, fatal, ({ attempts, progress }) => attempts === 2 && progress.done > 1);
    expect(await jobUntil(server, beside, () => true)).toMatchObject({ state: 'queued', attempts: 1 });
    expect(await server.stop('SIGKILL')).toBe('SIGKILL');

    await startAgain();
    expect(await jobEnd(server, fatal)).toMatchObject({
      state: 'failed',
      attempts: 2,
      error: {
        type: 'internal',
        message: 'The server stopped unexpectedly while it ran this job. The job is not tried again.',
      },
    });
    expect(await contentOf(server, fromSite)).toEqual({ titles: [], revisions: 1 });
    expect(await jobUntil(server, beside, ({ attempts }) => attempts === 2)).toMatchObject({ state: 'running' });
    site.release();
    expect(await jobEnd(server, beside)).toMatchObject({ state: 'completed', attempts: 2 });
    expect(await contentOf(server, fromPages)).toEqual({ titles: ['beside'], revisions: 2 });
  });

  test('a job interrupted by SIGTERM starts again at the next start and loses none of its attempts', async () => {
    await using site = await heldSite({ pages });
    const spaceId = await aSpaceIn(server);
    const id = await beginImport(server, spaceId, `${site.origin}/`, 'WEBSITE');
    await jobUntil(server, id, ({ progress }) => progress.done > freePages);
    expect(await server.stop()).toBe(0);
    site.release();
    await startAgain();
    expect(await jobEnd(server, id)).toMatchObject({ state: 'completed', attempts: 1 });
    expect(await contentOf(server, spaceId)).toEqual({ titles: titlesOfSite(pages), revisions: 2 });
    expect(await server.stop()).toBe(0);
    await expectNoFindings(settings);
  });
});

/** An archive of pages at an address. */
async function archiveServer() {
  const archive = makeZip(inArchive.map((title, at) => ({ name: `${at}.md`, body: `# ${title}\n\nWords.\n` })));
  const server = createServer((_request, response) => response.end(archive));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs.zip`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
