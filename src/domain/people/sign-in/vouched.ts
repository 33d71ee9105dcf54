import type { Role } from '../../../access/roles.ts';

/** Somebody for whom a provider vouches at a sign-in. */
export interface Vouched {
  /** What the provider knows the person by for ever; null when that is the address. */
  readonly subject: string | null;
  /** The addresses that the provider names, in lower case, the most likely one first. */
  readonly emails: readonly string[];
  /** Why the addresses do not count as those of the person; null when they do. */
  readonly doubt: string | null;
  /** Null when the provider tells no name of a person. */
  readonly displayName: string | null;
  /** Whether people outside the email domains of the organization are admitted, whom nothing but their subject identifies. */
  readonly admits: 'domains' | 'everyone';
  /** What the claims of the person give; null when the provider gives nothing by claims. */
  readonly given: Given | null;
}

/** What claims give a member. */
export interface Given {
  /** The strongest role of the rules that hold; null when none holds. */
  readonly role: Role | null;
  /** Whether all claims were there. Otherwise nothing is taken away. */
  readonly isComplete: boolean;
  readonly joins: readonly string[];
  readonly leaves: readonly string[];
}
