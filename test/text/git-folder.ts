import { assignIds, entriesOf } from '../../src/domain/exchange/imports/commit/entries.ts';
import { exportedEntries } from '../../src/domain/exchange/imports/commit/exported-entries.ts';
import { listSourceEntries } from '../../src/domain/exchange/imports/commit/source-keys.ts';
import { storedTextOf, type EntryState, type LinkState } from '../../src/text/content/changes.ts';
import type { ExportedLink } from '../../src/text/exports/export-text.ts';
import type { FileChange, FolderReaders, FolderSource, ReadFolder } from '../../src/text/git/folder.ts';
import { writeFolder } from '../../src/text/git/write-folder.ts';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import { walkPages, type ImportTree } from '../../src/text/imports/import-tree.ts';
import { sourceState } from '../../src/text/imports/source-state.ts';
import { splitFrontMatter } from '../../src/text/markdown/front-matter.ts';
import { readMarkdownFacts } from '../../src/text/markdown/markdown-facts.ts';

/** The files of a folder by path. */
export type Files = ReadonlyMap<string, Buffer>;

export const filesOf = (texts: Readonly<Record<string, string | Buffer>>): Map<string, Buffer> =>
  new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));

/** A folder of a repository and a space that was made of it, in memory. */
export class GitSpace {
  files: Map<string, Buffer>;
  folder: ReadFolder;
  readonly entries: Map<string, EntryState>;
  readonly texts = new Map<string, string>();
  readonly links = new Map<string, readonly ExportedLink[]>();
  readonly tree: ImportTree;

  private constructor(files: Files, tree: ImportTree) {
    this.files = new Map(files);
    this.tree = tree;
    const kept = tree.files.map(({ key, name, contentType, body }) => {
      const bytes = body as Buffer;
      return { key, name, contentType, blobHash: bytes.toString('base64') };
    });
    let count = 0;
    const newId = (prefix: string) => `${prefix}_${String((count += 1)).padStart(20, '0')}`;
    const ids = assignIds(tree, kept, { newId, usedIds: new Set() });
    const own = entriesOf(tree.pages, kept, ids, {
      lastPosition: null,
      takenSlugs: new Set(),
    });
    const more = tree.exported ? exportedEntries(tree.exported, ids, {}) : { put: [], links: [] };
    this.entries = new Map([...own.put, ...more.put].map((entry) => [entry.id, entry]));
    const markdowns = [...walkPages(tree.pages), ...(tree.exported?.reusableContents ?? [])];
    for (const { markdown } of markdowns) this.keepText(markdown);
    const links = new Map<string, ExportedLink[]>();
    for (const link of [...own.links, ...more.links]) {
      const list = links.get(link.pageId) ?? [];
      links.set(link.pageId, list);
      list.push(this.#toLink(link));
    }
    this.links = links;
    const sources = listSourceEntries(tree, kept, ids).flatMap((source): FolderSource[] => {
      const entry = this.entries.get(source.entryId);
      return entry ? [{ ...source, state: sourceState(entry) }] : [];
    });
    this.folder = { root: tree.root ?? '', paths: [...files.keys()], sources };
  }

  static async read(files: Files): Promise<GitSpace> {
    return new GitSpace(files, await buildMarkdownTree([...files].map(([path, body]) => ({ path, body }))));
  }

  #toLink({ startsAt, endsAt, url, kind, targetId, anchor }: LinkState): ExportedLink {
    const isFound = targetId !== null && this.entries.has(targetId);
    return {
      startsAt,
      endsAt,
      url,
      kind,
      targetId,
      anchor,
      foundId: isFound ? targetId : null,
      foundKind: isFound ? kind : null,
    };
  }

  keepText(markdown: string): string | null {
    const stored = storedTextOf(markdown);
    if (stored) this.texts.set(stored.id, markdown);
    return stored?.id ?? null;
  }

  textOf(id: string): string {
    return this.texts.get(this.entries.get(id)?.documentId ?? '') ?? '';
  }

  pageAt(key: string): EntryState {
    const source = this.folder.sources.find((one) => one.key === key);
    const entry = this.entries.get(source?.entryId ?? '');
    if (!entry) throw new Error(`No page was read from ${key}`);
    return entry;
  }

  edit(id: string, change: Partial<EntryState>): void {
    const entry = this.entries.get(id);
    if (!entry) throw new Error(`There is no entry ${id}`);
    this.entries.set(id, { ...entry, ...change });
  }

  /** Gives an entry a text. Its links are those of its former text by URL, and of `more`. */
  write(id: string, markdown: string, more: Readonly<Record<string, string>> = {}): void {
    const former = new Map((this.links.get(id) ?? []).map((link) => [link.url, link]));
    const targetOf = (url: string): ExportedLink | undefined => {
      const target = more[url];
      if (target === undefined) return former.get(url);
      const { kind } = this.entries.get(target) ?? { kind: 'page' };
      return {
        startsAt: null,
        endsAt: null,
        url,
        kind,
        foundId: target,
        foundKind: kind,
        targetId: target,
        anchor: null,
      };
    };
    const links = readMarkdownFacts(markdown).urls.map(({ start, end, url }): ExportedLink => {
      const none = {
        kind: 'broken',
        foundId: null,
        foundKind: null,
        targetId: null,
        anchor: null,
      };
      return {
        ...(targetOf(url) ?? none),
        url,
        startsAt: start,
        endsAt: end,
      };
    });
    this.links.set(id, links);
    this.edit(id, { documentId: this.keepText(markdown) });
  }

