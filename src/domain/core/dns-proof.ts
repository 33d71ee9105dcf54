import { failure } from '../../lib/errors.ts';
import type { Context } from './context.ts';

/** A TXT record that proves control of a domain name. */
export interface ProofRecord {
  readonly recordName: string;
  readonly recordValue: string;
}

/** Name of the TXT record that proves control of a domain name. */
export const proofRecordName = (name: string): string => `_octavo.${name}`;

/** Reads the values of TXT records. Throws precondition_failed while DNS does not answer. */
export async function resolveProofs(ctx: Pick<Context, 'resolveTxt'>, recordName: string): Promise<readonly string[]> {
  try {
    return await ctx.resolveTxt(recordName);
  } catch (cause) {
    throw failure('precondition_failed', `DNS does not answer for "${recordName}"; try again later`, { cause });
  }
}

/** The failure for a record that is not among those found. */
export function missingProof({ recordName, recordValue }: ProofRecord, found: readonly string[]) {
  const others = found.length === 0 ? 'it has no TXT record' : `${found.length} of its TXT records have another`;
  return failure(
    'precondition_failed',
    `"${recordName}" must have a TXT record with the value "${recordValue}"; ${others}`,
  );
}
