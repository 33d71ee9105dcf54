import { parseDocument } from 'yaml';

/**
 * What a YAML text of somebody else's says; null for what cannot be read. Twenty aliases are ample; each may repeat a
 * whole branch.
 */
export function readYaml(text: string): unknown {
  if (isDeep(text)) return null;
  try {
    const document = parseDocument(text, { schema: 'core', prettyErrors: false, logLevel: 'silent' });
    return document.errors.length > 0 ? null : document.toJS({ maxAliasCount: 20 });
  } catch {
    // Too many aliases, or one that is not resolved.
    return null;
  }
}

const maxNesting = 50;

/**
 * Whether it may nest so deeply that yaml 2 runs out of stack: Node cannot survive that when a regular expression is
 * compiled there. Indentation alone does not get so deep in the length a text may have.
 */
function isDeep(text: string): boolean {
  if (/(?:[-?:][ \t]+){50}/.test(text)) return true;
  let open = 0;
  for (const [mark] of text.matchAll(/[[\]{}]/g)) {
    open = mark === '[' || mark === '{' ? open + 1 : Math.max(0, open - 1);
    if (open > maxNesting) return true;
  }
  return false;
}
