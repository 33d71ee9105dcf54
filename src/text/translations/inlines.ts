import { TextProblem } from '../../lib/text-outcome.ts';
import { textNode, inlineText, type Inline, type InlineNode, type Mark } from '../rich-text/document.ts';
import { isPair, type PairKind, type Token } from './tokens.ts';

/** The inline content that a code stands for. */
type Meaning = { readonly marks: readonly Mark[]; readonly text?: string } | { readonly node: Inline };

/** Tokens of inline nodes, with the content of their codes. */
export interface CodedInlines {
  readonly tokens: readonly Token[];
  readonly codes: ReadonlyMap<string, Meaning>;
}

/** Matches parts that are not translated: expressions, line breaks, and characters that XML does not allow. */
const wordless = /(\{\{[^{}\n]{1,500}\}\}|(?!\t)[\p{Control}\ufffe\uffff\p{Surrogate}])/u;

/** Marks that turn their text into a code. */
const codeMarks: ReadonlySet<string> = new Set(['code', 'keyboard']);

/** Converts inline nodes to tokens. Codes are numbered in order. */
export function tokensOf(nodes: readonly InlineNode[]): CodedInlines {
  const codes = new Map<string, Meaning>();
  const codeFor = (meaning: Meaning) => {
    const code = `c${codes.size + 1}`;
    codes.set(code, meaning);
    return code;
  };
  const ofText = (text: string, marks: readonly Mark[]): Token[] =>
    text
      .split(wordless)
      .flatMap((part, at): Token[] => (at % 2 === 0 ? [part] : [{ code: codeFor({ marks, text: part }), shown: part }]))
      .filter((token) => token !== '');
  const ofNode = (node: InlineNode): Token[] => {
    if (node.object === 'inline') {
      const code = codeFor({ node });
      if (!node.nodes || node.type === 'expression') return [{ code, shown: inlineText([node]) || node.type }];
      return [{ code, kind: 'link', parts: node.nodes.flatMap(ofNode) }];
    }
    return node.leaves.flatMap(({ text, marks }): Token[] => {
      if (marks.length === 0) return ofText(text, marks);
      if (marks.some(({ type }) => codeMarks.has(type))) return [{ code: codeFor({ marks, text }), shown: text }];
      return [{ code: codeFor({ marks }), kind: 'fmt', parts: ofText(text, marks) }];
    });
  };
  return { tokens: nodes.flatMap(ofNode), codes };
}

/**
 * Converts the tokens of a translation to inline nodes. Throws TextProblem unless every code occurs exactly once; codes
 * of marks may be omitted.
 */
export function nodesFrom(target: readonly Token[], { tokens, codes }: CodedInlines): InlineNode[] {
  const used = new Set<string>();
  const build = (parts: readonly Token[], marks: readonly Mark[]): InlineNode[] =>
    parts.flatMap((part): InlineNode[] => {
      if (typeof part === 'string') {
        const text = part.replaceAll(/\s*\n\s*/g, ' ');
        if (wordless.test(text)) throw new TextProblem(`it adds "${wordless.exec(text)?.[0]}"`);
        return text === '' ? [] : [textNode(text, marks)];
      }
      const meaning = codes.get(part.code);
      if (!meaning) throw new TextProblem(`it has the code ${part.code}, which the source does not have`);
      if (used.has(part.code)) throw new TextProblem(`it has the code ${part.code} twice`);
      used.add(part.code);
      const isWithin = kinds.get(part.code) !== undefined;
      if (isWithin !== isPair(part))
        throw new TextProblem(`the code ${part.code} must ${isWithin ? '' : 'not '}be a pair`);
      if ('node' in meaning)
        return [isPair(part) ? { ...meaning.node, nodes: joinTexts(build(part.parts, [])) } : meaning.node];
      return isPair(part) ? build(part.parts, meaning.marks) : [textNode(meaning.text ?? '', meaning.marks)];
    });
  const kinds = listKinds(tokens);
  const nodes = joinTexts(build(target, []));
  const missing = [...codes.keys()].find((code) => !used.has(code) && kinds.get(code) !== 'fmt');
  if (missing !== undefined) throw new TextProblem(`it lacks the code ${missing}`);
  return nodes;
}

/** Joins neighboring texts to one with several leaves, as a document that is read has them. */
const joinTexts = (nodes: readonly InlineNode[]): InlineNode[] =>
  nodes.reduce<InlineNode[]>((joined, node) => {
    const last = joined.at(-1);
    if (last?.object === 'text' && node.object === 'text')
      joined[joined.length - 1] = { ...last, leaves: [...last.leaves, ...node.leaves] };
    else joined.push(node);
    return joined;
  }, []);

/** Maps the codes of pairs to their kinds. */
function listKinds(tokens: readonly Token[]): Map<string, PairKind> {
  const kinds = new Map<string, PairKind>();
  const walk = (token: Token) => {
    if (!isPair(token)) return;
    kinds.set(token.code, token.kind ?? 'fmt');
    token.parts.forEach(walk);
  };
  tokens.forEach(walk);
  return kinds;
}
