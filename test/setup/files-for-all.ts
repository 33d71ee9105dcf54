/**
 * Files that `npm test` leaves to `npm run test:all`, because one of them takes as long as fifty others. What they prove has a
 * proof in the gate that takes less: in one process instead of several, of one kill instead of many, on shorter texts.
 */
const onlyInAll = [
  // Rounds of kills and stops. The gate proves that lost jobs run again, that keys of idempotency hold, and one stop under load.
  'db/embedded-life',
  'db/migrate-together',
  'ops/crash',
  'ops/git-processes',
  'ops/jobs-crash',
  'ops/jobs-two-processes',
  'ops/output',

  // Another face of what other files prove in process: commands, pages in a browser, the manual compiled by the build.
  'cli/remote',
  'docs/examples',
  'examples/dashboards',
  'examples/sign-in',
  'ops/installation',
  'ops/story',
  'ops/story-people',
  'ops/tracing',
  'pages/browser',
  'pages/built-manual',
  'reader/layout-shift',
  'scripts/print-operation',

  // Sets and hostile texts that are long. The gate reads a smaller set, and a text just above each limit.
  'domain/operations/backup-memory',
  'infra/pdf-render',
  'rest/exchange/export-round-trip',
  'rest/exchange/large-import',
  'rest/exchange/organization-round-trip',
  'security/fuzz',
  'security/text-hostile',
  'security/visitors-oracle',
  'text/rich-text-hostile',
  'text/search-words',
];

/** Returns the files that only `npm run test:all` runs. */
export const filesForAll = (): string[] => onlyInAll.map((name) => `test/${name}.test.ts`);
