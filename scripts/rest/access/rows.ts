import type { Scope } from '../../../src/access/scopes.ts';
import beyond from './beyond.json' with { type: 'json' };
import contract from './contract.json' with { type: 'json' };
import { siteSettingsRows } from './site-settings.ts';

/** Who may call an operation besides those who have the role. */
export type Other =
  | 'self'
  | 'creator'
  | 'team member'
  | 'team owner'
  | 'visitor'
  | 'guest with a readable space'
  | 'verified address'
  | 'integration'
  | 'installation';

/** Access to an operation. `✓*` and `†` refer to the condition, which is for people. */
export interface AuthzRow {
  readonly method: string;
  readonly path: string;
  readonly level: string;
  readonly see: string;
  readonly do: string;
  readonly scope: Scope | 'none';
  /** A second scope that the token must have. */
  readonly alsoScope?: Scope;
  readonly others?: readonly Other[];
  readonly condition: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly outsider: string;
  /**
   * What the operation answers when it succeeds, for one that the contract does not have: the status and the resource, a
   * `list` of it, or nothing.
   */
  readonly answer?: string;
}

/**
 * The access matrix: the operations of the contract, and those beyond it. The reference takes scopes and roles from it, and
 * tests try each row with every role and without the scope.
 */
export const authzRows: readonly AuthzRow[] = [
  ...(contract as readonly AuthzRow[]),
  ...(beyond as readonly AuthzRow[]),
  ...siteSettingsRows,
];

export const signatureOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path}`;
