import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../src/domain/search/words.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const heapMebibytes = () => {
  collect();
  return process.memoryUsage().heapUsed / 1_048_576;
};

describe('wordsOf(text)', () => {
  it('remembers words, and not the texts they stood in', () => {
    const before = heapMebibytes();
    for (let text = 0; text < 60; text++) {
      const words = [
        ...wordsOf(`${Buffer.alloc(2_097_152, ' ').toString()}internationalization${text} theDocumentation${text}`),
      ];
      expect(words).toHaveLength(2);
    }
    expect(heapMebibytes() - before).toBeLessThan(20);
  });
});
