import { decodePercent } from '../../lib/percent.ts';
import {
  applyChanges,
  includeChanges,
  relativeUrl,
  type ExportedLink,
  type TextChange,
} from '../exports/export-text.ts';
import type { Locate } from '../imports/links/locator.ts';
import { isIndexPath, isPagePath, joinPath, readFolder } from '../imports/unpack/source-path.ts';

/** The paths that links lead to, before and after the changes of a folder. */
export interface LinkPaths {
  readonly pathOf: (id: string) => string | undefined;
  readonly formerPathOf: (id: string) => string | undefined;
  /** Resolves a URL as an import of the folder would. */
  readonly locate: Locate;
  readonly formerLocate: Locate;
  /** Whether the folder had a file. */
  readonly isFile: (path: string) => boolean;
  /** The path of the reusable content that an include names. */
  readonly includePath: (url: string) => string | undefined;
}

export interface LinkedText {
  readonly markdown: string;
  readonly links: readonly ExportedLink[];
  /** Path of the file before the changes; undefined for a new one. */
  readonly from: string | undefined;
  readonly file: string;
  /** Whether the text as it was read has a URL. */
  readonly had: (url: string) => boolean;
}

/** Rewrites links whose target or page has moved, and those that an import of the folder would not resolve to their target. */
export function rewriteLinks(text: LinkedText, paths: LinkPaths): string {
  const { markdown, links, from, file, had } = text;
  const changes: TextChange[] = [];
  for (const link of links) {
    const { startsAt, endsAt, url } = link;
    if (startsAt === null || endsAt === null) continue;
    const rewritten = rewrite(link, text, paths);
    if (rewritten !== null && rewritten !== url) changes.push({ start: startsAt, end: endsAt, text: rewritten });
  }
  for (const change of includeChanges(markdown, file, {
    pathOf: paths.pathOf,
    includePath: paths.includePath,
  }))
    if (from !== file || !had(markdown.slice(change.start, change.end))) changes.push(change);
  return applyChanges(
    markdown,
    changes.toSorted((one, other) => one.start - other.start),
  ).text;
}

/** The new URL of a link; null when it stays. */
function rewrite({ url, foundId }: ExportedLink, text: LinkedText, paths: LinkPaths): string | null {
  const { from, file } = text;
  if (foundId === null) return from === undefined || from === file ? null : alongWithPage(url, { from, file }, paths);
  const path = paths.pathOf(foundId);
  if (path === undefined) return null;
  const isStill = paths.formerPathOf(foundId) === path;
  if (isStill && from === file && text.had(url)) return null;
  if (isStill && isFromRoot(url) && text.had(url)) return null;
  if (leadsStill(url, { path, former: paths.formerPathOf(foundId) }, text, paths)) return null;
  const hash = url.indexOf('#');
  const fragment = hash < 0 ? '' : url.slice(hash);
  const plain = relativeUrl(file, path);
  const styled = inStyleOf(url, plain);
  return `${leadsTo(paths.locate(file, styled), path) ? styled : plain}${fragment}`;
}

/** Whether a URL leads to a path as it did before: as a path of files does, or in the looser way of generators. */
function leadsStill(
  url: string,
  { path, former }: { readonly path: string; readonly former: string | undefined },
  { from, file }: LinkedText,
  { locate, formerLocate }: LinkPaths,
): boolean {
  if (fileAt(file, url) === path) return true;
  const wasFile = from !== undefined && fileAt(from, url) === former;
  const wasFound = from !== undefined && former !== undefined && leadsTo(formerLocate(from, url), former);
  return !wasFile && wasFound && leadsTo(locate(file, url), path);
}

/** The file that a relative URL names as a path; null for one that leaves the folder. */
function fileAt(file: string, url: string): string | null {
  const [address = ''] = url.split(/[?#]/);
  return address === '' ? file : joinPath(readFolder(file), decodePercent(address));
}

const leadsTo = (location: ReturnType<Locate>, path: string) => location.kind === 'inside' && location.path === path;

const isFromRoot = (url: string) => /^(?:\/|@site\/|[@~]\/|pathname:)/.test(url);

/** A link of a moved page to a file of the repository that is no part of the space, such as one of code. */
function alongWithPage(
  url: string,
  { from, file }: { readonly from: string; readonly file: string },
  paths: LinkPaths,
) {
  if (isFromRoot(url) || /^[a-z][a-z\d+.-]*:|^[#?]|^$/i.test(url)) return null;
  const was = paths.formerLocate(from, url);
  if (was.kind !== 'inside' || was.path === from || leadsTo(paths.locate(file, url), was.path)) return null;
  const [, rest = ''] = /^[^#?]*(.*)$/s.exec(url) ?? [];
  const isFolder = was.path.endsWith('/');
  const target = relativeUrl(file, isFolder ? was.path.slice(0, -1) : was.path);
  return `${target}${isFolder && /^[^#?]*\/(?:$|[#?])/.test(url) ? '/' : ''}${rest}`;
}

/** A URL of a page with `./` before it, or without the name of its file, as the former URL had it. */
function inStyleOf(former: string, plain: string): string {
  const [address = ''] = former.split(/[?#]/);
  const dotted = address.startsWith('./') && !plain.startsWith('.') ? `./${plain}` : plain;
  if (address === '' || isFromRoot(address) || isPagePath(address) || !isPagePath(plain)) return dotted;
  const short = isIndexPath(decodeURI(dotted)) ? readFolder(dotted) || './' : dotted.slice(0, dotted.lastIndexOf('.'));
  if (address.endsWith('/')) return short.endsWith('/') ? short : `${short}/`;
  return short.length > 1 && short.endsWith('/') && !short.endsWith('./') ? short.slice(0, -1) : short;
}
