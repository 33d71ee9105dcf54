import { readFileSync } from 'node:fs';

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
export const contractOperations = JSON.parse(
  readFileSync(new URL('operations.json', import.meta.url), 'utf8'),
) as readonly ContractOperation[];
