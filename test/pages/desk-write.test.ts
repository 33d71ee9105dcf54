import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listViolations } from '../accessibility.ts';
import { hasChromium, type SharedPage } from '../browser.ts';
import { aMember, anOrganization, aSpace } from '../factories.ts';
import type { Caller } from '../harness.ts';
import { pixel, write } from '../visitors-world.ts';
import { aDesk, openAs, shoot } from './desk-server.ts';
import { dragOnto } from './drag.ts';

const desk = aDesk();

interface World {
  readonly owner: Caller;
  readonly member: Caller;
  readonly spaceId: string;
  readonly pages: ReadonlyMap<string, string>;
  /** Path of the change request, in the API and in the desk. */
  readonly at: string;
}

/** A change request of a space with the pages a, b (with c below it) and d. */
async function aWorld(): Promise<World> {
  const { server } = desk;
  const { id, owner } = await anOrganization(server, { title: 'Acme' });
  const member = await aMember(server, id, 'admin');
  const spaceId = (await aSpace(server, id, { title: 'Handbook' })).id;
  const page = (ref: string, into?: string) => ({
    operation: 'insert_page',
    ref,
    title: ref,
    document: { markdown: `Text of ${ref}` },
    ...(into === undefined ? {} : { into }),
  });
  const pages = await write(owner, spaceId, [page('a'), page('b'), page('c', 'b'), page('d')]);
  await owner.rest(`POST /v1/spaces/${spaceId}/change-requests`, { subject: 'In order' });
  return { owner, member, spaceId, pages, at: `/spaces/${spaceId}/change-requests/1` };
}

/** The titles of the pages of the change request, each with those below it. */
async function treeOf({ owner, at }: World): Promise<unknown[]> {
  const { body } = await owner.rest(`GET /v1${at}/content/pages`);
  const named = (pages: readonly { title: string; pages?: [] }[]): unknown[] =>
    pages.map(({ title, pages: below = [] }) => (below.length === 0 ? title : [title, ...named(below)]));
  return named(body.pages);
}

/** JavaScript for the titles of the shown pages, each with how many lists it is in. */
const shownTree = `[...document.querySelectorAll('.page-row')].map((row) => {
  let depth = 0;
  for (let item = row.closest('li'); item; item = item.parentElement.closest('li')) depth += 1;
  return depth + ' ' + row.querySelector('a').textContent;
})`;

const aPng = Buffer.from(pixel, 'base64');

