import { diffArrays } from 'diff';
import { change, type Change } from '../rich-text/change.ts';
import type { InlineNode, Leaf, TextNode } from '../rich-text/document.ts';
import { splitPieces } from './words.ts';

/** A word with its marks, blanks between words, or an inline node such as a link as a whole. */
interface Token {
  /** What it says. */
  readonly key: string;
  readonly node: InlineNode;
  readonly isWord: boolean;
}

/** A run of tokens with what happened to it; null where both texts have it. */
interface Run {
  readonly change: Change | null;
  readonly tokens: readonly Token[];
}

const maxEdits = 1_000;

/** The share of words that two lines must have in common; with less, one is replaced by the other as a whole. */
const enough = 0.3;

/** Compares the words of two lines: the nodes of both, each of them that only one line has with its change. */
export function compareInlines(before: readonly InlineNode[], after: readonly InlineNode[]): InlineNode[] {
  const [then, now] = [listTokens(before), listTokens(after)];
  const parts = diffArrays(then, now, {
    maxEditLength: maxEdits,
    comparator: (one, other) => one.key === other.key,
  });
  const replaced: Run[] = [
    { change: 'removed', tokens: then },
    { change: 'added', tokens: now },
  ];
  if (parts === undefined) return replaced.flatMap(nodesOf);
  const runs = parts.map(({ added, removed, value }): Run => ({ change: nameChange(added, removed), tokens: value }));
  const shared = runs.reduce((sum, run) => sum + (run.change === null ? countWords(run.tokens) : 0), 0);
  const isLike = shared >= enough * Math.max(countWords(then), countWords(now));
  return (isLike ? joinRuns(runs) : replaced).flatMap(nodesOf);
}

const nameChange = (isAdded: boolean, isRemoved: boolean): Change | null => {
  if (isAdded) return 'added';
  return isRemoved ? 'removed' : null;
};

const countWords = (tokens: readonly Token[]): number => tokens.filter(({ isWord }) => isWord).length;

function listTokens(nodes: readonly InlineNode[]): Token[] {
  return nodes.flatMap((node): Token[] => {
    if (node.object !== 'text')
      return [
        {
          key: JSON.stringify(node, (name, value: unknown) => (name === 'key' ? undefined : value)),
          node,
          isWord: true,
        },
      ];
    return node.leaves.flatMap((leaf) => {
      const held = JSON.stringify(leaf.marks);
      return splitPieces(leaf.text).map((text) => ({
        key: `${text}\0${held}`,
        node: { object: 'text', leaves: [{ ...leaf, text }] } as const,
        isWord: /[\p{L}\p{N}]/u.test(text),
      }));
    });
  });
}

/** Joins changes between which there is no word, so that a changed phrase is one change. */
function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  let [removed, added]: [Token[], Token[]] = [[], []];
  const flush = () => {
    if (removed.length > 0) joined.push({ change: 'removed', tokens: removed });
    if (added.length > 0) joined.push({ change: 'added', tokens: added });
    [removed, added] = [[], []];
  };
  for (const [index, { change: kind, tokens }] of runs.entries()) {
    const isBetween = removed.length > 0 && added.length > 0 && index < runs.length - 1 && countWords(tokens) === 0;
    if (kind !== 'added' && (kind === 'removed' || isBetween)) removed.push(...tokens);
    if (kind !== 'removed' && (kind === 'added' || isBetween)) added.push(...tokens);
    if (kind === null && !isBetween) {
      flush();
      joined.push({ change: null, tokens });
    }
  }
  flush();
  return joined;
}

/** The nodes of a run, with texts joined and their change. */
function nodesOf({ change: kind, tokens }: Run): InlineNode[] {
  const nodes: InlineNode[] = [];
  let leaves: Leaf[] = [];
  const flush = () => {
    if (leaves.length > 0) nodes.push({ object: 'text', leaves } satisfies TextNode);
    leaves = [];
  };
  for (const { node } of tokens) {
    if (node.object === 'text') addLeaves(leaves, node.leaves);
    else {
      flush();
      nodes.push(node);
    }
  }
  flush();
  return kind === null ? nodes : nodes.map((node) => ({ ...node, [change]: kind }));
}

function addLeaves(leaves: Leaf[], more: readonly Leaf[]): void {
  for (const leaf of more) {
    const last = leaves.at(-1);
    if (last && JSON.stringify(last.marks) === JSON.stringify(leaf.marks))
      leaves[leaves.length - 1] = { ...last, text: last.text + leaf.text };
    else leaves.push(leaf);
  }
}
