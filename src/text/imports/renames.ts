/** The text of a source by its path. */
export interface SourceText {
  readonly key: string;
  readonly markdown: string;
}

/** Share of lines that two texts must have in common, as in git. */
const minSimilarity = 0.5;

/** Maximum number of pairs that are compared by their lines. */
const maxPairs = 40_000;

/**
 * Finds the sources that were renamed: those with the same text first, then those with most lines in common. Returns the former
 * path by the new one.
 */
export function findRenames(gone: readonly SourceText[], added: readonly SourceText[]): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  const open = new Map(gone.map((source) => [source.key, source]));
  const pairWith = (key: string, former: string) => {
    renames.set(key, former);
    open.delete(former);
  };
  for (const { key, markdown } of added) {
    if (markdown === '') continue;
    const same = [...open.values()].filter((source) => source.markdown === markdown);
    const former = same.find((source) => lastName(source.key) === lastName(key)) ?? same[0];
    if (former) pairWith(key, former.key);
  }
  const left = added.filter(({ key }) => !renames.has(key));
  if (left.length * open.size > maxPairs) return renames;
  const lines = new Map([...left, ...open.values()].map((source) => [source, countLines(source.markdown)]));
  const similar = left
    .flatMap((source) =>
      [...open.values()].map((former) => ({
        key: source.key,
        former: former.key,
        similarity: similarityOfLines(lines.get(source) ?? new Map(), lines.get(former) ?? new Map()),
      })),
    )
    .filter(({ similarity }) => similarity >= minSimilarity)
    .toSorted((one, other) => other.similarity - one.similarity);
  for (const { key, former } of similar) if (!renames.has(key) && open.has(former)) pairWith(key, former);
  return renames;
}

const lastName = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function countLines(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) if (line.trim() !== '') counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

function similarityOfLines(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let common = 0;
  let all = 0;
  for (const [line, count] of one) {
    all += count;
    common += Math.min(count, other.get(line) ?? 0);
  }
  for (const count of other.values()) all += count;
  return all === 0 ? 0 : (2 * common) / all;
}
