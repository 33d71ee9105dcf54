import { LRUCache } from 'lru-cache';
import type { ReaderAnswer } from './answer.ts';

interface KeptPage {
  readonly version: string;
  readonly answer: ReaderAnswer;
  readonly endsAt: string | null;
}

/** An answer that has been made, and whether it may be given again. */
export interface Kept {
  readonly answer: ReaderAnswer;
  readonly mayKeep: boolean;
  /** When something that it says ends without a write; never, unless given. */
  readonly endsAt?: string | null;
}

/** What a kept answer is compared with. */
interface Wanted {
  /** The version of what the answer shows; null for what may not be kept. */
  readonly version: string | null;
  /** Null where no answer ends by itself. */
  readonly now: Date | null;
}

/** Maximum size of all pages in memory, with their compressed forms, and of one of them, in bytes. */
const maxBytes = 67_108_864;
const maxPageBytes = 4_194_304;

const bytesOfEntry = 1_000;

/** The share of a page that its compressed form takes at most, which is made later. */
const compressedShare = 0.5;

const pages = new LRUCache<string, KeptPage>({
  maxSize: maxBytes,
  maxEntrySize: maxPageBytes,
  sizeCalculation: ({ answer }, key) =>
    Math.ceil(answer.body.length * (1 + compressedShare)) + 2 * key.length + bytesOfEntry,
});

/**
 * Returns the page that is kept under a key while the version of what it shows is the same and its time has not come, or else makes it.
 * Without a version, and when it may not be kept, it is made each time. The version was read before, so a write while the page is made
 * ends the entry instead of making it stale. See docs/adr/0034-answers-under-stamps.md.
 */
export async function keepPage(
  key: string,
  { version, now }: Wanted,
  make: () => Kept | Promise<Kept>,
): Promise<ReaderAnswer> {
  const known = pages.get(key);
  if (known && known.version === version && !hasEnded(known, now)) return known.answer;
  const { answer, mayKeep, endsAt = null } = await make();
  if (version !== null && mayKeep) pages.set(key, { version, answer, endsAt });
  return answer;
}

const hasEnded = ({ endsAt }: KeptPage, now: Date | null): boolean =>
  endsAt !== null && now !== null && Date.parse(endsAt) <= now.getTime();
