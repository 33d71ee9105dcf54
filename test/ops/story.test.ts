import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { closeBrowser, hasChromium, withPage } from '../browser.ts';
import { listViolations } from '../hostile-pages.ts';
import { chanceSettings } from '../setup/chance.ts';
import { isWhole } from '../setup/size.ts';
import { aMigratedDatabase, type MigratedDatabase } from './migrated-database.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

const run = promisify(execFile);
const hasCurl = spawnSync('curl', ['--version']).status === 0;
const script = (name: string) => fileURLToPath(new URL(`../../docs/story/${name}`, import.meta.url));

describe.runIf(hasCurl)('the story in docs/story', () => {
  let server: ServerProcess;
  let database: MigratedDatabase;
  beforeAll(async () => {
    database = await aMigratedDatabase();
    server = await startServerProcess({ ...database.settings, IMPORT_ALLOW_HOSTS: '127.0.0.1' });
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
    await database.remove();
  });

  // Both tell the same story.
  test.each(isWhole ? ['rest.sh', 'graphql.sh'] : ['graphql.sh'])(
    '%s leads from an archive to a merged change, a search and a PDF',
    async (name) => {
      const pdf = join(database.path, `${name}.pdf`);
      const { stdout } = await run('bash', [script(name)], {
        env: { PATH: process.env['PATH'], ...chanceSettings(), BASE: server.url, TOKEN: server.token, PDF: pdf },
      });
      const [, imported, , , refused, merged, found, printed] = stdout.split(/^== .*\n/m);
      expect(stdout).not.toContain('undefined');
      expect(imported).toMatch(/44[^]*45/);
      expect(refused).toMatch(/conflicts[^]*as they were/);
      expect(merged).toMatch(/merge/i);
      expect(found).toMatch(/Databases, the (quokka|numbat) way|guides\/database/i);
      expect(printed).toMatch(/application\/pdf, \d{4,} bytes/);
      expect((await readFile(pdf, 'latin1')).slice(0, 5)).toBe('%PDF-');
    },
  );

  it('assistant.mjs leads from discovery and consent over a broken link to a requested review in eight calls, and leaves the rest to people', async () => {
    const { stdout } = await run(process.execPath, [script('assistant.mjs')], {
      env: { ...chanceSettings(), BASE: server.url, TOKEN: server.token },
    });
    const [, , letIn, work, left] = stdout.split(/^== .*\n/m);
    expect(letIn).toMatch(/^127\.0\.0\.1:\d+ may [^\n]*space:change-requests:write[^\n]* until somebody ends it$/m);
    expect(work?.match(/^-- /gm)?.length).toBeLessThanOrEqual(8);
    expect(work).toMatch(/-- check_change_request\nMerging adds 0, edits 1,[^]*No conflicts\n\nNo broken links/);
    expect(work).toMatch(/-- request_review\n\S+ #1 \[open\] Repair a link/);
    expect(left).toMatch(/^\d calls, [1-9]\d* events by story\/1\.0\.0 \(127\.0\.0\.1:\d+\)$/m);
    expect(left).toContain('First [install](/instal) it.');
    expect(left).toMatch(/has ended: 401$/m);
  });

  it('site.sh shows what the public, a share link and two visitors see of one site', async () => {
    const { stdout } = await run('bash', [script('site.sh')], {
      env: { PATH: process.env['PATH'], ...chanceSettings(), BASE: server.url, TOKEN: server.token },
    });
    const [, , , reader, shared, visitors, preview, unpublished] = stdout.split(/^== .*\n/m);
    const [, signedIn = '', operator = ''] = (visitors ?? '').split(/^-- an? (?:reader|operator)\n/m);
    const some = /^Operate has the pages \w+$/m;
    const all = /^Operate has the pages \w+(, \S+){4,}$/m;
    expect(stdout).not.toContain('undefined');
    for (const seen of [reader, shared, signedIn]) {
      expect(seen).toMatch(/^Start at \S+: Start, Use\nConcepts at \S+: Concepts\nOperate at \S+: Operate$/m);
      expect(seen).toMatch(some);
    }
    expect(shared).toMatch(/^No published content/);
    expect(operator).toMatch(all);
    expect(operator).toMatch(/^Operate: /m);
    expect(preview).toMatch(/: shown\n(\S+: hidden by visitor\.claims\.operator\n){4,}/);
    expect(unpublished?.trim()).toBe('404');
  });

  it.runIf(hasChromium && isWhole)(
    'reader.sh publishes a site that a browser opens, signs in to, previews, and no longer finds',
    async () => {
      const story = spawn('bash', [script('reader.sh')], {
        env: { PATH: process.env['PATH'], ...chanceSettings(), BASE: server.url, TOKEN: server.token },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const ended = once(story, 'close');
      const lines = createInterface({ input: story.stdout })[Symbol.asyncIterator]();
      /** Reads until the story says what to open. */
      const toOpen = async (what: string): Promise<string> => {
        for (;;) {
          const { value, done } = await lines.next();
          if (done) throw new Error(`The story ended before it opened ${what}`);
          if (value === `Open ${what}`) return String((await lines.next()).value);
        }
      };
      const goOn = () => story.stdin.write('\n');

      const url = await toOpen('the site');
      await withPage(url, async ({ page, complaints }) => {
        await page.getByRole('heading', { name: 'Welcome', level: 1 }).waitFor();
        await page.getByRole('main').getByRole('link', { name: 'the first steps' }).click();
        await page.getByText('Run the old program.').waitFor();
        const tree = page.getByRole('navigation', { name: 'Contents' });
        expect(await tree.getByRole('link').allTextContents()).toEqual(['Welcome', 'First steps']);

        goOn();
        const asked = await toOpen('a page of the site');
        await page.goto(asked);
        await page.getByRole('link', { name: 'I am a reader' }).click();
        await page.getByText('Run the old program.').waitFor();
        expect(page.url()).toBe(asked);
        expect(await tree.getByRole('link').allTextContents()).toEqual(['Welcome', 'First steps']);
        await page.context().clearCookies();
        await page.goto(asked);
        await page.getByRole('link', { name: 'I am an operator' }).click();
        await tree.getByRole('link', { name: 'Backups' }).click();
        await page.getByText('Keep them elsewhere.').waitFor();

        goOn();
        await page.goto(await toOpen('its preview'));
        const bar = page.getByRole('complementary', { name: 'Preview' });
        await bar.getByText('A newer program').waitFor();
        expect(await tree.getByRole('link').allTextContents()).toEqual(['Welcome', 'First steps']);
        await tree.getByRole('link', { name: 'First steps' }).click();
        await page.getByText('Run the new program.').waitFor();
        await bar.getByRole('link', { name: 'Show changes' }).click();
        expect(await page.locator('.text del').allTextContents()).toEqual(['Removed: old']);
        expect(await page.locator('.text ins').allTextContents()).toEqual(['Added: new']);
        await bar.getByRole('button', { name: 'Sign out' }).click();
        await page.getByRole('link', { name: 'I am a reader' }).waitFor();

        expect(listViolations(complaints)).toEqual([]);
        goOn();
        const gone = await page.goto(await toOpen('the site again'));
        expect([gone?.status(), await page.locator('.tree').count()]).toEqual([404, 0]);
      });
      story.stdin.end('\n');
      expect(await ended).toEqual([0, null]);
    },
  );
});
