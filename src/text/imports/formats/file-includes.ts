import { DomainError } from '../../../lib/errors.ts';
import type { ImportLimits } from '../limits.ts';
import { splitFrontMatter } from '../../markdown/front-matter.ts';
import { extensionOf } from '../../../lib/media-types.ts';
import { describePlaces, replaceWithLines, type Place, type TextWithLines } from './lines.ts';
import { exportedValues, fillValues, readValues, type SnippetValues } from './snippet-values.ts';
import { readOnce } from '../unpack/read-once.ts';
import { decodePercent } from '../../../lib/percent.ts';
import { createRelabeler, withDefinitions } from './definitions.ts';
import { includedPart } from './included-part.ts';
import type { ConvertPage } from './constructs/tools.ts';
import { withYamlFrontMatter } from './front-matter-formats.ts';
import { withoutModules } from './mdx-modules.ts';
import { readFolder, isPagePath, joinPath } from '../unpack/source-path.ts';
import { includesFolder } from './exported/format.ts';
import { decodeText } from '../unpack/text.ts';
import { measureSize, type ArchiveEntry } from '../unpack/zip.ts';
import { counted } from '../../../lib/counted.ts';

/** A text with its includes replaced, and those that have no file. */
interface IncludedResult {
  readonly markdown: string;
  readonly missing: readonly Place[];
  /** Expressions in what is filled in that have no value. */
  readonly unfilled: readonly Place[];
  /** For each line the line of the page that it comes from; the lines are those of the page when omitted. */
  readonly lines?: readonly number[];
}

/** Replaces the includes in the page at a path. */
export interface ResolveIncludes {
  (path: string, markdown: string): IncludedResult;
  /** Paths of the files that were filled in so far. */
  readonly filledIn: ReadonlySet<string>;
  /** Paths of the files whose expressions were named where they were filled in, every time. */
  readonly valued: () => ReadonlySet<string>;
  /** The values that a file exports, which the page at a path names. */
  readonly valuesOf: (path: string, file: string) => SnippetValues;
}

/** What an include names: a file, and the part of it: lines, an anchor, a region or a section. */
interface Reference {
  readonly file: string;
  readonly part?: readonly string[];
  /** The info string of the fence in which the text stands; none for Markdown. */
  readonly fence?: string;
  /** The values that a component gives the text. */
  readonly values?: SnippetValues;
  /** Whether the includes in the file are replaced as well. */
  readonly isNested: boolean;
}

interface Directive {
  readonly pattern: RegExp;
  /** Null for what is meant as text. */
  readonly read: (groups: readonly (string | undefined)[]) => Reference | null;
  /** Whether one without a file is another thing that stays as it is, and is reported elsewhere. */
  readonly isOptional: boolean;
  /** Whether the file is named from the folder of the configuration, too. */
  readonly isFromRoot: boolean;
}

