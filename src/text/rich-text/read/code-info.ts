import { parseAttributes } from '../../markdown/attributes.ts';
import type { Block } from '../document.ts';

/** What is a title without saying so: the name of a file, or of a tool or language for which a group of code has a tab. Mintlify writes it so. */
const plainTitle =
  /^(?:[\w@./-]{0,200}[\w-]\.[a-z\d]{1,10}|npm|yarn|pnpm|bun|deno|pip|uv|poetry|cURL|Python|JavaScript|TypeScript|Node|Go|Java|PHP|Ruby|macOS|Linux|Windows)(?=\s|$)/;

const quoted = /"[^"\n]{0,1000}"|'[^'\n]{0,1000}'/g;

/** Reads the info string of a fence, in the syntax of any supported generator. */
export function readCodeInfo(info: string): Block['data'] {
  const [, language = '', meta = ''] = /^\s*(\S*)\s*([^]*)$/.exec(info) ?? [];
  const attributes = parseAttributes(meta.replace(/^\{(?=\s*[.#\w-]+[ =}])|\}$/g, ''));
  const syntax = /^\{?\.?([^\s,{}:[\]]+)/.exec(language)?.[1] ?? '';
  const named = attributes['title'] ?? attributes['filename'] ?? /(?:^|\s)\[([^[\]\n]{1,200})\]\s*$/.exec(meta)?.[1];
  const title = named ?? plainTitle.exec(meta.trim())?.[0];
  const words = info.replaceAll(quoted, '""');
  const isNumbered =
    /(?:^|[\s:{])(?:line-?numbers|showLineNumbers|linenums|lines(?=\s|$))/i.test(words) ||
    /[\s,{]linenos(?!=["']?false)\b/.test(words);
  const has = (word: string) => new RegExp(String.raw`\s${word}(?=\s|$)`).test(words);
  return {
    ...(syntax !== '' && { syntax }),
    ...(title && { title }),
    ...(has('wrap') && { overflow: 'wrap' }),
    ...(isNumbered && !/no-line-numbers/.test(words) && { lineNumbers: true }),
    ...(has('expandable') && { expandable: true }),
  };
}

/** Ranges of lines, which stand alone or say how they are marked. Those of other names, such as of folded lines, mark nothing. */
export const markedRanges =
  /(?<=\s(?:highlight|focus|mark|ins)=|(?<!=))\{([\d,\s-]{1,200})\}|\b(?:hl|mark)_lines=(?:["']([\d,\s-]{1,200})["']|\[([\d,\s"'-]{1,200})\])/g;

const quotedValue = /(?<==)(?<!(?:hl|mark)_lines=)(?:"[^"\n]{0,1000}"|'[^'\n]{0,1000}')/g;

/** The numbers of the lines that an info string marks. */
export const markedLines = (info: string): ReadonlySet<number> =>
  linesIn(
    [...info.replaceAll(quotedValue, '""').matchAll(markedRanges)]
      .flatMap(([, braces, words, list]) => braces ?? words?.trim().replaceAll(/[\s,]+/g, ',') ?? list ?? [])
      .join(),
  );

/** Parses line numbers such as `1,3-5`. */
export function linesIn(ranges: string): Set<number> {
  const lines = new Set<number>();
  for (const range of ranges.replaceAll(/["']/g, '').split(',')) {
    const [, first = '', last = first] = /^\s*(\d{1,6})\s*(?:-\s*(\d{1,6}))?\s*$/.exec(range) ?? [];
    for (let line = Number(first); first !== '' && line <= Number(last) && lines.size < maxMarked; line += 1)
      lines.add(line);
  }
  return lines;
}

const maxMarked = 2_000;
