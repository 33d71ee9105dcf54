/** Maximum number of words in one cache. A few thousand words make up most of all texts. */
const maxWords = 20_000;

/**
 * Memoizes a function of words. A full cache is cleared: tracking the order of use, as an LRU cache does, costs more
 * than computing the frequent words again.
 */
export function memoizeByWord<Value extends {}>(compute: (word: string) => Value): (word: string) => Value {
  const values = new Map<string, Value>();
  return (word) => {
    const known = values.get(word);
    if (known !== undefined) return known;
    // In V8, a substring keeps the whole text in memory, so the key and the value must be computed from a copy.
    const copy = Buffer.from(word, 'utf16le').toString('utf16le');
    const value = compute(copy);
    if (values.size >= maxWords) values.clear();
    values.set(copy, value);
    return value;
  };
}