const directives: readonly Directive[] = [
  {
    // mdBook: `{{#include file}}`, `{{ #rustdoc_include file:5:10 }}`, `{{#playground file:anchor}}`, unless a backslash precedes.
    pattern:
      /(\\?)\{\{[ \t]{0,9}#(include|rustdoc_include|playground|playpen)[ \t]{1,9}([^\s{}]{1,500})[^{}\n]{0,100}\}\}/g,
    read: ([escape, kind, reference = '']) => {
      const [file = '', ...part] = reference.split(':');
      return escape === '' ? { file, part, isNested: kind === 'include' } : null;
    },
    isOptional: false,
    isFromRoot: false,
  },
  {
    // GitBook before reusable contents: `{% include "./part.md" %}`.
    pattern: /^[ \t]*\{%[ \t]{0,9}include[ \t]{1,9}["']([^"'\n]{1,500})["'][ \t]{0,9}%\}[ \t]*$/gm,
    read: ([file = '']) => (`/${file}`.includes(`/${includesFolder}`) ? null : { file, isNested: true }),
    isOptional: true,
    isFromRoot: false,
  },
  {
    // VitePress: `<!--@include: ./part.md#region{1,3}-->`, where a heading is a region as well. With values it is a component of MDX.
    pattern:
      /<!--[ \t]{0,9}@include:[ \t]{0,9}([^\s{}#<>]{1,500})(#[^\s{}#<>]{1,200})?(?:\{(\d{0,6}),?(\d{0,6})\})?(?:[ \t]with[ \t]([^\s<>]{0,20000}?))?[ \t]{0,9}-->/g,
    read: ([file = '', region, from, to, values]) => {
      const lines = from === undefined ? undefined : [from, to ?? ''];
      const part = region === undefined ? lines : [region];
      return {
        file,
        isNested: true,
        ...(part && { part }),
        ...(values !== undefined && { values: readValues(values) }),
      };
    },
    isOptional: false,
    isFromRoot: false,
  },
  {
    // Code of VitePress: `<<< ./code.js#region{2,4} [Title]`.
    pattern:
      /^[ \t]*<<<[ \t]{1,9}([^\s{}#<>[\]]{1,500})(#[\w-]{1,100})?(?:\{([^{}\n]{0,100})\})?[ \t]{0,9}(\[[^\]\n]{1,100}\])?[ \t]*$/gm,
    read: ([file = '', region, marks = '', title]) => {
      const [, lines = '', language = ''] = /^([\d,\s-]*)([\w+#-]*)/.exec(marks) ?? [];
      const info = [language || extensionOf(file), lines.trim() === '' ? '' : `{${lines.trim()}}`, title ?? ''];
      const fence = info.filter((part) => part !== '').join(' ');
      return { file, fence, isNested: false, ...(region !== undefined && { part: [region] }) };
    },
    isOptional: false,
    isFromRoot: false,
  },
  {
    // Snippets of Material for MkDocs: `--8<-- "part.md:section"`, unless a semicolon precedes.
    pattern: /^[ \t]*(;?)-{2,9}8<-{2,9}[ \t]{1,9}["']([^"'\n]{1,500})["'][ \t]*$/gm,
    read: ([escape, reference = '']) => {
      const [file = '', ...part] = reference.split(':');
      return escape === '' ? { file, part, isNested: true } : null;
    },
    isOptional: false,
    isFromRoot: true,
  },
];

/** The reason noted for a file whose text stands in other pages. */
export const filledInReason = 'It is no page of its own: its text stands in the pages that include it';

/** Most levels of files that include files. */
const maxDepth = 10;

/** Whether a text names other files whose lines it shows. */
export const namesOtherFiles = (markdown: string): boolean =>
  directives.some(({ pattern, read }) =>
    [...markdown.matchAll(pattern)].some(([, ...groups]) => read(groups) !== null),
  );

/** Replaces the names of the files in the includes of a text. */
export const renameIncluded = (markdown: string, rename: (file: string) => string): string =>
  directives.reduce(
    (text, { pattern, read }) =>
      text.replaceAll(pattern, (whole: string, ...groups: (string | undefined)[]) => {
        const reference = read(groups);
        return reference ? whole.replace(reference.file, () => rename(reference.file)) : whole;
      }),
    markdown,
  );

/**
 * Creates a function that replaces includes by the lines that they name. All of them together add as many characters as the
 * pages of an import may have bytes. See https://rust-lang.github.io/mdBook/format/mdbook.html,
 * https://vitepress.dev/guide/markdown#markdown-file-inclusion and https://facelessuser.github.io/pymdown-extensions/extensions/snippets/
 */
export function createIncluder(
  entries: readonly ArchiveEntry[],
  limits: ImportLimits,
  convert: ConvertPage,
): ResolveIncludes {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const find = createFileFinder(byPath);
  const filledIn = new Set<string>();
  const [valued, unvalued] = [new Set<string>(), new Set<string>()];
  let budget = limits.maxTextBytes;
  const textAt = (path: string, page: string): string | null => {
    const entry = byPath.get(path);
    const isSmall = entry && measureSize(entry) <= Math.min(limits.maxDocumentBytes, budget);
    return isSmall ? readIncluded(entry, page, convert) : null;
  };
  const resolve = (path: string, markdown: string, above: readonly string[]): IncludedResult => {
    const missing: Place[] = [];
    const unfilled: Place[] = [];
    let length = markdown.length;
    const relabel = createRelabeler(markdown);
    const fill = (reference: Reference, directive: Directive, line: number): string | null => {
      const target = find(path, reference.file, directive.isFromRoot);
      const isOpen = target === null || above.includes(target) || above.length >= maxDepth;
      const text = isOpen ? null : textAt(target, above[0] ?? path);
      const part = text === null || target === null ? null : readPart(text, target, reference);
      const note = (written: string) => unfilled.push({ text: written, line });
      const lines = part === null || !reference.values ? part : fillValues(part, reference.values, note);
      const fits = lines !== null && length + lines.length <= limits.maxDocumentBytes && lines.length <= budget;
      if (!fits || target === null) {
        if (!directive.isOptional) missing.push({ text: [reference.file, ...(reference.part ?? [])].join(':'), line });
        return null;
      }
      budget -= lines.length;
      length += lines.length;
      filledIn.add(target);
      (reference.values ? valued : unvalued).add(target);
      if (reference.fence !== undefined) return fenced(lines, reference.fence);
      if (!reference.isNested) return lines;
      const inner = resolve(target, lines, [...above, path]);
      const here = (places: readonly Place[]) => places.map((place) => ({ ...place, line }));
      missing.push(...here(inner.missing));
      unfilled.push(...here(inner.unfilled));
      return isPagePath(target) ? relabel(inner.markdown) : inner.markdown;
    };
    const filled = directives.reduce<TextWithLines>(
      (text, directive) =>
        replaceWithLines(text, directive.pattern, (groups, line) => {
          const reference = directive.read(groups);
          return reference && fill(reference, directive, line);
        }),
      { markdown },
    );
    return { ...filled, missing, unfilled };
  };
  return Object.assign((path: string, markdown: string) => resolve(path, markdown, []), {
    filledIn,
    valued: () => new Set([...valued].filter((path) => !unvalued.has(path))),
    valuesOf: (path: string, file: string) => valuesIn(byPath.get(find(path, file, false) ?? ''), limits),
  });
}

function readPart(text: string, path: string, { part: names, fence }: Reference): string | null {
  const part = includedPart(text, names ?? []);
  return part === null || !names || fence !== undefined || !isPagePath(path) ? part : withDefinitions(part, text);
}

/** Creates a function that finds the file that a page names: from its folder, from the root, or from that of a configuration. */
function createFileFinder(byPath: ReadonlyMap<string, ArchiveEntry>) {
  const configured = (pattern: RegExp) =>
    [...byPath.keys()].flatMap((path) => (pattern.test(path) ? [path.replace(pattern, '$1')] : []));
  const roots = configured(/^(.*\/)?mkdocs\.ya?ml$/i).flatMap((folder) => [folder, `${folder}docs/`]);
  const aliased = configured(/^(.*\/)?(?:docusaurus\.config\.[cm]?[jt]s|\.vitepress\/config(?:\/index)?\.[cm]?[jt]s)$/);
  return (path: string, file: string, isFromRoot: boolean): string | null =>
    (/^@(?:site)?\//.test(file)
      ? aliased
      : [...(file.startsWith('/') ? [''] : []), readFolder(path), ...(isFromRoot ? roots : [])]
    )
      .flatMap((folder) =>
        [file, decodePercent(file)].map((name) => joinPath(folder, name.replace(/^@(?:site)?\//, ''))),
      )
      .find((one) => one !== null && one !== path && byPath.has(one)) ?? null;
}

function valuesIn(entry: ArchiveEntry | undefined, { maxDocumentBytes }: ImportLimits): SnippetValues {
  return entry && measureSize(entry) <= maxDocumentBytes ? readExportedValues(entry) : {};
}

const readExportedValues = readOnce((entry) => exportedValues(readTextOf(entry) ?? ''));

/** The text of a file that a page includes as it stands there, without front matter; null for one that cannot be read. */
function readIncluded(entry: ArchiveEntry, page: string, convert: ConvertPage): string | null {
  const { path } = entry;
  const text = readTextOf(entry);
  if (text === null || !isPagePath(path)) return text;
  const { body } = splitFrontMatter(withYamlFrontMatter(text).markdown);
  return convert(path, withoutModules(body), page).markdown;
}

function readTextOf({ path, body }: ArchiveEntry): string | null {
  try {
    return decodeText({ body, name: path });
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** A fence that its text cannot close. */
function fenced(text: string, info: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((marks) => marks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${info}\n${text}\n${fence}`;
}

/** A warning that names the includes without a file; null when there are none. */
export function describeMissing(missing: readonly Place[]): string | null {
  const count = new Set(missing.map(({ text }) => text)).size;
  return count === 0
    ? null
    : `${counted(count, 'include has', 'includes have')} no file in the archive: ${describePlaces(missing)}`;
}
