import { isAlias, isScalar, parseDocument } from 'yaml';

/**
 * Parses untrusted YAML whose scalars are names and paths; null when it is invalid. Every scalar and key is the text that is
 * written, `4.10` and not 4.1, and an empty one is an empty text.
 */
export const readYamlTexts = (text: string): unknown => parse(text, 'failsafe').value;

/** Parsed YAML, and its scalars as they are written: `4.10` and not the number 4.1. */
export interface WrittenYaml {
  readonly value: unknown;
  /** The text of a scalar other than null at a path of keys; undefined when there is none. */
  readonly textAt: (...path: readonly string[]) => string | undefined;
}

/** Parses untrusted YAML; the value is null when it is invalid. Keeps its scalars as they are written. */
export const readYamlAsWritten = (text: string): WrittenYaml => parse(text, 'core');

function parse(text: string, schema: 'core' | 'failsafe'): WrittenYaml {
  const nothing = { value: null, textAt: () => undefined };
  if (isDeep(text)) return nothing;
  try {
    const document = parseDocument(text, { schema, prettyErrors: false, logLevel: 'silent' });
    if (document.errors.length > 0) return nothing;
    const textAt = (...path: readonly string[]) => {
      const node = document.getIn(path, true);
      const scalar = isAlias(node) ? node.resolve(document) : node;
      if (!isScalar(scalar) || scalar.value === null) return undefined;
      return typeof scalar.value === 'string' ? scalar.value : scalar.source;
    };
    // Aliases are limited, since each may repeat a whole branch.
    return { value: document.toJS({ maxAliasCount: 20 }), textAt };
  } catch {
    // Too many aliases, or an unresolved one.
    return nothing;
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
