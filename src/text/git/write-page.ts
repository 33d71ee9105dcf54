import { isDeepStrictEqual } from 'node:util';
import { diffArrays } from 'diff';
import type { PageAttributes } from '../content/fields.ts';
import { relativeUrl } from '../exports/export-text.ts';
import { attributesMatter, matterKeys } from '../exports/page-matter.ts';
import { namesOtherFiles, renameIncluded } from '../imports/formats/file-includes.ts';
import { withYamlFrontMatter } from '../imports/formats/front-matter-formats.ts';
import { withoutModules } from '../imports/formats/mdx-modules.ts';
import { otherOwnSlug } from '../imports/links/own-addresses.ts';
import { isHtmlPath, joinPath, readFolder, relativePath } from '../imports/unpack/source-path.ts';
import { readMarkdownFacts } from '../markdown/markdown-facts.ts';
import { readFrontMatter, splitFrontMatter } from '../markdown/front-matter.ts';
import type { ContentReference } from '../rich-text/content-reference.ts';
import { editBody } from './edit-body.ts';
import { editMatter } from './edit-matter.ts';
import { readRaw, writeRaw } from './raw-text.ts';
import { rewriteLinks, type LinkPaths } from './rewrite-links.ts';
import type { PageToWrite } from './page-to-write.ts';
import { sayTitle } from './say-title.ts';

export interface WrittenPage {
  readonly bytes: Buffer;
  /** Why a part of it could not be written; null when all was. */
  readonly problem: string | null;
}

/** Writes the file of a page: its former bytes, with what has changed in the text, the title, the attributes and links. */
export function writePage(page: PageToWrite, paths: LinkPaths): WrittenPage {
  const { bytes, file } = page;
  const raw = bytes === undefined ? ({ text: '', mark: 'none' } as const) : readRaw(bytes);
  if (bytes !== undefined && (raw === null || isHtmlPath(file))) {
    const problem = raw === null ? 'It is not in Unicode' : 'It is HTML, which is read but not written';
    return { bytes, problem: hasOwnChanges(page) ? problem : null };
  }
  const text = raw?.text ?? '';
  const fronted = withYamlFrontMatter(text).markdown;
  const { written, problem } = writeBody(page, fronted, paths);
  const titled = page.entry.kind === 'page' ? sayTitle(page, written) : written;
  const edited = editMatter(titled, matterEdit(page, titled, paths));
  const whole = fronted === text ? { text: edited, problem: null } : inOwnFormat(text, fronted, edited);
  const isSame = bytes !== undefined && whole.text === text;
  return {
    bytes: isSame ? bytes : writeRaw({ text: whole.text, mark: raw?.mark ?? 'none' }),
    problem: problem ?? whole.problem,
  };
}

/** Puts the edited body below front matter in TOML or JSON, which was read as YAML. */
function inOwnFormat(text: string, fronted: string, edited: string) {
  const [was, is] = [fronted, edited].map(splitFrontMatter);
  const head = text.slice(0, text.length - (was?.body.length ?? 0));
  const problem = is?.yaml === was?.yaml ? null : 'Its front matter is in TOML or JSON, which is read but not written';
  return { text: `${head}${is?.body ?? ''}`, problem };
}

const hasOwnChanges = ({ entry, state }: PageToWrite) =>
  state === undefined ||
  entry.documentId !== state.documentId ||
  entry.title !== state.title ||
  !isDeepStrictEqual(entry.attributes, state.attributes);

/** Puts the body of the present text into the text of the file. Front matter stays, apart from keys that the author of the page changed. */
function writeBody(page: PageToWrite, raw: string, paths: LinkPaths): { written: string; problem: string | null } {
  const { markdown, links, from, file, bytes } = page;
  const read = bytes === undefined ? '' : readAgain(page, raw);
  const had = urlsIn(bytes === undefined ? '' : read);
  const wanted = rewriteLinks({ markdown, links, from, file, had }, paths);
  if (bytes === undefined) return { written: wanted, problem: null };
  const [own, base, next] = [withIncludes(page, raw, paths), read, wanted].map(splitReadable);
  if (!own || !base || !next) throw new Error('A text was not split');
  const { text, isPartial } = editBody({
    raw: own.body,
    read: base.body,
    wanted: next.body,
  });
  const written = editMatter(
    `${own.head}${text}`,
    ownKeys(own.head, splitReadable(page.formerMarkdown ?? raw).head, next.head),
  );
  return {
    written,
    problem: isPartial ? 'Lines of other files or of modules that it shows were changed, and stay' : null,
  };
}

/** Whether a text has a URL. It is parsed when it is asked first. */
function urlsIn(markdown: string): (url: string) => boolean {
  let urls: ReadonlySet<string> | undefined;
  return (url) => {
    if (!markdown.includes(url)) return false;
    urls ??= new Set(readMarkdownFacts(markdown).urls.map((found) => found.url));
    return urls.has(url) || markdown.includes(`"${url}" %}`);
  };
}

