import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAuthenticator } from '../browser-authenticator.ts';
import { closeBrowser, hasChromium, openPage } from '../browser.ts';
import { freePort } from '../free-port.ts';
import { chanceSettings } from '../setup/chance.ts';
import { aMigratedDatabase, type MigratedDatabase } from './migrated-database.ts';
import { runCommand, startServerProcess, type ServerProcess } from './server-process.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;
const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

let database: MigratedDatabase;
let settings: Readonly<Record<string, string>>;
let server: ServerProcess;

beforeAll(async () => {
  database = await aMigratedDatabase();
  // The port stays where the embedded database makes the server stop for a command.
  settings = { ...database.settings, IMPORT_ALLOW_HOSTS: '127.0.0.1', PORT: String(await freePort()) };
  server = await startServerProcess(settings);
});
afterAll(async () => {
  await closeBrowser();
  await server.stop();
  await database.remove();
});

/** A page of a person, whose device keeps passkeys. */
async function aBrowser(): Promise<(url: string) => Promise<Page>> {
  const { page } = await openPage();
  await anAuthenticator(page);
  return async (url) => {
    await page.goto(url);
    return page;
  };
}

/** Runs a command on the server, which the embedded database must be left for. */
async function runOnServer(command: string): Promise<void> {
  const isEmbedded = settings['DATABASE_URL'] === undefined;
  if (isEmbedded) await server.stop();
  const { code, out, err } = await runCommand(command.split(' ').slice(2), settings);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('no longer requires single sign-on');
  if (isEmbedded) server = await startServerProcess(settings);
}

const create = { name: 'Create a passkey and sign in' };
const signedIn = (page: Page) => page.getByText('You are signed in').waitFor();

async function makePasskey(page: Page, name?: string): Promise<void> {
  if (name !== undefined) await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', create).click();
  await signedIn(page);
}

/** Whoever has two is not asked for another. */
async function makeSecond(page: Page): Promise<void> {
  await page.getByRole('button', create).click();
  await page.waitForURL(/app$/);
}

async function usePasskey(page: Page): Promise<void> {
  // Passkeys belong to a name, to which the page moves by itself.
  await page.waitForURL(/localhost/);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await signedIn(page);
}

/** Signs in at the provider and agrees to what it asks. */
async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await signedIn(page);
}

describe.runIf(hasCurl && hasChromium)('people.sh', () => {
  it('lets people in by a link, passkeys, a provider and an invitation, and out again', async () => {
    const [admin, ada, guest, other] = await Promise.all([aBrowser(), aBrowser(), aBrowser(), aBrowser()]);
    const steps: Readonly<Record<string, (what: string) => Promise<void>>> = {
      'Open the link of the first start': async (url) => makePasskey(await admin(url)),
      'Open the sign-in of the first admin': async (url) => usePasskey(await admin(url)),
      'Open the sign-in of the colleague, as ada': async (url) => signInAtProvider(await ada(url), 'ada'),
      'Open the link of the guest': async (url) => makePasskey(await guest(url), 'Grace'),
      'Open the sign-in of the guest': async (url) => usePasskey(await guest(url)),
      'Run on the server': runOnServer,
      'Open the link of the guest, in another browser or profile': async (url) => makeSecond(await other(url)),
      'Open the sign-in of the guest, there': async (url) => usePasskey(await other(url)),
    };
    const story = spawn('bash', [path('docs/story/people.sh')], {
      env: {
        PATH: process.env['PATH'],
        ...chanceSettings(),
        BASE: server.url,
        TOKEN: server.token,
        LINK: /^ {2}(\S+#link=\S+)$/m.exec(server.output.out)?.[1] ?? '',
        OCTAVO: `${process.execPath} ${path('bin/octavo.mjs')}`,
        PROVIDER_PORT: String(await freePort()),
      },
      stdio: 'pipe',
    });
    const ended = once(story, 'close');
    let errors = '';
    story.stderr.on('data', (chunk) => (errors += String(chunk)));
    const done: string[] = [];
    const told: string[] = [];
    let step: string | undefined;
    for await (const line of createInterface({ input: story.stdout })) {
      told.push(line);
      if (step === undefined && line in steps) step = line;
      else if (step !== undefined) {
        await steps[step]?.(line);
        done.push(step);
        // The script hears by itself of a sign-in.
        if (!step.includes('sign-in')) story.stdin.write('\n');
        step = undefined;
      }
    }
    expect(await ended, errors).toEqual([0, null]);
    expect(done).toEqual(Object.keys(steps));
    const [, first, provider, colleague, invited, required, broken, recovered, lost, left] = told
      .join('\n')
      .split(/^== .*\n/m);
    expect(first).toMatch(/^1 passkey for localhost\nsigned in by passkey, with octavo on the command line$/m);
    expect(provider).toMatch(
      /runs\nnot ready: .*could not be reached.*\n.*\nnot ready: .*client secret.*\n.*\nready$/m,
    );
    expect(provider).toMatch(/before an admin has used the provider: 409 invalid_state$/m);
    expect(colleague).toContain(
      'Ada (ada@example.org) is admin, as a claim says\nthe one whom the provider has provisioned',
    );
    expect(invited).toMatch(/^Grace is read$/m);
    const resting = 'admin 403 sso_required, colleague 200, guest 403 sso_required';
    expect(required).toBe(`admin 200, colleague 200, guest 200\nsso is true\n${resting}\n\n`);
    expect(broken).toMatch(/^not ready: .*could not be reached[^]*come back: 409 invalid_state$/m);
    expect(recovered).toMatch(/^admin 200, colleague 200, guest 200$/m);
    expect(lost).toMatch(/^the session of before: 401 unauthenticated$[^]*^the session of now: 200$/m);
    expect(left).toMatch(/^before: 200\na second later: 401 unauthenticated$/m);
    expect(left).toMatch(/member\.removed .*scim_token\.created .*session\.created/);
  });

  it('leaves people whose passkeys have another host once BASE_URL has, as doctor and the start say', async () => {
    await server.stop();
    const moved = { ...settings, BASE_URL: 'https://docs.example.org' };
    const told =
      /passkeys: (?:localhost )?\d people made passkeys at this host alone, and BASE_URL is https:\/\/docs\.example\.org now/;
    const { code, out } = await runCommand(['doctor'], moved);
    expect([code, out]).toEqual([1, expect.stringMatching(told)]);
    expect((await runCommand(['doctor'], settings)).code).toBe(0);
    server = await startServerProcess(moved);
    await expect.poll(() => server.output.out).toMatch(told);
    await server.stop();
    server = await startServerProcess(settings);
    await server.stop();
    expect(server.output.out).not.toMatch(told);
  });
});
