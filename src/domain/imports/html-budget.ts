import { scanTags } from './html-tags.ts';

/**
 * Why an HTML page must not be given to the HTML parser, or null.
 * The parser repeats formatting elements left open in every block that follows, and walks its open elements for
 * many tags: both multiply. One pass estimates that product. Browsers, too, stop at 512 levels.
 */
export function htmlProblem(html: string): string | null {
  const open: string[] = [];
  let formatting = 0;
  let cost = 0;
  for (const tag of scanTags(html)) {
    cost += formatting + open.length / 16;
    if (cost > maxCost) return 'leaves too many elements open';
    if (voidOrOptional.has(tag.name)) continue;
    if (!tag.closing) {
      open.push(tag.name);
      if (formattingNames.has(tag.name)) formatting += 1;
      if (open.length > maxDepth) return `is nested deeper than ${maxDepth} elements`;
    } else if (close(open, tag.name) && formattingNames.has(tag.name)) formatting -= 1;
  }
  return null;
}

/** Takes the innermost open element of that name off, as far as its scope reaches. */
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

const formattingNames: ReadonlySet<string> = new Set(
  'a b big code em font i nobr s small strike strong tt u'.split(' '),
);

const scopeNames: ReadonlySet<string> = new Set('applet caption html marquee object table template'.split(' '));

/** Elements without an end tag, and those whose end tag is commonly left out. */
const voidOrOptional: ReadonlySet<string> = new Set(
  (
    'area base body br col colgroup dd dt embed head hr html img input li link meta optgroup option p param path ' +
    'rect circle line rp rt source tbody td tfoot th thead tr track use wbr'
  ).split(' '),
);
