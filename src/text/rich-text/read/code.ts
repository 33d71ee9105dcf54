import { parseAttributes } from '../../markdown/attributes.ts';
import { blockWith, textNode, type Block } from '../document.ts';

/** Creates a code block with source that no block can express. */
export const sourceAsCode = (source: string, syntax = 'markdown'): Block =>
  codeBlock(source.replace(/^\n+|\n+$/g, ''), { syntax });

/** What is a title without saying so: the name of a file, or of a tool or language for which a group of code has a tab. Mintlify writes it so. */
const plainTitle =
  /^(?:[\w@./-]{0,200}[\w-]\.[a-z\d]{1,10}|npm|yarn|pnpm|bun|deno|pip|uv|poetry|cURL|Python|JavaScript|TypeScript|Node|Go|Java|PHP|Ruby|macOS|Linux|Windows)(?=\s|$)/;

/** Converts a fenced code block with its info string, in the syntax of any supported generator. */
export function readCodeBlock(value: string, info: string, meta: string): Block {
  const all = `${info} ${meta}`;
  const attributes = parseAttributes(meta.replace(/^\{(?=\s*[.#\w-]+[ =}])|\}$/g, ''));
  const syntax = /^\{?\.?([^\s,{}:[\]]+)/.exec(info)?.[1] ?? '';
  const named = attributes['title'] ?? attributes['filename'] ?? /(?:^|\s)\[([^[\]\n]{1,200})\]\s*$/.exec(meta)?.[1];
  const title = named ?? plainTitle.exec(meta.trim())?.[0];
  const numbers = /(?:^|[\s:{])(?:line-?numbers|showLineNumbers|linenums)\b/i.test(all);
  const ranges = /\{([\d,\s-]{1,200})\}/.exec(all)?.[1] ?? attributes['hl_lines']?.replaceAll(' ', ',') ?? '';
  return codeBlock(
    value,
    {
      ...(syntax !== '' && { syntax }),
      ...(title && { title }),
      ...(numbers && !/no-line-numbers/.test(all) && { lineNumbers: true }),
    },
    linesIn(ranges),
  );
}

export const codeBlock = (value: string, data: Block['data'], highlighted: ReadonlySet<number> = new Set()): Block =>
  blockWith(
    'code',
    value
      .split(/\r\n|\r|\n/)
      .map((line, at) =>
        blockWith('code-line', [textNode(line)], { data: highlighted.has(at + 1) ? { highlighted: true } : {} }),
      ),
    { data },
  );

/** Parses line numbers such as `1,3-5`. */
function linesIn(ranges: string): Set<number> {
  const lines = new Set<number>();
  for (const range of ranges.split(',')) {
    const [, first = '', last = first] = /^\s*(\d{1,6})\s*(?:-\s*(\d{1,6}))?\s*$/.exec(range) ?? [];
    for (let line = Number(first); first !== '' && line <= Number(last) && lines.size < maxHighlighted; line += 1)
      lines.add(line);
  }
  return lines;
}

const maxHighlighted = 2_000;
