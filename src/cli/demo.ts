import { join } from 'node:path';
import { contextOf, originOf } from '../app/process/context.ts';
import { manualSource } from '../app/pages/manual-source.ts';
import { docsFolder, filesUnder } from '../app/process/documents.ts';
import type { Platform } from '../app/process/platform.ts';
import { asOperator } from '../domain/core/acting.ts';
import type { DemoAddresses } from '../domain/operations/demo/site.ts';
import { findDemoSite, loadDemo, type DemoDocuments } from '../domain/operations/demo/demo.ts';
import type { FirstStart } from '../domain/operations/installation/first-start.ts';
import { firstAdministrator } from './find-user.ts';
import { withSession } from './session.ts';

/** Loads the demo organization into the configured database. */
export const demo = (): Promise<void> =>
  withSession(async ({ platform }) => void (await addDemoOrganization(platform, null)));

/**
 * Loads the demo organization as the user of the first start, or as the first administrator. Skips an existing one. Returns the
 * addresses of its site.
 */
export async function addDemoOrganization(
  { db, services }: Platform,
  beginning: FirstStart | null,
): Promise<DemoAddresses | null> {
  const userId = beginning?.userId ?? (await firstAdministrator(db)).id;
  const ctx = contextOf(services, db, asOperator(userId), { requestId: 'demo', origin: originOf('cli') });
  const made = await loadDemo(ctx, await documents(), (step) => console.log(`Demo: ${step}`));
  console.log(made ? `Demo: organization ${made.organizationId}` : 'Demo: the organization exists already');
  return findDemoSite(ctx);
}

/** Reads the manual and the decision records of this project, which become spaces of the demo. */
async function documents(): Promise<DemoDocuments> {
  return { manual: await manualSource(), decisions: await filesUnder(join(docsFolder, 'adr')) };
}
