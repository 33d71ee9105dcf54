import { DomainError } from '../../../lib/errors.ts';
import type { ImportLimits } from '../limits.ts';
import { readFolder, joinPath } from '../unpack/source-path.ts';
import { decodeText } from '../unpack/text.ts';
import { measureSize, type ArchiveEntry } from '../unpack/zip.ts';

/** A text with its includes replaced, and those that have no file. */
interface IncludedResult {
  readonly markdown: string;
  readonly missing: readonly string[];
}

/** Replaces the includes of mdBook in the page at a path. */
export type ResolveIncludes = (path: string, markdown: string) => IncludedResult;

/** `{{#include file}}`, `{{ #rustdoc_include file:5:10 }}`, `{{#playground file:anchor}}`, unless a backslash precedes. */
const directive =
  /(\\?)\{\{[ \t]{0,9}#(include|rustdoc_include|playground|playpen)[ \t]{1,9}([^\s{}]{1,500})[^{}\n]{0,100}\}\}/g;

/** Most levels of files that include files. */
const maxDepth = 10;

/**
 * Creates a function that replaces the includes of mdBook by the lines that they name. All of them together add as many
 * characters as the pages of an import may have bytes. See https://rust-lang.github.io/mdBook/format/mdbook.html
 */
export function createIncluder(entries: readonly ArchiveEntry[], limits: ImportLimits): ResolveIncludes {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  let budget = limits.maxTextBytes;
  const textAt = (path: string | null): string | null => {
    const entry = path === null ? undefined : byPath.get(path);
    if (!entry || measureSize(entry) > Math.min(limits.maxDocumentBytes, budget)) return null;
    try {
      return decodeText({ body: entry.body, name: entry.path });
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    }
  };
  const resolve = (path: string, markdown: string, depth: number): IncludedResult => {
    if (!markdown.includes('{{')) return { markdown, missing: [] };
    const missing: string[] = [];
    let length = markdown.length;
    const replaced = markdown.replaceAll(directive, (whole, escape: string, kind: string, reference: string) => {
      if (escape !== '') return whole;
      const [file = '', ...range] = reference.split(':');
      const target = joinPath(readFolder(path), file);
      const text = depth < maxDepth ? textAt(target) : null;
      const lines = text === null ? null : linesIn(text, range);
      const fits = lines !== null && length + lines.length <= limits.maxDocumentBytes && lines.length <= budget;
      if (!fits) {
        missing.push(reference);
        return whole;
      }
      budget -= lines.length;
      length += lines.length;
      if (kind !== 'include' || target === null) return lines;
      const inner = resolve(target, lines, depth + 1);
      missing.push(...inner.missing);
      return inner.markdown;
    });
    return { markdown: replaced, missing };
  };
  return (path, markdown) => resolve(path, markdown, 0);
}

const anchorMark = /\bANCHOR(?:_END)?:[ \t]*[\w-]+/;

/** The lines of a range: all, `5`, `5:`, `:10`, `5:10` or the lines of an anchor. Null for an anchor that is not there. */
function linesIn(text: string, [start, end]: readonly string[]): string | null {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  if (start !== undefined && !/^\d*$/.test(start)) return anchored(lines, start);
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

/** A warning that names the includes without a file; null when there are none. */
export function describeMissing(missing: readonly string[]): string | null {
  const names = [...new Set(missing)];
  if (names.length === 0) return null;
  const shown = names.slice(0, 5).join(', ');
  const more = names.length > 5 ? `, and ${names.length - 5} more` : '';
  return `${names.length === 1 ? '1 include has' : `${names.length} includes have`} no file in the archive: ${shown}${more}`;
}
