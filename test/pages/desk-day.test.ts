import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listViolations } from '../accessibility.ts';
import { anAuthenticator } from '../browser-authenticator.ts';
import { closeBrowser, hasChromium, openPage, type SharedPage } from '../browser.ts';
import { anOrganization } from '../factories.ts';
import type { Caller } from '../harness.ts';
import { insert } from '../insert.ts';
import type { Mailer } from '../../src/infra/mail/mailer.ts';
import { readPublished } from '../proposals.ts';
import { aMailServer, linkIn, type MailServer } from '../smtp-server.ts';
import { aMergingWorld, changed, edit, text } from '../rest/authoring/merging-world.ts';
import { aSite, aSiteSpace } from '../visitors-world.ts';
import { openAs, shoot, startDesk, type DeskServer } from './desk-server.ts';

let desk: DeskServer;
let mail: MailServer;
const setMailer = (mailer: Mailer | null) => Object.assign(desk.server.platform.services, { mailer });
beforeAll(async () => {
  desk = await startDesk('localhost');
  mail = await aMailServer();
  setMailer(mail.mailer());
});
afterAll(async () => {
  setMailer(null);
  await mail.stop();
  await desk.app.close();
  await closeBrowser();
});

/** An organization of an author and a reviewer, with a site and a change request of the author that edits one line. */
async function aWorld() {
  const { server } = desk;
  const { id: organizationId } = await anOrganization(server, { title: 'Acme' });
  const join = async (displayName: string): Promise<Caller> => {
    const caller = await server.aUser({ displayName });
    await insert(server.platform, 'members', { organizationId, userId: caller.userId, role: 'admin' });
    return caller;
  };
  const [author, reviewer] = [await join('Ada Author'), await join('Rita Reviewer')];
  const world = await aMergingWorld(server, organizationId, author);
  await world.inRequest(edit(world.pages.a, changed('two', '**second**')));
  await author.rest(`PATCH ${world.at}`, { subject: 'Better words', status: 'open' });
  const site = await aSite(server, organizationId, { title: 'Manual', visibility: 'public' });
  await aSiteSpace(server, { siteId: site.id, organizationId }, { spaceId: world.spaceId, path: 'm', isDefault: true });
  return { ...world, organizationId, author, reviewer, siteId: site.id };
}

/** Opens the mail that invites somebody in a browser of their own, and signs in by a new passkey, as its page offers it. */
async function arriveByMail(author: Caller, organizationId: string, displayName: string): Promise<SharedPage> {
  const address = `${displayName.split(' ', 1)[0]?.toLowerCase()}-${organizationId.toLowerCase()}@invited.example`;
  await author.rest(`POST /v1/orgs/${organizationId}/invites`, { emails: [address], role: 'admin' });
  const link = linkIn(await mail.mailTo(address));
  const shared = await openPage();
  await anAuthenticator(shared.page);
  // The mail names the server of all tests, and this one has an address of its own.
  await shared.page.goto(`${desk.base}${new URL(link).pathname}${new URL(link).hash}`);
  await shared.page.getByRole('heading', { name: 'You are invited to Acme' }).waitFor();
  await shared.page.getByLabel('Your name').fill(displayName);
  await shared.page.getByRole('button', { name: 'Create a passkey and sign in' }).click();
  return shared;
}

const asks = (page: Page, name: string) =>
  page.waitForResponse((response) => response.request().postData()?.includes(name) ?? false);

