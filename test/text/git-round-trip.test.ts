import { generateKeyBetween } from 'fractional-indexing';
import { describe, expect, it } from 'vitest';
import type { EntryState } from '../../src/text/content/changes.ts';
import { freeSlug } from '../../src/lib/slugs.ts';
import { fc } from '../setup/properties.ts';
import { allOrTenth } from '../setup/size.ts';
import { GitSpace, seenPages, withBroken } from './git-folder.ts';
import { folders } from './git-folders.ts';

/** One edit of a space; the numbers choose what it is about. */
interface Edit {
  readonly kind: 'text' | 'title' | 'attribute' | 'move' | 'order' | 'slug' | 'remove' | 'insert';
  readonly page: number;
  readonly other: number;
  readonly word: string;
}

const edit = fc.record<Edit>({
  kind: fc.constantFrom('text', 'title', 'attribute', 'move', 'order', 'slug', 'remove', 'insert'),
  page: fc.nat(50),
  other: fc.nat(50),
  word: fc.constantFrom('alpha', 'Beta two', 'C# (new)', 'index', 'readme', 'Über', 'x: "y"'),
});

const pagesOf = (space: GitSpace) =>
  [...space.entries.values()].filter(({ kind }) => kind === 'page').toSorted((a, b) => (a.id < b.id ? -1 : 1));

const siblingsOf = (space: GitSpace, parentId: string | null) =>
  pagesOf(space)
    .filter((page) => page.parentId === parentId)
    .toSorted((one, other) => (one.position < other.position ? -1 : 1));

const isBelow = (space: GitSpace, id: string | null, above: string): boolean =>
  id !== null && (id === above || isBelow(space, space.entries.get(id)?.parentId ?? null, above));

let count = 0;

function apply(space: GitSpace, { kind, page, other, word }: Edit): void {
  const pages = pagesOf(space);
  const documents = pages.filter(({ type }) => type === 'document');
  const one = documents[page % documents.length];
  const two = documents[other % documents.length];
  if (!one || !two) return;
  const slug = word
    .toLowerCase()
    .replaceAll(/[^a-zü]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const place = (parentId: string | null): Partial<EntryState> => {
    const siblings = siblingsOf(space, parentId).filter(({ id }) => id !== one.id);
    return { parentId, position: generateKeyBetween(siblings.at(-1)?.position ?? null, null) };
  };
  const free = (wanted: string, parentId: string | null, id: string) =>
    freeSlug(
      wanted,
      new Set(siblingsOf(space, parentId).flatMap((page_) => (page_.id === id ? [] : (page_.slug ?? [])))),
    );
  if (kind === 'text') {
    const lines = space.textOf(one.id).split('\n');
    const at = lines.length === 0 ? 0 : other % lines.length;
    const isPlain =
      one.documentId !== null && !lines.slice(0, at + 1).some((line) => /^---|^#|^<|^import|^\{|^:|^`/.test(line));
    const text = isPlain ? lines.toSpliced(at, 0, `${word}.`, '').join('\n') : `${space.textOf(one.id)}\n${word}.\n`;
    space.write(one.id, text);
  }
  if (kind === 'title') space.edit(one.id, { title: word });
  if (kind === 'attribute')
    space.edit(one.id, {
      attributes: { ...one.attributes, description: word, ...(other % 2 === 0 && { noIndex: true }) },
    });
  if (kind === 'move' && !isBelow(space, two.id, one.id)) {
    const parentId = other % 5 === 0 ? null : two.id;
    space.edit(one.id, { ...place(parentId), slug: free(one.slug ?? '', parentId, one.id) });
  }
  if (kind === 'order') space.edit(one.id, place(one.parentId));
  if (kind === 'slug') space.edit(one.id, { slug: free(slug, one.parentId, one.id) });
  if (kind === 'remove' && documents.length > 3 && siblingsOf(space, one.id).length === 0) space.remove(one.id);
  if (kind === 'insert') {
    const id = `pg_new${String((count += 1)).padStart(17, '0')}`;
    const documentId = space.keepText(`${word} and words.\n`);
    const own = {
      id,
      kind: 'page',
      type: 'document',
      title: word,
      documentId,
      blobHash: null,
      attributes: {},
    } as const;
    space.entries.set(id, { ...own, ...place(two.id), parentId: two.id, slug: free(slug, two.id, id) } as EntryState);
  }
}

describe.each(Object.entries(folders))('a folder of %s', (_name, files) => {
  it('that was not edited has no changes', async () => {
    expect(await (await GitSpace.read(files())).changes()).toMatchObject({ changes: [], skipped: [] });
  });

  it('that is empty gets all of a space', async () => {
    const space = await GitSpace.read(files());
    space.files = new Map();
    space.folder = { root: '', paths: [], sources: [] };
    await space.push();
    const again = await GitSpace.read(space.files);
    const wanted = seenPages(space, space.folder.sources);
    expect(withBroken(seenPages(again, again.folder.sources), wanted)).toEqual(wanted);
  });

  it('says what the space says after any edits, and has no changes then', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(edit, { maxLength: 6 }), { minLength: 1, maxLength: 3 }), async (rounds) => {
        const space = await GitSpace.read(files());
        for (const edits of rounds) {
          for (const one of edits) apply(space, one);
          await space.push();
          expect(await space.changes()).toMatchObject({ changes: [] });
        }
        const again = await GitSpace.read(space.files);
        const wanted = seenPages(space, space.folder.sources);
        expect(withBroken(seenPages(again, again.folder.sources), wanted)).toEqual(wanted);
        expect(await again.changes()).toMatchObject({ changes: [] });
      }),
      { numRuns: allOrTenth(500) },
    );
  });
});
