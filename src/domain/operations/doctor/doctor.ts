import { storageKey } from '../../../infra/storage/content-key.ts';
import pMap from 'p-map';
import type { Context, Services } from '../../core/context.ts';
import { findStranded } from '../../people/passkeys/hosts.ts';
import { staleIndex } from '../../authoring/search/stale-index.ts';
import { storeMissingAnchors } from './anchors.ts';
import { findMissingFonts } from './fonts.ts';
import { findGitFaults } from './git.ts';
import { findWrongLinks } from './links.ts';
import type { Check } from './queries/check.ts';
import { ownershipChecks, treeChecks } from './queries/consistency-checks.ts';
import { counterChecks } from './queries/counter-checks.ts';
import { gitChecks } from './queries/git-checks.ts';
import { historyChecks } from './queries/history-checks.ts';
import { listUsedBlobs } from './queries/used-content.ts';

/** An inconsistency of the installation. */
export interface Finding {
  readonly check: string;
  /** Id of the inconsistent row. */
  readonly id: string;
  readonly detail: string;
  /** Whether this run repaired it. */
  readonly fixed: boolean;
}

interface ExaminedServices {
  readonly sql: Context['sql'];
  readonly storage: Services['storage'];
  readonly mailer?: Services['mailer'];
  /** Passkeys are compared with the host of the service where they are given. */
  readonly urls?: Services['urls'];
  /** Names the program git, which is looked at where it is given. */
  readonly config?: Pick<Services['config'], 'GIT_PROGRAM'>;
}

interface ExaminationOptions {
  /**
   * Recounts wrong counters, rebuilds the stale search index, stores missing anchors, and corrects what was noted of repositories. Changes
   * nothing else.
   */
  readonly fix: boolean;
  /** Called with the name of each check before it runs. */
  readonly onCheck: (name: string) => void;
}

/** Checks that pass for every healthy installation. */
const checks = [...counterChecks, ...treeChecks, ...historyChecks, ...ownershipChecks, ...gitChecks];

const blobsPerStatement = 500;
const parallelLookups = 8;

/** Reports all inconsistencies within the database, and between the database and the file storage. */
export async function examine(services: ExaminedServices, { fix, onCheck }: ExaminationOptions): Promise<Finding[]> {
  const findings = await runChecks(services.sql, checks, { fix, onCheck });
  onCheck('links');
  for await (const wrong of findWrongLinks(services.sql)) findings.push({ check: 'links', ...wrong, fixed: false });
  const { sql, urls } = services;
  if (urls !== undefined) {
    onCheck('passkeys');
    for (const stranded of await findStranded({ sql, urls }))
      findings.push({ check: 'passkeys', ...stranded, fixed: false });
  }
  onCheck('search index');
  for await (const stale of staleIndex(services, { fix }))
    findings.push({ check: 'search index', ...stale, fixed: fix });
  // Missing anchors are not an inconsistency: links to these texts are assumed to work.
  if (fix) {
    onCheck('anchors');
    for await (const id of storeMissingAnchors(services.sql))
      findings.push({ check: 'anchors', id, detail: 'had no stored anchors', fixed: true });
  }
  onCheck('files');
  for await (const hash of missingFiles(services))
    findings.push({ check: 'files', id: hash, detail: 'is not in the file storage', fixed: false });
  onCheck('fonts');
  for await (const missing of findMissingFonts({ sql })) findings.push({ check: 'fonts', ...missing, fixed: false });
  if (services.config) {
    onCheck('git');
    for await (const fault of findGitFaults({ sql }, services.config.GIT_PROGRAM))
      findings.push({ check: 'git', ...fault, fixed: false });
  }
  if (services.mailer) {
    onCheck('mail server');
    const { server } = services.mailer;
    const detail = await problemOf(services.mailer);
    if (detail !== null) findings.push({ check: 'mail server', id: server, detail, fixed: false });
  }
  return findings;
}

/** Runs checks one after the other, each with its repair when it has one. */
export async function runChecks(
  sql: Context['sql'],
  wanted: readonly Check[],
  { fix, onCheck }: ExaminationOptions,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, find, fix: repair } of wanted) {
    onCheck(name);
    const found = await sql.rows<{ id: string; detail: string }>(find);
    const isFixed = fix && repair !== undefined && found.length > 0;
    if (isFixed) await sql.rows(repair);
    findings.push(...found.map((row) => ({ check: name, ...row, fixed: isFixed })));
  }
  return findings;
}

/** What keeps the mail server from taking mail, in words; null when it greets and accepts the user and the password. */
const problemOf = (mailer: NonNullable<Services['mailer']>): Promise<string | null> =>
  mailer.check().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/** Yields the hashes of bytes that content refers to and the storage lacks. */
async function* missingFiles({ sql, storage }: ExaminedServices): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const rows = await listUsedBlobs(sql, after, blobsPerStatement);
    const exist = await pMap(rows, ({ hash }) => storage.exists(storageKey(hash)), { concurrency: parallelLookups });
    for (const [index, { hash }] of rows.entries()) if (!exist[index]) yield hash;
    const last = rows.at(-1);
    if (!last || rows.length < blobsPerStatement) return;
    after = last.hash;
  }
}
