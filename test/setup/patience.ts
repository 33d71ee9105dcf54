/**
 * Milliseconds after which a wait in a test ends by itself: before the limit of 300 seconds of the test, so that the failure
 * says what did not come. A busy machine may take many times the usual time.
 */
export const patienceMs = 240_000;

const shorter = String(patienceMs - 20_000);

/** Settings of a server in tests: a busy machine is not an overloaded database. */
export const patience = {
  // Two runs at once, with all their servers, take fewer connections than the 100 that PostgreSQL has by default.
  POOL_SIZE: '4',
  // A statement that times out ends the in-memory database, which would fail all other tests of its worker.
  STATEMENT_TIMEOUT_MS: shorter,
  OPERATION_TIMEOUT_MS: String(patienceMs),
  IMPORT_TIMEOUT_MS: String(patienceMs),
  LOCK_TIMEOUT_MS: String(patienceMs - 30_000),
  IDLE_IN_TRANSACTION_TIMEOUT_MS: shorter,
  TRANSACTION_WAIT_MS: shorter,
  TRANSACTION_TIMEOUT_MS: shorter,
  POOL_ACQUIRE_TIMEOUT_MS: shorter,
  // A busy machine computes slower, too: its cores share caches and execution units.
  WORKER_TIMEOUT_MS: shorter,
  TEXTS_TIMEOUT_MS: shorter,
} as const;