describe.runIf(hasChromium)('the pages of a change request', () => {
  it('are moved by keys, by buttons and by drag, and the focus follows', async () => {
    const world = await aWorld();
    const { page, complaints, close } = await openAs(desk, world.owner);
    await page.goto(`${desk.base}${world.at}`);
    await page.getByRole('link', { name: 'Arrange pages' }).click();
    const handleOf = (title: string) => page.getByRole('button', { name: `“${title}”` });
    // What comes next is done with the tree that is shown, which follows the message. Each page with its depth.
    const isShown = (tree: readonly string[]) => expect.poll(() => page.evaluate(shownTree)).toEqual(tree);
    await handleOf('a').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByText('“a” is now page 2 of 3 at its place.').waitFor();
    expect(await treeOf(world)).toEqual([['b', 'c'], 'a', 'd']);
    await isShown(['1 b', '2 c', '1 a', '1 d']);
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toMatch(/“a”$/);
    await page.keyboard.press('Alt+ArrowRight');
    await page.getByText('“a” is now page 2 of 2 at its place.').waitFor();
    expect(await treeOf(world)).toEqual([['b', 'c', 'a'], 'd']);
    await isShown(['1 b', '2 c', '2 a', '1 d']);
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toMatch(/“a”$/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Out' }).click();
    await page.getByText('“a” is now page 2 of 3 at its place.').waitFor();
    expect(await treeOf(world)).toEqual([['b', 'c'], 'a', 'd']);
    await isShown(['1 b', '2 c', '1 a', '1 d']);
    await handleOf('a').press('Enter');
    await shoot(page, 'contents-1280-light');

    const rowOf = (title: string) =>
      page.locator('.page-row', { has: page.getByRole('link', { name: title, exact: true }) });
    const shares = { before: 0.1, into: 0.5, after: 0.9 };
    const drop = async (title: string, side: keyof typeof shares, onto: string) => {
      const moved = page.waitForResponse((response) => response.request().postData()?.includes('MovePage') ?? false);
      await dragOnto(rowOf(title), rowOf(onto), shares[side], page.locator(`[data-drop='${side}']`));
      await moved;
    };
    await drop('d', 'before', 'b');
    await expect.poll(() => treeOf(world)).toEqual(['d', ['b', 'c'], 'a']);
    await page.getByText('“d” is now page 1 of 3').waitFor();
    await isShown(['1 d', '1 b', '2 c', '1 a']);
    await drop('d', 'into', 'c');
    await expect.poll(() => treeOf(world)).toEqual([['b', ['c', 'd']], 'a']);
    await page.getByText('“d” is now page 1 of 1').waitFor();
    await isShown(['1 b', '2 c', '3 d', '1 a']);
    await drop('d', 'after', 'a');
    await expect.poll(() => treeOf(world)).toEqual([['b', 'c'], 'a', 'd']);
    expect(await listViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('are added at a place, renamed and deleted with what is below them, after a question', async () => {
    const world = await aWorld();
    const { page, complaints, close } = await openAs(desk, world.owner);
    const address = `${desk.base}${world.at}/pages`;
    await page.goto(address);
    const act = async (title: string, action: string) => {
      await page.getByRole('button', { name: `“${title}”` }).press('Enter');
      await page.getByRole('group').getByRole('button', { name: action, exact: true }).click();
    };
    await act('b', 'Rename');
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('title');
    await page.getByLabel('Title').first().fill('B');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'B', exact: true }).waitFor();
    await act('B', 'Add a page');
    await page.getByLabel('Title').first().fill('Parts');
    await page.getByRole('button', { name: 'Add a group of pages' }).first().click();
    await page.getByText('Parts', { exact: true }).waitFor();
    expect(await treeOf(world)).toEqual(['a', ['B', 'c'], 'Parts', 'd']);
    await page.getByLabel('Title').first().fill('Inner');
    await page.getByLabel('Place').selectOption('Below “B”');
    await page.getByRole('button', { name: 'Add the page' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Edit “Inner”' }).waitFor();
    expect(await treeOf(world)).toEqual(['a', ['B', 'c', 'Inner'], 'Parts', 'd']);
    await page.goto(address);
    await act('B', 'Delete');
    await page.getByText('The 2 pages below it are deleted as well.').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
    await page.getByRole('link', { name: 'B', exact: true }).waitFor({ state: 'detached' });
    expect(await treeOf(world)).toEqual(['a', 'Parts', 'd']);
    expect(complaints).toEqual([]);
    await close();
  });
});

describe.runIf(hasChromium)('a page that is written', () => {
  let world: World;
  let shared: SharedPage;
  beforeAll(async () => {
    world = await aWorld();
    shared = await openAs(desk, world.owner);
  });
  afterAll(() => shared.close());
  const editorOf = async () => {
    const { page } = shared;
    await page.goto(`${desk.base}${world.at}/pages/${world.pages.get('a')}/edit`);
    await page.locator('.editor').waitFor();
    return page.getByRole('textbox', { name: 'Text of “a”' });
  };
  const textOf = async () =>
    (await world.owner.rest(`GET /v1${world.at}/content/page/${world.pages.get('a')}?format=markdown`)).body;

  it('takes files by drop, by paste and by a button, at the cursor', async () => {
    const { page, complaints } = shared;
    const editor = await editorOf();
    const give = (kind: 'drop' | 'paste', name: string, type: string, bytes: readonly number[]) =>
      page.locator('.editor').evaluate(
        (field, given) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(given.bytes)], given.name, { type: given.type }));
          const { right, bottom } = field.getBoundingClientRect();
          const options = { bubbles: true, cancelable: true, composed: true };
          field.dispatchEvent(
            given.kind === 'drop'
              ? new DragEvent('drop', { ...options, dataTransfer: data, clientX: right - 5, clientY: bottom - 5 })
              : new ClipboardEvent('paste', { ...options, clipboardData: data }),
          );
        },
        { kind, name, type, bytes: [...bytes] },
      );
    await give('drop', 'dot.png', 'image/png', [...aPng]);
    await page.getByText('“dot.png” was added.').waitFor();
    await page.locator('.preview img').waitFor();
    await editor.click();
    await page.keyboard.press('Control+Home');
    await give('paste', 'notes [1].txt', 'text/plain', [...Buffer.from('Notes')]);
    await page.getByText('“notes [1].txt” was added.').waitFor();
    await page.locator('.preview a', { hasText: 'notes [1].txt' }).waitFor();
    await page.keyboard.press('Control+End');
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add files' }).click();
    await (await chosen).setFiles({ name: 'last.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') });
    await page.getByText('“last.csv” was added.').waitFor();
    await page.getByText('Files of this change request').click();
    await page.getByRole('button', { name: 'Insert “dot.png”' }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    const { markdown } = await textOf();
    expect(markdown).toMatch(/^\[notes \\\[1\\\]\.txt\]\(\S+\)Text of a!\[dot\.png\]\(\S+\)\[last\.csv\]\(\S+\)$/);
    const { body: files } = await world.owner.rest(`GET /v1${world.at}/content/files`);
    expect(files.items.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'dot.png',
      'last.csv',
      'notes [1].txt',
    ]);
    expect(complaints).toEqual([]);
  });

  it('shows how far a file is, lets it be given up, and says why one was refused', async () => {
    const { page } = shared;
    await editorOf();
    let began: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (began = resolve));
    // The answer never comes, as from a network that has gone.
    await page.route('**/uploads*', () => began());
    await page.locator('input[type=file]').setInputFiles({ name: 'big.bin', mimeType: 'text/plain', buffer: aPng });
    await begun;
    await page.getByRole('progressbar').waitFor();
    await shoot(page, 'sending-1280-light');
    await page.getByRole('button', { name: 'Cancel “big.bin”' }).click();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await page.unroute('**/uploads*');
    const name = `${'n'.repeat(300)}.txt`;
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: aPng });
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toMatch(/^“n+\.txt” was not added: .*256/);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('has an emoji or an icon, and a cover', async () => {
    const { page } = shared;
    await editorOf();
    await page.getByLabel('Emoji').fill('🚀');
    await page.getByLabel('Icon, by its name').fill('no-such-icon');
    await page.getByText('There is no icon of this name.').waitFor();
    await page.getByLabel('Icon, by its name').fill('rocket');
    await page.locator('.icon-shown').waitFor();
    await page.getByText('Cover', { exact: true }).first().click();
    await page.getByRole('combobox', { name: 'Cover', exact: true }).selectOption('dot.png');
    await page.locator('.cover-shown').waitFor();
    await page.getByLabel('Cover in the dark scheme').selectOption('At another address');
    await page.getByLabel('Address of the image').fill('https://images.example/dark.png');
    await page.getByLabel('Vertical offset').fill('-12.5');
    expect(await listViolations(page)).toEqual([]);
    await shoot(page, 'cover-1280-light');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    const saved = await textOf();
    expect(saved).toMatchObject({
      emoji: '1f680',
      icon: 'rocket',
      cover: { ref: { kind: 'file' }, refDark: { kind: 'url', url: 'https://images.example/dark.png' }, yPos: -12.5 },
    });
    await page.getByRole('combobox', { name: 'Cover', exact: true }).selectOption('None');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect((await textOf()).cover ?? null).toBe(null);
  });
});

describe.runIf(hasChromium)('a comment', () => {
  it('is changed and deleted by whoever wrote it, and by nobody else', async () => {
    const world = await aWorld();
    const said = await world.owner.rest(`POST /v1${world.at}/comments`, { body: { markdown: 'First' } });
    await world.member.rest(`POST /v1${world.at}/comments/${said.body.id}/replies`, { body: { markdown: 'Answer' } });
    const { page, complaints, close } = await openAs(desk, world.owner);
    await page.goto(`${desk.base}${world.at}`);
    const thread = page.locator('.thread');
    await thread.getByText('Answer').waitFor();
    expect(await thread.locator('.reply').getByRole('button', { name: 'Edit' }).count()).toBe(0);
    await thread.getByRole('button', { name: 'Edit' }).click();
    const field = thread.getByLabel('Your text');
    expect(await field.inputValue()).toBe('First');
    await field.fill('');
    expect(await thread.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await field.fill('First, *better*');
    await thread.getByRole('button', { name: 'Save' }).click();
    await thread.locator('em', { hasText: 'better' }).waitFor();
    await thread.getByText('edited').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await thread.getByRole('button', { name: 'Delete' }).first().click();
    await page.getByText('Nobody has commented yet.').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
