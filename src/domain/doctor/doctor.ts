import { sql } from '../../db/sql.ts';
import { inParallel } from '../../lib/in-parallel.ts';
import { storageKey } from '../content/blobs.ts';
import type { Services } from '../context.ts';
import type { Sql } from '../../db/sql.ts';
import { staleIndex } from '../search/examine.ts';
import { checks } from './checks.ts';
import { wrongLinks } from './links.ts';

/** One thing that is not as it should be. */
export interface Finding {
  readonly check: string;
  /** What it is about. */
  readonly id: string;
  readonly detail: string;
  /** Put right by this examination. */
  readonly fixed: boolean;
}

interface Patient {
  readonly sql: Sql;
  readonly storage: Services['storage'];
}

interface ExaminationOptions {
  /** Counts counters again where they are wrong, and writes the search index anew; nothing else is ever changed. */
  readonly fix: boolean;
  /** Told the name of each check before it runs. */
  readonly onCheck: (name: string) => void;
}

const blobsAtATime = 500;
const parallelLooks = 8;

/** Looks for whatever contradicts itself, in the database and between it and the file storage. */
export async function examine(patient: Patient, { fix, onCheck }: ExaminationOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of checks) {
    onCheck(check.name);
    const found = await patient.sql.rows<{ id: string; detail: string }>(check.find);
    const isFixed = fix && check.fix !== undefined && found.length > 0;
    if (isFixed && check.fix) await patient.sql.rows(check.fix);
    findings.push(...found.map((row) => ({ check: check.name, ...row, fixed: isFixed })));
  }
  onCheck('links');
  for await (const wrong of wrongLinks(patient.sql)) findings.push({ check: 'links', ...wrong, fixed: false });
  onCheck('search index');
  for await (const stale of staleIndex(patient, { fix }))
    findings.push({ check: 'search index', ...stale, fixed: fix });
  onCheck('files');
  for await (const hash of missingFiles(patient))
    findings.push({ check: 'files', id: hash, detail: 'is not in the file storage', fixed: false });
  return findings;
}

/** Hashes that content refers to and that the storage does not have. */
async function* missingFiles({ sql: reader, storage }: Patient): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const rows = await reader.rows<{ hash: string }>(sql`
      select b.hash from blobs b where b.hash > ${after}
        and exists (select from content_entries e where e."blobHash" = b.hash)
      order by b.hash limit ${blobsAtATime}::int`);
    const kept = await inParallel(rows, parallelLooks, ({ hash }) => storage.exists(storageKey(hash)));
    for (const [index, { hash }] of rows.entries()) if (!kept[index]) yield hash;
    const last = rows.at(-1);
    if (!last || rows.length < blobsAtATime) return;
    after = last.hash;
  }
}
