import { expect, test } from 'vitest';
import { allOr } from '../setup/size.ts';
import { expectNoFindings } from './expect-no-findings.ts';
import { aSpaceIn } from './import-jobs.ts';
import { aMigratedDirectory, ask, startServerProcess, type ServerProcess } from './server-process.ts';

const edits = Array.from({ length: allOr(12, 6) }, (_, at) => `Edit ${at}`);
/** The process is killed after this number of answers. */
const answers = edits.length / 3;
/** A long text takes several steps, so that the edits are at different points. */
const paragraphs = allOr(200, 50);

/** Sends an edit with an Idempotency-Key. Null when the server ended before it answered. */
async function edit(server: ServerProcess, spaceId: string, title: string): Promise<number | null> {
  const markdown = `${title}\n\n${'A paragraph of *text* with a [link](https://octavo.test).\n\n'.repeat(paragraphs)}`;
  try {
    const { status } = await fetch(`${server.url}/v1/spaces/${spaceId}/content`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.token}`,
        'content-type': 'application/json',
        'idempotency-key': `key of ${title}`.replaceAll(' ', '-'),
      },
      body: JSON.stringify({ changes: [{ operation: 'insert_page', title, document: { markdown } }] }),
    });
    return status;
  } catch {
    return null;
  }
}

test('edits whose keys were taken when the process was killed are repeated at once after the restart, and are made once', async () => {
  const directory = await aMigratedDirectory();
  const settings = { DATA_DIR: directory.path, LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '1000000' };
  let server = await startServerProcess(settings);
  const { token } = server;
  const spaceId = await aSpaceIn(server);
  // Loads the process that reads texts, so that the edits are at different points when the server is killed.
  expect(await edit(server, spaceId, 'First')).toBe(200);
  let answered = 0;
  const sent = edits.map(async (title) => {
    const status = await edit(server, spaceId, title);
    if (status !== null && (answered += 1) === answers) server.child.kill('SIGKILL');
  });
  await Promise.all(sent);
  expect(await server.ended).toBe('SIGKILL');
  expect(answered).toBeLessThan(edits.length);

  server = { ...(await startServerProcess(settings)), token };
  expect(await Promise.all(edits.map((title) => edit(server, spaceId, title)))).toEqual(edits.map(() => 200));
  const { body } = await ask(server, `GET /v1/spaces/${spaceId}/content/pages`);
  const titles = (body.pages as { title: string }[]).map(({ title }) => title);
  expect(titles.toSorted()).toEqual(['First', ...edits].toSorted());
  expect(await server.stop()).toBe(0);
  await expectNoFindings(settings);
  await directory.remove();
});