describe.runIf(hasChromium)('a working day at the desk', () => {
  it('two people review, discuss, resolve a conflict and merge, each seeing what the other does', async () => {
    const world = await aWorld();
    const { base } = desk;
    const ada = await openAs(desk, world.author);
    const grace = await arriveByMail(world.author, world.organizationId, 'Grace Hopper');
    const [author, reviewer] = [ada.page, grace.page];
    const path = `/spaces/${world.spaceId}/change-requests/${world.id}`;

    const streams = Promise.all(['subscription News', 'subscription Notified'].map((name) => asks(reviewer, name)));
    await reviewer.getByRole('button', { name: 'Not now' }).click();
    await reviewer.getByRole('heading', { level: 1, name: 'For you' }).waitFor();
    await streams;
    await reviewer.getByText('Nobody waits for your review.').waitFor();

    await author.goto(`${base}${path}`);
    await author.getByRole('heading', { name: 'Better words #1' }).waitFor();
    expect(await author.getByRole('heading', { name: 'Your review' }).count()).toBe(0);
    await author.getByRole('button', { name: 'Ask for a review' }).click();
    await author.getByLabel('Reviewer').selectOption({ label: 'Grace Hopper' });
    await author.getByRole('button', { name: 'Ask for a review' }).click();
    await author.getByText('Asked', { exact: true }).waitFor();

    await reviewer.locator('#asked').getByRole('link', { name: 'Better words #1' }).click();
    await reviewer.locator('.text ins', { hasText: 'second' }).waitFor();
    await reviewer.locator('.text del', { hasText: 'two' }).waitFor();
    await reviewer.getByLabel('Beside each other').check();
    await reviewer.locator('.hunks ins', { hasText: '**second**' }).waitFor();
    await shoot(reviewer, 'review-beside-1280-light');
    await reviewer.getByText('Comment on this page').click();
    await reviewer.getByLabel('Your comment on “a”').fill('Is *second* right?');
    await reviewer.getByRole('button', { name: 'Comment' }).first().click();
    await reviewer.locator('.thread em', { hasText: 'second' }).waitFor();
    expect(await reviewer.getByLabel('Your comment on “a”').inputValue()).toBe('');
    await reviewer.getByLabel('Comment (optional)').fill('Nearly there.');
    await reviewer.getByRole('button', { name: 'Ask for changes' }).click();
    await reviewer.getByText('Asks for changes', { exact: true }).waitFor();

    const thread = author.locator('.thread', { hasText: 'right?' });
    await thread.getByRole('button', { name: '👍' }).click();
    await thread.getByRole('button', { name: '👍 1', pressed: true }).waitFor();
    await thread.getByRole('button', { name: 'Reply' }).click();
    await thread.getByLabel('Your reply').fill('It is.');
    await thread.getByRole('button', { name: 'Reply' }).click();
    await thread.getByText('It is.').waitFor();
    await reviewer.locator('.reply', { hasText: 'It is.' }).waitFor();
    await reviewer.locator('.thread', { hasText: 'right?' }).getByRole('button', { name: 'Resolve' }).click();
    await author.getByText('Resolved: what Grace Hopper said').waitFor();

    await author.getByRole('link', { name: 'Edit this page' }).first().click();
    await author.locator('.editor').waitFor();
    await author.getByRole('textbox', { name: 'Text of “a”' }).click();
    await author.keyboard.press('Control+End');
    await author.keyboard.type('And a last line.');
    await author.keyboard.press('Control+s');
    await author.getByText('Saved.', { exact: true }).waitFor();
    await author.getByRole('link', { name: 'To the change request' }).click();
    await reviewer.locator('.text ins', { hasText: 'And a last line.' }).waitFor();

    await world.onMain(edit(world.pages.a, changed('two', 'zwei')));
    await author.getByRole('heading', { name: 'Conflicts' }).waitFor();
    await author.getByText('Resolve the conflicts first.').waitFor();
    expect(await author.getByRole('button', { name: 'Merge into the main content' }).count()).toBe(0);
    const merged = `${changed('two', 'second, zwei')}And a last line.`;
    const conflict = author.getByRole('article', { name: 'a' });
    await conflict.locator('figure', { hasText: 'In the main content' }).getByText('zwei').waitFor();
    await shoot(author, 'conflict-1280-light');
    expect(await listViolations(author)).toEqual([]);
    await conflict.getByText('Write a text of your own').click();
    await conflict.getByLabel('Text of “a”').fill(merged);
    await conflict.getByRole('button', { name: 'Take this text' }).click();
    await author.getByRole('heading', { name: 'Conflicts' }).waitFor({ state: 'detached' });

    // An approval is of what the reviewer sees, and refused for a state that they have not seen.
    await reviewer.locator('.text ins', { hasText: 'second,' }).waitFor();
    await reviewer.getByRole('button', { name: 'Approve' }).click();
    await author.getByText('Approved', { exact: true }).waitFor();
    await author.getByRole('button', { name: 'Merge into the main content' }).click();
    await author.getByText('It is merged.').waitFor();
    await reviewer.getByText('It is merged.').waitFor();
    expect(await world.textOf(world.pages.a)).toBe(merged);

    const { body: site } = await world.author.rest(`GET /v1/orgs/${world.organizationId}/sites/${world.siteId}`);
    // The first page of a site is its home.
    const published = await readPublished(desk, site.urls.published);
    expect(String(published.body)).toMatch(/second, zwei[^]*And a last line\./);

    await reviewer.goto(`${base}/app`);
    await reviewer.getByRole('link', { name: 'Ada Author merged a change request: Better words' }).waitFor();
    expect([...ada.complaints, ...grace.complaints]).toEqual([]);
    await Promise.all([ada.close(), grace.close()]);
  });

  it('a change request is begun at its space', async () => {
    const world = await aWorld();
    const { page, close } = await openAs(desk, world.author);
    await page.goto(`${desk.base}/spaces/${world.spaceId}`);
    await page.getByRole('button', { name: 'New change request' }).click();
    await page.getByRole('link', { name: 'Arrange pages' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/change-requests\/cr_/);
    const begun = page.locator('main time').first();
    await begun.hover();
    expect(await begun.getAttribute('title')).toMatch(/\d{4}/);
    await close();
  });

  it('somebody writes a page in a new change request, and keeps both texts when it was overtaken', async () => {
    const world = await aWorld();
    const { base } = desk;
    const { page, complaints, close } = await openAs(desk, world.author);
    await page.goto(`${base}/spaces/${world.spaceId}/pages/${world.pages.b}`);
    await page.getByRole('button', { name: 'Edit this page' }).click();
    await page.getByRole('link', { name: '#1 Better words' }).waitFor();
    await page.getByRole('button', { name: 'a new change request' }).click();
    const editor = page.getByRole('textbox', { name: 'Text of “b”' });
    await page.locator('.editor').waitFor();
    await editor.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('## Begin *here*\n\n');
    await page.locator('.preview h2 em', { hasText: 'here' }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    await shoot(page, 'edit-1280-light');
    await page.getByLabel('Title').fill('Better b');
    await page.getByLabel('Description').fill('What it is about');
    await page.getByText('Not saved yet.').waitFor();

    await page.reload();
    await page.getByText('What you had not saved was restored.').waitFor();
    await page.locator('.preview h2 em', { hasText: 'here' }).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    const at = `/v1/spaces/${world.spaceId}/change-requests/2`;
    expect(await world.textOf(world.pages.b, at)).toBe(`## Begin *here*\n\n${text}`);
    const saved = await world.author.rest(`GET ${at}/content/page/${world.pages.b}`);
    expect(saved.body).toMatchObject({ title: 'Better b', description: 'What it is about' });

    const changes = [{ operation: 'update_page', page: world.pages.b, document: { markdown: 'Of somebody else' } }];
    expect((await world.reviewer.rest(`POST ${at}/content`, { changes })).status).toBe(200);
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('Mine');
    await page.keyboard.press('Control+s');
    const both = page.getByRole('alert');
    await both.locator('pre', { hasText: 'Of somebody else' }).waitFor();
    await both.locator('pre', { hasText: 'Mine' }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    await shoot(page, 'overtaken-1280-light');
    expect(await world.textOf(world.pages.b, at)).toBe('Of somebody else');
    await both.getByRole('button', { name: 'Go on with mine' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await world.textOf(world.pages.b, at)).toMatch(/^## Begin.*Mine$/s);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a new page of a change request is written at once', async () => {
    const world = await aWorld();
    const { page, close } = await openAs(desk, world.author);
    await page.goto(`${desk.base}/spaces/${world.spaceId}/change-requests/1`);
    await page.getByText('New page').click();
    await page.getByLabel('Title').fill('Fresh');
    await page.getByRole('button', { name: 'Add the page' }).click();
    await page.locator('.editor').waitFor();
    await page.getByRole('textbox', { name: 'Text of “Fresh”' }).click();
    await page.keyboard.type('First words');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'To the change request' }).click();
    await page.locator('.change-of', { hasText: 'New page' }).locator('ins', { hasText: 'First words' }).waitFor();
    expect((await world.author.rest(`GET ${world.at}/content/path/fresh`)).body.markdown).toBe('First words');
    await close();
  });

  it('a conflict takes the side that is chosen', async () => {
    const world = await aWorld();
    await world.onMain(edit(world.pages.a, changed('two', 'zwei')));
    const { page, close } = await openAs(desk, world.author);
    await page.goto(`${desk.base}/spaces/${world.spaceId}/change-requests/1`);
    await page.getByRole('button', { name: 'Take the main content' }).click();
    await page.getByRole('heading', { name: 'Conflicts' }).waitFor({ state: 'detached' });
    expect(await world.textOf(world.pages.a, world.at)).toBe(changed('two', 'zwei'));
    await close();
  });

  it('an unsent comment outlives the tab, and is forgotten by a sign-out', async () => {
    const world = await aWorld();
    const { page, close } = await openAs(desk, world.reviewer);
    await page.goto(`${desk.base}/spaces/${world.spaceId}/change-requests/${world.id}`);
    await page.getByLabel(/^Your comment(?! on)/).fill('Not sent yet');
    await page.reload();
    await expect.poll(() => page.getByLabel(/^Your comment(?! on)/).inputValue()).toBe('Not sent yet');
    await page.getByText('Rita Reviewer').first().click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Read, review and write' }).waitFor();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await close();
  });

  it.each([
    { width: 1440, colorScheme: 'light' },
    { width: 820, colorScheme: 'dark' },
    { width: 390, colorScheme: 'dark' },
  ] as const)('a change request and its editor are whole at $width, $colorScheme', async ({ width, colorScheme }) => {
    const world = await aWorld();
    await world.onMain(edit(world.pages.a, changed('two', 'zwei')));
    await world.inRequest(edit(world.pages.b, `# A heading\n\n${text}\n\n| a | b |\n| - | - |\n| 1 | 2 |`));
    await world.reviewer.rest(`POST ${world.at}/comments`, { body: { markdown: 'Well said.' }, page: world.pages.b });
    const { page, complaints, close } = await openAs(desk, world.author, {
      viewport: { width, height: 900 },
      colorScheme,
    });
    await page.goto(`${desk.base}/spaces/${world.spaceId}/change-requests/${world.id}`);
    await page.getByLabel('Beside each other').check();
    const isWhole = async (name: string) => {
      await shoot(page, `${name}-${width}-${colorScheme}`);
      expect(await listViolations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    };
    await isWhole('change-request');
    await page.goto(`${desk.base}/spaces/${world.spaceId}/change-requests/${world.id}/pages/${world.pages.b}/edit`);
    await page.locator('.editor').waitFor();
    await page.locator('.preview').getByRole('heading', { name: 'A heading' }).waitFor();
    await isWhole('edit');
    expect(complaints).toEqual([]);
    await close();
  });
});
