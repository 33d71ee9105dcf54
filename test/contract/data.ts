import { readFileSync } from 'node:fs';
import { siteSettingsRows } from './authz-site-settings-rows.ts';

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** An operation of the documented REST API, from the contract as data. */
export interface ContractOperation {
  readonly section: string;
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  /** `namespace.method` of the published JavaScript client. */
  readonly clientMethod: string;
  readonly pathParams: readonly string[];
  readonly query: readonly {
    readonly name: string;
    readonly enum: readonly string[] | null;
    readonly default: unknown;
  }[];
  readonly success: {
    readonly status: number;
    readonly kind: 'object' | 'list' | 'none' | 'custom';
    readonly object: string | null;
    readonly schema: string | null;
    readonly itemObject: string | null;
    readonly itemSchema: string | null;
    readonly extraKeys: readonly string[];
  };
  readonly deprecated: boolean;
}

/** The 131 documented operations. */
export const contractOperations = read('operations.json') as readonly ContractOperation[];

/** Access to an operation. `✓*` and `†` refer to the condition. */
export interface AuthzRow {
  readonly method: string;
  readonly path: string;
  readonly level: string;
  readonly see: string;
  readonly do: string;
  readonly scope: string;
  readonly condition: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly outsider: string;
}

/** The access matrix of the operations of the contract and of the other operations. */
export const authzRows = [
  ...(read('authz-matrix.json') as AuthzRow[]),
  ...(read('authz-beyond.json') as AuthzRow[]),
  ...siteSettingsRows,
];

export const signatureOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method} ${path}`;
