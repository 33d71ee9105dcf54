import { LRUCache } from 'lru-cache';
import { drawCard, type Card } from '../../infra/pdf/card.ts';
import { failure } from '../../lib/errors.ts';
import { createTurns } from '../../lib/turns.ts';

/** Size of all pictures that a process keeps, in bytes. Whoever shows a card keeps it as well. */
const keptBytes = 4 * 1_048_576;

/** A picture takes half a second of processor time and 150 MB. One is drawn at a time. */
const limits = { timeoutMs: 10_000, memoryBytes: 512 * 1_048_576 };
const maxWaiting = 64;
const waitMs = 20_000;

const refuse = () => failure('overloaded', 'Too many pictures of pages are asked for', { retryAfterSeconds: 5 });

/** Creates what draws pictures of pages for cards. Those who ask for the same one at once get the same. */
export function createCards(): (card: Card) => Promise<Buffer> {
  const pictures = new LRUCache<string, Buffer>({ maxSize: keptBytes, sizeCalculation: (body) => body.length });
  const underWay = new Map<string, Promise<Buffer>>();
  const takeTurn = createTurns({ atOnce: 1, maxWaiting, refuse });
  const draw = async (key: string, card: Card): Promise<Buffer> => {
    // Whoever asks first may leave, and others wait for the same.
    const options = { limits, signal: new AbortController().signal };
    try {
      const body = await takeTurn({ owner: card.site, waitMs }, () => drawCard(card, options));
      pictures.set(key, body);
      return body;
    } finally {
      underWay.delete(key);
    }
  };
  return (card) => {
    const key = JSON.stringify(card);
    const picture = pictures.get(key);
    if (picture) return Promise.resolve(picture);
    const drawing = underWay.get(key) ?? draw(key, card);
    underWay.set(key, drawing);
    return drawing;
  };
}
