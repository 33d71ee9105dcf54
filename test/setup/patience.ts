/** Settings of a server in tests: a busy machine is not an overloaded database. */
export const patience = {
  // A statement that times out ends the in-memory database, which would fail all other tests of its worker.
  STATEMENT_TIMEOUT_MS: '200000',
  OPERATION_TIMEOUT_MS: '220000',
  TRANSACTION_WAIT_MS: '200000',
  TRANSACTION_TIMEOUT_MS: '200000',
  POOL_ACQUIRE_TIMEOUT_MS: '200000',
} as const;