/** The text of a file that moves, whose includes of other files follow it. */
function withIncludes({ from = '', file }: PageToWrite, raw: string, { isFile }: LinkPaths): string {
  if (readFolder(from) === readFolder(file)) return raw;
  return renameIncluded(raw, (name) => {
    const path = joinPath(readFolder(from), name);
    return path !== null && isFile(path) ? relativePath(readFolder(file), path) : name;
  });
}

/** The text that the file says, as it was read. Texts that show lines of other files are known from what was stored alone. */
function readAgain({ formerMarkdown }: PageToWrite, raw: string): string {
  const { markdown } = withoutModules(raw.replaceAll('\0', ''));
  return namesOtherFiles(raw) && formerMarkdown !== undefined ? filledIn(markdown, formerMarkdown) : markdown;
}

/** A text with the lines of other files that it was stored with. */
function filledIn(markdown: string, stored: string): string {
  const [own, former] = [markdown, stored].map((text) => text.replaceAll('\r\n', '\n').split(/(?<=\n)/));
  const parts = diffArrays(former ?? [], own ?? [], { maxEditLength: 4_000, timeout: 500 });
  if (!parts) return stored;
  return parts
    .map(({ added, removed, value }, at) => {
      const text = value.join('');
      if (!added && !removed) return text;
      const isOther = namesOtherFiles((added ? value : (parts[at + 1]?.added && parts[at + 1]?.value) || []).join(''));
      return removed === isOther ? text : '';
    })
    .join('');
}

/** Splits a text behind its front matter; front matter that cannot be read is part of the body. */
function splitReadable(text: string): {
  readonly head: string;
  readonly body: string;
} {
  const { bodyStart } = splitFrontMatter(text);
  const isReadable = bodyStart > 0 && readFrontMatter(text).warning === undefined;
  const at = isReadable ? bodyStart : 0;
  return { head: text.slice(0, at), body: text.slice(at) };
}

/** The keys of front matter that only the text of a page has, where they were edited there and differ from those of the file. */
function ownKeys(own: string, former: string, wanted: string): Map<string, unknown> {
  const [present, then, next] = [own, former, wanted].map((head) => readFrontMatter(head).values);
  const names = new Set([...Object.keys(then ?? {}), ...Object.keys(next ?? {})]);
  const differs = (name: string, values: Readonly<Record<string, unknown>> = {}) =>
    !isDeepStrictEqual(values[name], next?.[name]);
  return new Map(
    [...names]
      .filter((name) => !attributeKeys.has(name) && differs(name, then) && differs(name, present))
      .map((name) => [name, next?.[name]]),
  );
}

const attributeKeys: ReadonlySet<string> = new Set([...Object.values(matterKeys).flat(), 'title', 'noRobots']);

/** The keys of front matter that say changed attributes. */
function matterEdit(page: PageToWrite, text: string, paths: LinkPaths): Map<string, unknown> {
  const { entry, state, file } = page;
  const edit = new Map<string, unknown>();
  if (entry.kind !== 'page') return edit;
  const urlOf = (reference: ContentReference) => {
    if (reference.kind === 'url') return reference.url;
    const path = paths.pathOf(reference.kind === 'file' ? reference.file : reference.page);
    return path === undefined ? null : relativeUrl(file, path);
  };
  const now: PageAttributes = entry.attributes;
  const then: PageAttributes = state?.attributes ?? {};
  const { values } = readFrontMatter(text);
  const fields = attributesMatter(now, urlOf);
  for (const name of Object.keys(matterKeys) as (keyof typeof matterKeys)[]) {
    const isMoved = name === 'cover' && hasMoved(page, paths);
    if (isDeepStrictEqual(now[name], then[name]) && !isMoved) continue;
    // References to pages that have no file stay as they are.
    if (name === 'cover' && now.cover?.ref && fields.cover === undefined) continue;
    for (const key of matterKeys[name]) {
      const own = key === 'noRobotsIndex' && 'noRobots' in values ? 'noRobots' : key;
      if (!isSaid(values[own], fields[key])) edit.set(own, fields[key]);
    }
  }
  const address = state && state.slug !== entry.slug ? otherOwnSlug(readFrontMatter(text), entry.slug ?? '') : null;
  if (address) edit.set(address.key, address.value);
  return edit;
}

/** Whether front matter says a value already. What is not there is false, or zero. */
const isSaid = (written: unknown, value: unknown) =>
  isDeepStrictEqual(written, value) || (written === undefined && (value === false || value === 0));

/** Whether a link in the front matter of a page leads elsewhere now. */
function hasMoved({ entry, from, file }: PageToWrite, { pathOf, formerPathOf }: LinkPaths): boolean {
  const { cover } = entry.attributes;
  return [cover?.ref, cover?.refDark].some((reference) => {
    if (reference?.kind !== 'file') return false;
    return from !== file || pathOf(reference.file) !== formerPathOf(reference.file);
  });
}
