import GithubSlugger from 'github-slugger';
import { closesFence, openedFence } from '../../markdown/fences.ts';

const anchorMark = /\bANCHOR(?:_END)?:[ \t]*[\w-]+/;

/**
 * The part of a text that an include names: all of it, the lines `5`, `5:`, `:10` or `5:10`, those of an anchor, or after `#` a region, what
 * stands below a heading, or the block with an id. Null for one that is not there.
 */
export function includedPart(text: string, [start, end]: readonly string[]): string | null {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  if (start?.startsWith('#')) {
    const name = start.slice(1);
    return (
      between(lines, /#region\s+([\w-]+)/, /#endregion/, name) ?? belowHeading(lines, name) ?? blockWithId(lines, name)
    );
  }
  if (start !== undefined && !/^\d*$/.test(start))
    return anchored(lines, start) ?? between(lines, /\[start:([\w-]+)\]/, /\[end:/, start);
  const from = Number(start) || 1;
  const isOneLine = start !== undefined && start !== '' && end === undefined;
  const to = isOneLine ? from : Number(end) || lines.length;
  const chosen = lines.slice(from - 1, to);
  return chosen.filter((line) => !anchorMark.test(line)).join('\n');
}

function anchored(lines: readonly string[], name: string): string | null {
  const isMark = (line: string, mark: string) => new RegExp(`\\b${mark}:[ \\t]*([\\w-]+)`).exec(line)?.[1] === name;
  const start = lines.findIndex((line) => isMark(line, 'ANCHOR'));
  if (start < 0) return null;
  const length = lines.slice(start + 1).findIndex((line) => isMark(line, 'ANCHOR_END'));
  const chosen = length < 0 ? lines.slice(start + 1) : lines.slice(start + 1, start + 1 + length);
  return chosen.filter((line) => !anchorMark.test(line)).join('\n');
}

/** The lines between the marks of a region or a section. Null when it is not there. */
function between(lines: readonly string[], opens: RegExp, closes: RegExp, name: string): string | null {
  const start = lines.findIndex((line) => opens.exec(line)?.[1] === name);
  if (start < 0) return null;
  const length = lines.slice(start + 1).findIndex((line) => closes.test(line));
  return lines.slice(start + 1, length < 0 ? undefined : start + 1 + length).join('\n');
}

/** A heading with what stands below it, up to the next one of its level. */
function belowHeading(lines: readonly string[], anchor: string): string | null {
  const slugger = new GithubSlugger();
  const headings = listHeadings(lines);
  const at = headings.findIndex(({ title }) => slugger.slug(title) === anchor);
  const found = headings[at];
  if (!found) return null;
  const next = headings.slice(at + 1).find(({ depth }) => depth <= found.depth);
  return lines.slice(found.line, next?.line).join('\n').trimEnd();
}

function listHeadings(lines: readonly string[]) {
  let fence: string | null = null;
  return lines.flatMap((line, at) => {
    const code = line.trimEnd();
    if (fence !== null) {
      if (closesFence(code, fence)) fence = null;
      return [];
    }
    fence = openedFence(code);
    const [, marks = '', title = ''] = /^(#{1,6})[ \t]+(.+)$/.exec(code) ?? [];
    return marks === '' ? [] : [{ line: at, depth: marks.length, title: plainTitle(title) }];
  });
}

const plainTitle = (title: string) =>
  title
    .replace(/[ \t]+#+$/, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]/g, '')
    .trim();

/** The block in which `<a id="…"></a>` stands, or above it where it stands alone, without the id: an item with what is below it, or lines without a gap. */
function blockWithId(lines: readonly string[], id: string): string | null {
  const mark = `<a id="${id}"></a>`;
  const marked = lines.findIndex((line) => line.trimEnd().endsWith(mark));
  if (marked < 0) return null;
  const isAlone = lines[marked]?.trim() === mark;
  const at = isAlone ? lines.findLastIndex((line, index) => index < marked && line.trim() !== '') : marked;
  const line = lines[at];
  if (line === undefined) return null;
  const [item] = isAlone ? [] : (/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/.exec(line) ?? []);
  const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
  const isBelow = (other: string) => other.trim() === '' || (/^[ \t]*/.exec(other)?.[0].length ?? 0) > indent;
  let [from, to] = [at, at + 1];
  if (item === undefined) {
    while (from > 0 && lines[from - 1]?.trim() !== '') from -= 1;
    while (to < lines.length && lines[to]?.trim() !== '') to += 1;
  } else while (to < lines.length && isBelow(lines[to] ?? '')) to += 1;
  return lines
    .slice(from, to)
    .map((one) => (item === undefined ? one : one.slice(indent)).replace(mark, '').trimEnd())
    .join('\n')
    .trimEnd();
}
