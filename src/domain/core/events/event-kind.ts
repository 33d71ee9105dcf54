import type * as z from 'zod';
import type { ReadersName } from './readers.ts';

/** What an event of one type says, and who may read it. */
export interface EventKind<Data extends z.ZodObject = z.ZodObject> {
  readonly readers: ReadersName;
  /** One sentence for the reference. */
  readonly meaning: string;
  /** What it says besides its subject: ids and small values, never a text, a secret or an address of a person. */
  readonly data: Data;
}

/** Says what an event of one type says, and who may read it. */
export const kind = <Data extends z.ZodObject>(readers: ReadersName, meaning: string, data: Data): EventKind<Data> => ({
  readers,
  meaning,
  data,
});
