import { parseAttributes } from './attributes.ts';
import type { Span } from './url-spans.ts';

/** A block that shows a part of an OpenAPI specification, from its tag to its end tag where it has one. */
export interface SpecBlock extends Span {
  readonly kind: 'operation' | 'webhook' | 'schemas';
  /** The slug of the specification, or the URL of its source (`src`), and the range of this name in the source. */
  readonly spec: string;
  readonly specSpan: Span;
  /** The method and the path or name of an operation or a webhook; names of schemas. */
  readonly names: readonly string[];
  /** The text between its tags. */
  readonly content: string;
}

/** Whether a text may have such blocks. */
export const hasSpecBlocks = (markdown: string): boolean => tagStart.test(markdown);

const tagStart = /\{%-?[ \t]*(?:openapi|swagger)/;

const openTag =
  /^[ \t>]{0,40}\{%-?[ \t]*(openapi|swagger|openapi-operation|openapi-webhook|openapi-schemas)[ \t]+((?:(?!%\}).){1,4000})%\}[ \t]*$/;
const endTag = /^[ \t>]{0,40}\{%-?[ \t]*end([\w-]{1,40})[ \t]*-?%\}[ \t]*$/;
const fence = /^[ \t>]{0,40}(`{3,}|~{3,})/;
const slug = /\bspec[ \t]*=[ \t]*["']([^"'\n]{1,100})["']/d;
const source = /\bsrc[ \t]*=[ \t]*["'](https?:\/\/[^"'\s]{1,2040})["']/d;

/** The blocks of a text that name a specification, in order. Takes a time that grows linearly with the text. */
export function specBlocksIn(markdown: string): SpecBlock[] {
  if (!hasSpecBlocks(markdown)) return [];
  const blocks: SpecBlock[] = [];
  let open: (Omit<SpecBlock, 'content'> & { readonly tag: string }) | null = null;
  let fenced: string | null = null;
  const close = (content: string, end?: number) => {
    if (!open) return;
    const { tag: _tag, ...block } = open;
    blocks.push({ ...block, end: end ?? block.end, content: content.trim() });
  };
  let at = 0;
  for (const line of markdown.split('\n')) {
    const start = at;
    at += line.length + 1;
    const end = start + line.trimEnd().length;
    const mark = fence.exec(line)?.[1];
    if (fenced !== null) {
      if (mark?.startsWith(fenced)) fenced = null;
      continue;
    }
    if (mark !== undefined) {
      fenced = mark;
      continue;
    }
    if (!line.includes('{%')) continue;
    if (open && endTag.exec(line)?.[1] === open.tag) {
      close(markdown.slice(open.end, start), end);
      open = null;
      continue;
    }
    const found = findBlock(line.trimEnd(), start);
    if (!found) continue;
    // A block without an end tag is its tag alone.
    close('');
    open = found;
  }
  close('');
  return blocks;
}

/**
 * A text without what stands between the tags of such blocks, which is what they show for those who read the source: generated pages
 * have a megabyte of it.
 */
export function withoutSpecContents(markdown: string): string {
  let text = '';
  let from = 0;
  for (const { start, end, content } of specBlocksIn(markdown)) {
    const inside = markdown.indexOf('\n', start);
    if (content === '' || inside < 0 || inside >= end) continue;
    text += `${markdown.slice(from, inside)}\n`;
    from = markdown.lastIndexOf('\n', end - 1) + 1;
  }
  return text + markdown.slice(from);
}

function findBlock(line: string, start: number) {
  const [, tag = '', rest = ''] = openTag.exec(line) ?? [];
  const { spec: named, src, path = '', name = '', method = '', schemas, schema } = parseAttributes(rest);
  const hasSource = named === undefined && (tag === 'openapi' || tag === 'swagger');
  const spec = hasSource ? src : named;
  const [from, to] = (hasSource ? source : slug).exec(line)?.indices?.[1] ?? [];
  if (tag === '' || spec === undefined || from === undefined || to === undefined) return null;
  const place = { tag, spec, specSpan: { start: start + from, end: start + to }, start, end: start + line.length };
  if (tag === 'openapi-schemas') {
    const names = (schemas ?? schema ?? '').split(',').filter((one) => one !== '');
    return { ...place, kind: 'schemas' as const, names };
  }
  const isWebhook = tag === 'openapi-webhook';
  const names = [`${method.toLowerCase()} ${isWebhook ? name : path}`];
  return { ...place, kind: isWebhook ? ('webhook' as const) : ('operation' as const), names };
}
