import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { splitWords } from '../../src/text/search/words.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const heapMebibytes = () => {
  collect();
  return process.memoryUsage().heapUsed / 1_048_576;
};

describe('splitWords(text)', () => {
  it('the cache of words does not keep their texts in memory', () => {
    const before = heapMebibytes();
    for (let text = 0; text < 60; text++) {
      const words = [
        ...splitWords(`${Buffer.alloc(2_097_152, ' ').toString()}internationalization${text} theDocumentation${text}`),
      ];
      expect(words).toHaveLength(2);
    }
    expect(heapMebibytes() - before).toBeLessThan(20);
  });
});
