import { parseDocument } from 'yaml';

/** Parses untrusted YAML; null for invalid YAML. Aliases are limited, since each may repeat a whole branch. */
export function readYaml(text: string): unknown {
  if (isDeep(text)) return null;
  try {
    const document = parseDocument(text, { schema: 'core', prettyErrors: false, logLevel: 'silent' });
    return document.errors.length > 0 ? null : document.toJS({ maxAliasCount: 20 });
  } catch {
    // Too many aliases, or an unresolved one.
    return null;
  }
}

const maxNesting = 50;

/**
 * Whether YAML nests so deeply that yaml 2 would exhaust the stack. Node cannot recover from that while it compiles a
 * regular expression. Indentation alone cannot get that deep within the maximum length.
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
