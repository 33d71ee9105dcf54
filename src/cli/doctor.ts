import { examine } from '../domain/operations/doctor/doctor.ts';
import { exitCodes } from './exit.ts';
import { withSession } from './session.ts';
import { counted } from '../lib/counted.ts';

/** Prints inconsistencies of the database and the file storage. Sets a non-zero exit code when any remain. */
export async function doctor({ fix = false }: { fix?: boolean }): Promise<void> {
  await withSession(async ({ platform }) => {
    let count = 0;
    const { storage, mailer, urls, config } = platform.services;
    const patient = { sql: platform.db.sql, storage, mailer, urls, config };
    const findings = await examine(patient, { fix, onCheck: () => void (count += 1) });
    for (const finding of findings)
      console.log(`${finding.fixed ? 'fixed  ' : ''}${finding.check}: ${finding.id} ${finding.detail}`);
    const left = findings.filter(({ fixed }) => !fixed).length;
    console.log(
      `${counted(count, 'check')}, ${counted(findings.length, 'finding')}${fix ? `, ${findings.length - left} fixed` : ''}.`,
    );
    if (left > 0) process.exitCode = exitCodes.failed;
  });
}
