import { addToList } from '../../../../lib/add-to-list.ts';
import { splitFrontMatter } from '../../../markdown/front-matter.ts';
import { closesFence, openedFence } from '../../../markdown/fences.ts';
import { linesIn, markedLines, markedRanges, readCodeInfo } from '../../../rich-text/read/code-info.ts';
import { readDocusaurusConfigs, type DocusaurusConfig } from '../../tree/docusaurus-config.ts';
import { readRecord } from '../../tree/site-config.ts';
import type { ArchiveEntry } from '../../unpack/zip.ts';
import type { Place, TextWithLines } from '../lines.ts';
import {
  readHiddenRust,
  readMagicComments,
  readNotation,
  readTwoslash,
  type CodeLine,
  type Lose,
  type MagicComment,
  type Mark,
  type ReadComments,
} from './code-comments.ts';
import { keptAsWritten, leftOut, type Converted } from './construct.ts';

/** Carries over the marks in the code of a page. */
export type MarkCode = (path: string, text: TextWithLines) => Converted;

/** Creates a function that reads the marks in code as the tools of an archive do. */
export function createCodeMarker(entries: readonly ArchiveEntry[]): MarkCode {
  const has = (sign: RegExp) => entries.some(({ path }) => sign.test(path));
  const configurations = readDocusaurusConfigs(entries);
  const magic = readMagicComments([
    { line: 'highlight-next-line', start: 'highlight-start', end: 'highlight-end' },
    ...configurations.flatMap(listMagicComments),
  ]);
  const isVitePress = has(/(?:^|\/)\.vitepress\//);
  const isTitled = has(/(?:^|\/)(?:_order\.ya?ml|(?:docs|mint)\.json)$/);
  const isTabbed = has(/(?:^|\/)_order\.ya?ml$/);
  const book = has(/(?:^|\/)book\.toml$/) ? [readHiddenRust] : [];
  return (path, text) => {
    const isMdx = path.endsWith('.mdx');
    const readers = [
      ...(isMdx || configurations.length > 0 ? [magic] : []),
      ...(isMdx || isVitePress ? [readNotation, readTwoslash] : []),
      ...book,
    ];
    return markCode(text, { readers, isTitled, isTabbed });
  };
}

/** The comments that a configuration of Docusaurus adds. https://docusaurus.io/docs/api/themes/configuration#codeblock */
function listMagicComments({ settings }: DocusaurusConfig): MagicComment[] {
  const { prism } = readRecord(settings['themeConfig']);
  const { magicComments } = readRecord(prism);
  return (Array.isArray(magicComments) ? magicComments : []).map((one: unknown) => {
    const { line, block } = readRecord(one);
    const { start, end } = readRecord(block);
    return { line: wordsOf(line), start: wordsOf(start), end: wordsOf(end) };
  });
}

const wordsOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** What an info string says that nothing expresses. */
const lostInInfo: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'Number of the first line of code',
    /(?:showLineNumbers|startLineNumber|linenums|linenostart|line-numbers)=[{"']?(?!1\b)\d+/,
  ],
  ['Marks of words in code', /(?<=\s)(?:(?:mark|ins|del)=)?(?:"[^"\n]{1,200}"|\/[^/\n]{1,200}\/)(?=\s|$)/],
  ['Fold of lines in code', /(?<=\s)collapse=\{[\d\s,-]{1,100}\}/],
  ['Code that runs in its page', /(?<=\s)live(?=\s|$)/],
  ['The same for other package managers', /(?<=\s)npm2yarn\b/],
];

/** Languages of code that plugins of Obsidian run. */
const run = /^[ \t]*(?:dataview(?:js)?|tasks|ad-[\w-]{1,50})(?=\s|$)/;

/** How a tool reads fences. */
interface Reading {
  readonly readers: readonly ReadComments[];
  /** Whether words of the info string are a title. */
  readonly isTitled: boolean;
  /** Whether fences directly below each other are tabs, as in ReadMe. */
  readonly isTabbed: boolean;
}

/** Words of info strings of Mintlify that say how code is shown. */
const flags = /^(?:lines|wrap|expandable|twoslash)$/;

/** An info string whose plain words say that they are a title, as Mintlify and ReadMe read them. */
function titled(info: string): string {
  const [, language = '', meta = ''] = /^([ \t]*\S+)[ \t]+(\S[^\n]{0,500})$/.exec(info) ?? [];
  if (meta === '' || readCodeInfo(info)['title'] !== undefined) return info;
  const parts = meta.match(/\{[^{}]*\}|[\w-]+=(?:"[^"]*"|'[^']*'|\{[^{}]*\})|\S+/g) ?? [];
  const isWord = (part: string) => !/[={}"]/.test(part) && !flags.test(part);
  const title = parts.filter(isWord).join(' ');
  return title === '' ? info : [language, `title="${title}"`, ...parts.filter((part) => !isWord(part))].join(' ');
}

interface Fence {
  readonly lead: string;
  readonly marks: string;
  readonly info: string;
  readonly from: number;
  readonly body: readonly CodeLine[];
  /** The line that closes it, if one does. */
  readonly end: readonly CodeLine[];
}

const lengthOf = ({ body, end }: Fence) => 1 + body.length + end.length;

function markCode({ markdown, lines: sourceLines }: TextWithLines, reading: Reading): Converted {
  const { bodyStart } = splitFrontMatter(markdown);
  const places = new Map<string, Place[]>();
  const lose: Lose = (reason, text, line) => addToList(places, reason, { text, line });
  const all = markdown.split('\n').map((text, at) => ({ lead: '', text, from: sourceLines?.[at] ?? at + 1 }));
  let at = markdown.slice(0, bodyStart).split('\n').length - 1;
  const parts: (readonly CodeLine[])[] = [all.slice(0, at)];
  while (at < all.length) {
    const fences = fencesAt(all, at, reading);
    parts.push(fences.length === 0 ? all.slice(at, at + 1) : writeFences(fences, reading, lose));
    at += fences.length === 0 ? 1 : fences.reduce((sum, fence) => sum + lengthOf(fence), 0);
  }
  const written = parts.flat();
  return {
    markdown: written.map(({ lead, text }) => `${lead}${text}`).join('\n'),
    lines: written.map(({ from }) => from),
    notes: [...places].map(([reason, list]) => ({ reason, places: list })),
  };
}

/** The fence that a line opens; it ends with the text where nothing closes it. */
function fenceAt(lines: readonly CodeLine[], at: number): Fence | null {
  const { text = '', from = 0 } = lines[at] ?? {};
  const marks = openedFence(text.trimEnd());
  if (marks === null) return null;
  const start = text.indexOf(marks);
  let end = at + 1;
  while (end < lines.length && !closesFence(lines[end]?.text.trimEnd() ?? '', marks)) end += 1;
  const body = lines.slice(at + 1, end).map((line) => {
    const lead = line.text.slice(0, start).match(/^[ \t>]*/)?.[0] ?? '';
    return { lead, text: line.text.slice(lead.length), from: line.from };
  });
  return {
    lead: text.slice(0, start),
    marks,
    info: text.slice(start + marks.length).trimEnd(),
    from,
    body,
    end: lines.slice(end, end + 1),
  };
}

/** The fence that a line opens, with those directly below it where these are tabs. */
function fencesAt(lines: readonly CodeLine[], at: number, { isTabbed }: Reading): Fence[] {
  const fences: Fence[] = [];
  for (let next = at; fences.length === 0 || isTabbed;) {
    const fence = fenceAt(lines, next);
    if (!fence || (fences[0] && fences[0].lead !== fence.lead)) break;
    fences.push(fence);
    next += lengthOf(fence);
  }
  return fences;
}

function writeFences(fences: readonly Fence[], reading: Reading, lose: Lose): CodeLine[] {
  if (fences.length === 1) return fences.flatMap((fence) => [...writeFence(fence, reading, lose), ...fence.end]);
  const tag = ({ lead, from }: Fence, text: string): CodeLine => ({ lead, text, from });
  const tabs = fences.flatMap((fence, at) => {
    const info = titled(fence.info);
    const { title, syntax } = readCodeInfo(info);
    const name = typeof title === 'string' ? title : '';
    const bare = info.replace(/\s+title="[^"]*"/, '').replace(` ${name}`, '');
    const label = name || (typeof syntax === 'string' ? syntax : `${at + 1}`);
    return [
      tag(fence, `{% tab title="${label.replaceAll('"', '&quot;')}" %}`),
      ...writeFence({ ...fence, info: bare }, { ...reading, isTitled: false }, lose),
      ...fence.end,
      tag(fence, '{% endtab %}'),
    ];
  });
  return [
    ...fences.slice(0, 1).map((fence) => tag(fence, '{% tabs %}')),
    ...tabs,
    ...fences.slice(-1).map((fence) => tag(fence, '{% endtabs %}')),
  ];
}

/** How an info string marks the lines with numbers. */
function marksIn(info: string): (number: number) => Mark | undefined {
  const named = (name: string) =>
    linesIn(new RegExp(String.raw`(?<=\s)${name}=\{([\d\s,-]{1,200})\}`).exec(info)?.[1] ?? '');
  const marks = [
    ['removed', named('del')],
    ['added', named('ins')],
    ['shown', markedLines(info)],
  ] as const;
  return (number) => marks.find(([, lines]) => lines.has(number))?.[0];
}

const signs = { added: '+ ', removed: '- ', shown: '  ' } as const;

/** The opening of a fence and its lines, with what marks them in its info string; as a diff where lines are removed. */
function writeFence(fence: Fence, { readers, isTitled }: Reading, lose: Lose): CodeLine[] {
  const { lead, marks, from } = fence;
  const info = isTitled ? titled(fence.info) : fence.info;
  const open = (words: string): CodeLine => ({ lead, text: `${marks}${words}`, from });
  for (const [name, pattern] of lostInInfo) if (pattern.test(info)) lose(leftOut(name), `${marks}${info}`, from);
  if (run.test(info)) lose(keptAsWritten('Block of a plugin'), `${marks}${info}`, from);
  const markAt = marksIn(info);
  const body = fence.body.map((line, at): CodeLine => ({ ...line, mark: markAt(at + 1) }));
  const read = readers.reduce<readonly CodeLine[]>((lines, reader) => reader(lines, info, lose), body);
  const bare = info
    .replaceAll(/\s(?:highlight|focus|mark|ins|del)=(?=\{)/g, '')
    .replaceAll(markedRanges, '')
    .trimEnd();
  if (read.some(({ mark }) => mark === 'removed'))
    return [
      open(`diff${bare.replace(/^[ \t]*[\w+#.-]*/, '')}`),
      ...read.map((line) => ({ ...line, text: `${signs[line.mark ?? 'shown']}${line.text}`.trimEnd() })),
    ];
  const isSame =
    read.length === body.length &&
    body.every((line, at) => line.mark === read[at]?.mark && line.text === read[at]?.text);
  if (isSame) return [open(info), ...body];
  const numbers = read.flatMap(({ mark }, at) => (mark === undefined ? [] : [at + 1]));
  return [open(numbers.length === 0 ? bare : `${bare === '' ? 'text' : bare} {${numbers.join()}}`), ...read];
}
