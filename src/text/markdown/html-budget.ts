import { scanTags } from './html-tags.ts';

/**
 * Describes why an HTML page is too expensive to parse, or null. The parser repeats unclosed formatting elements in every
 * following block, and scans its open elements for many tags. A single pass estimates that work. Browsers also limit
 * nesting to 512 levels.
 */
export function htmlProblem(html: string): string | null {
  const open: string[] = [];
  let formatting = 0;
  let cost = 0;
  let tags = 0;
  for (const tag of scanTags(html)) {
    tags += 1;
    if (tags > maxTags) return `has more than ${maxTags} tags`;
    cost += formatting + open.length / 16;
    if (cost > maxCost) return 'has too many unclosed elements';
    if (voidOrOptional.has(tag.name)) continue;
    if (!tag.closing) {
      open.push(tag.name);
      if (formattingNames.has(tag.name)) formatting += 1;
      if (open.length > maxDepth) return `is nested deeper than ${maxDepth} elements`;
    } else if (close(open, tag.name) && formattingNames.has(tag.name)) formatting -= 1;
  }
  return null;
}

/** Closes the innermost open element of that name within its scope. */
function close(open: string[], name: string): boolean {
  for (let index = open.length - 1; index >= 0; index--) {
    if (open[index] === name) {
      open.splice(index, 1);
      return true;
    }
    if (formattingNames.has(name) && scopeNames.has(open[index] ?? '')) return false;
  }
  return false;
}

const maxDepth = 512;
const maxCost = 2_000_000;

/** Most elements of a page. Converting an element takes a fifth of a millisecond. */
const maxTags = 50_000;

const formattingNames: ReadonlySet<string> = new Set(
  'a b big code em font i nobr s small strike strong tt u'.split(' '),
);

const scopeNames: ReadonlySet<string> = new Set('applet caption html marquee object table template'.split(' '));

/** Void elements, and elements whose end tag is commonly omitted. */
const voidOrOptional: ReadonlySet<string> = new Set(
  (
    'area base body br col colgroup dd dt embed head hr html img input li link meta optgroup option p param path ' +
    'rect circle line rp rt source tbody td tfoot th thead tr track use wbr'
  ).split(' '),
);