  remove(id: string): void {
    for (const { id: other, parentId } of this.entries.values()) if (parentId === id) this.remove(other);
    this.entries.delete(id);
  }

  readers(): FolderReaders {
    const pick = <Value>(from: ReadonlyMap<string, Value>, names: readonly string[]) =>
      Promise.resolve(
        new Map(names.flatMap((name) => (from.has(name) ? [[name, from.get(name) as Value] as const] : []))),
      );
    const present = (links: readonly ExportedLink[]) =>
      links.map((link) => ({
        ...link,
        foundId: this.entries.has(link.foundId ?? '') ? link.foundId : null,
      }));
    return {
      blobs: (paths) => pick(this.files, paths),
      texts: (ids) => pick(this.texts, ids),
      links: (ids) => pick(new Map([...this.links].map(([id, links]) => [id, present(links)])), ids),
      linksTo: (ids) =>
        Promise.resolve(
          [...this.links].flatMap(([id, links]) =>
            links.some(({ foundId }) => foundId !== null && ids.includes(foundId)) ? [id] : [],
          ),
        ),
    };
  }

  changes(redirects: Parameters<typeof writeFolder>[1]['redirects'] = []) {
    return writeFolder(this.folder, { entries: [...this.entries.values()], redirects }, this.readers());
  }

  /** The files after the changes. */
  apply(changes: readonly FileChange[]): Map<string, Buffer> {
    const files = new Map(this.files);
    for (const change of changes) {
      if (change.kind === 'delete') files.delete(change.path);
      else files.set(change.path, this.#bytesOf(change));
    }
    return files;
  }

  /** Makes the changes, so that the folder is what the space says. */
  async push(): Promise<void> {
    const { changes, sources } = await this.changes();
    this.files = this.apply(changes);
    this.folder = { root: this.folder.root, paths: [...this.files.keys()], sources };
  }

  #bytesOf(change: Exclude<FileChange, { kind: 'delete' }>): Buffer {
    if (change.kind === 'text') return change.bytes;
    if (change.kind === 'blob') return Buffer.from(change.blobHash, 'base64');
    const bytes = this.files.get(change.from);
    if (!bytes) throw new Error(`There is no file ${change.from}`);
    return bytes;
  }
}

/** A page as readers see it, with links by the keys of their targets. */
interface SeenPage {
  readonly key: string;
  readonly title: string;
  readonly type: string;
  readonly slug: string | null;
  readonly body: string;
  readonly attributes: unknown;
  readonly targets: readonly (string | null)[];
  readonly below: readonly SeenPage[];
}

/** The pages of a space in order. `sources` names them. Line ends and a last one are no part of what a page says. */
export function seenPages(space: GitSpace, sources: readonly FolderSource[]): readonly SeenPage[] {
  const keys = new Map(sources.map(({ entryId, key }) => [entryId, key]));
  const pages = [...space.entries.values()]
    .filter(({ kind }) => kind === 'page')
    .toSorted((one, other) => (one.position < other.position ? -1 : 1));
  const parents = new Set(pages.map(({ parentId }) => parentId));
  const list = (parentId: string | null): SeenPage[] =>
    pages.flatMap((page) => {
      // No folder says a group without pages.
      if (page.parentId !== parentId || (page.type === 'group' && !parents.has(page.id))) return [];
      const { id, title, type, slug } = page;
      const { cover: _cover, target: _target, ...attributes } = page.attributes;
      const targets = (space.links.get(id) ?? []).map(({ foundId }) => keys.get(foundId ?? '') ?? null);
      const shown = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== false));
      const body = withoutUrls(space, id);
      const key = keys.get(id) ?? '';
      // The first page of a folder and pages without a file take it from their title, so that others may get a number.
      const isNamed = !key.endsWith('/') && !/^(?:README|index)\.mdx?$/i.test(key);
      return [
        {
          key,
          title,
          type,
          slug: isNamed ? (slug?.replace(/-\d+$/, '') ?? null) : null,
          body,
          attributes: shown,
          targets,
          below: list(id),
        },
      ];
    });
  return list(null);
}

/** Pages with links that lead nowhere where others have such: a page that moves may come beside another one of the name. */
export const withBroken = (pages: readonly SeenPage[], others: readonly SeenPage[]): readonly SeenPage[] =>
  pages.map((page, at) => ({
    ...page,
    targets: page.targets.map((target, index) => (others[at]?.targets[index] === null ? null : target)),
    below: withBroken(page.below, others[at]?.below ?? []),
  }));

/** The body of a page with its links left out, because these are written anew where their targets move. */
function withoutUrls(space: GitSpace, id: string): string {
  let text = space.textOf(id);
  for (const { startsAt, endsAt } of (space.links.get(id) ?? []).toReversed())
    if (startsAt !== null && endsAt !== null) text = text.slice(0, startsAt) + text.slice(endsAt);
  text = text.replaceAll(/(\{% include ")[^"]*\/([^"/]*")/g, '$1$2');
  return splitFrontMatter(text).body.replaceAll('\r\n', '\n').replace(/\n$/, '');
}
