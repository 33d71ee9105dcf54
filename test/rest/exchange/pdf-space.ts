import { generateKeyBetween } from 'fractional-indexing';
import { storeBytes } from '../../../src/domain/authoring/content/store-bytes.ts';
import { aSpace, type AnOrganization } from '../../factories.ts';
import type { Harness } from '../../harness.ts';
import { insert } from '../../insert.ts';
import { clock } from '../../setup/clock.ts';

interface Place {
  readonly server: Harness;
  readonly organization: AnOrganization;
}

interface ABook {
  readonly title: string;
  readonly pages: readonly APage[];
  readonly files: Readonly<Record<string, Buffer>>;
}

/** A function that creates spaces to print in an organization. */
export const bookOf =
  (server: Harness, organization: AnOrganization) =>
  (title: string, pages: readonly APage[], files: Readonly<Record<string, Buffer>> = {}) =>
    aBook({ server, organization }, { title, pages, files });

interface APage {
  readonly title: string;
  readonly markdown?: string;
  readonly under?: number;
  readonly hidden?: boolean;
  readonly type?: string;
}

/** Creates a space with these pages in order. `under` is the index of the parent. */
async function aBook({ server, organization }: Place, { title, pages, files }: ABook) {
  const space = await aSpace(server, organization.id, { title, emoji: '📘' });
  const { platform } = server;
  const { services } = platform;
  const ids = pages.map(() => services.newId('pg'));
  const now = clock.now();
  const entry = { line: space.id, fromSeq: 1, spaceId: space.id, createdAt: now, updatedAt: now };
  let position: string | null = null;
  const fileIds = new Map<string, string>();
  for (const [name, body] of Object.entries(files)) {
    const [kept] = await storeBytes(organization.owner.context(), [{ name, body }]);
    fileIds.set(name, services.newId('file'));
    await insert(platform, 'content_entries', {
      ...entry,
      entryId: fileIds.get(name)!,
      kind: 'file',
      position: 'a0',
      type: kept!.contentType,
      title: name,
      blobHash: kept!.hash,
    });
  }
  for (const [index, page] of pages.entries()) {
    const markdown = page.markdown ?? '';
    const documentId = ids[index]!.replace('pg_', 'doc_');
    await insert(platform, 'documents', { id: documentId, markdown });
    position = generateKeyBetween(position, null);
    await insert(platform, 'content_entries', {
      ...entry,
      entryId: ids[index]!,
      kind: 'page',
      parentId: page.under === undefined ? null : ids[page.under]!,
      position,
      type: page.type ?? 'document',
      title: page.title,
      slug: `p${index}`,
      documentId: page.type === 'group' ? null : documentId,
      attributes: page.hidden ? { hidden: true } : {},
    });
    let ordinal = 0;
    for (const { index: at, 1: url = '' } of markdown.matchAll(/\]\((p\d+[^)]*|[\w.]+\.(?:png|svg))\)/g)) {
      const [slug = '', anchor = null] = url.split('#');
      const fileId = fileIds.get(url);
      await insert(platform, 'content_links', {
        line: space.id,
        entryId: ids[index]!,
        fromSeq: 1,
        ordinal: (ordinal += 1),
        source: 'text',
        startsAt: at + 2,
        endsAt: at + 2 + url.length,
        url,
        kind: fileId ? 'file' : 'page',
        targetId: fileId ?? ids[Number(slug.slice(1))] ?? null,
        anchor,
      });
    }
  }
  return { spaceId: space.id, ids };
}
