import { decodePercent } from '../../lib/percent.ts';
import { includeTag } from '../markdown/include-tags.ts';
import type { LinkLine, Splice } from '../imports/formats/exported/format.ts';
import { readFolder, joinPath, linkAddress, relativePath } from '../imports/unpack/source-path.ts';

/** Paths of pages, files and reusable contents in an archive. */
export interface ContentPaths {
  /** Path of a page or file by id; undefined when it is not in the archive. */
  readonly pathOf: (id: string) => string | undefined;
  /** Path of the reusable content that an `include` names by URL. */
  readonly includePath: (url: string) => string | undefined;
}

/** A link in a text and its target; offsets enclose the URL. */
export interface ExportedLink {
  readonly startsAt: number | null;
  readonly endsAt: number | null;
  readonly url: string;
  readonly kind: string;
  /** Id and kind of the target page or file, if it exists. */
  readonly foundId: string | null;
  readonly foundKind: string | null;
  readonly targetId: string | null;
  readonly anchor: string | null;
}

/** A text to export. `links` are all links in the text, in order. */
export interface TextToExport {
  readonly markdown: string;
  readonly file: string;
  readonly links: readonly ExportedLink[];
  /** Front matter that replaces the first `replaces` characters. */
  readonly matter: { readonly text: string; readonly replaces: number };
}

/** The content of an exported file, with the data that restores the original text of the page. */
export interface ExportedText {
  readonly text: string;
  readonly restore: readonly Splice[];
  readonly links: readonly LinkLine[];
}

/** A replacement in a text. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Rewrites a text so that its links point to the files of the archive. */
export function exportText({ markdown, file, links, matter }: TextToExport, paths: ContentPaths): ExportedText {
  const changes = [
    { start: 0, end: matter.replaces, text: matter.text },
    ...[...linkChanges(links, file, paths), ...includeChanges(markdown, file, paths)].toSorted(
      (a, b) => a.start - b.start,
    ),
  ];
  return { ...applyChanges(markdown, changes), links: links.flatMap(linkLine) };
}

/** Applies changes in order. Skips a change that overlaps the previous one. */
export function applyChanges(markdown: string, changes: readonly TextChange[]) {
  const parts: string[] = [];
  const restore: Splice[] = [];
  let end = 0;
  let written = 0;
  const add = (part: string) => {
    parts.push(part);
    written += part.length;
  };
  for (const change of changes) {
    if (change.start < end) continue;
    add(markdown.slice(end, change.start));
    const original = markdown.slice(change.start, change.end);
    if (original !== change.text) restore.push([written, change.text.length, original]);
    add(change.text);
    end = change.end;
  }
  add(markdown.slice(end));
  return { text: parts.join(''), restore };
}

function* linkChanges(links: readonly ExportedLink[], file: string, paths: ContentPaths): Generator<TextChange> {
  for (const { startsAt, endsAt, url, foundId } of links) {
    if (startsAt === null || endsAt === null || foundId === null) continue;
    const path = paths.pathOf(foundId);
    if (path === undefined || leadsTo(url, file, path)) continue;
    const hash = url.indexOf('#');
    yield {
      start: startsAt,
      end: endsAt,
      text: relativeUrl(file, path) + (hash < 0 ? '' : url.slice(hash)),
    };
  }
}

/** The changes by which the includes of a text name the files of the archive. */
export function* includeChanges(markdown: string, file: string, paths: ContentPaths): Generator<TextChange> {
  for (const { 0: tag, 1: url = '', index } of markdown.matchAll(includeTag)) {
    const path = paths.includePath(url);
    if (path === undefined || leadsTo(url, file, path)) continue;
    const start = index + tag.indexOf('"') + 1;
    yield { start, end: start + url.length, text: relativeUrl(file, path) };
  }
}

/** Whether a URL in a file resolves to `path`, wherever the archive is unpacked. */
function leadsTo(url: string, file: string, path: string): boolean {
  const [address = ''] = url.split(/[?#]/);
  if (address === '') return file === path;
  if (address.startsWith('/') || /^[a-z][a-z\d+.-]*:/i.test(address)) return false;
  return joinPath(readFolder(file), decodePercent(address)) === path;
}

/** The relative URL from one file of the archive to another. */
export const relativeUrl = (from: string, path: string): string => linkAddress(relativePath(readFolder(from), path));

const linkLine = ({ startsAt, endsAt, kind, foundId, foundKind, targetId, anchor }: ExportedLink): LinkLine[] =>
  startsAt === null || endsAt === null ? [] : [[startsAt, endsAt, foundKind ?? kind, foundId ?? targetId, anchor]];
