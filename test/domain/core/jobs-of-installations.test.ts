import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contextOf, originOf } from '../../../src/app/process/context.ts';
import { findJob } from '../../../src/domain/core/jobs/queries/jobs.ts';
import { importContent } from '../../../src/domain/exchange/imports/pipeline.ts';
import { loadCreator } from '../../../src/jobs/actor.ts';
import { aJob, anInstallation, anIntegration, anOrganization, aSpace, type AnOrganization } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';

let server: Harness;
let organization: AnOrganization;
let spaceId: string;
let integration: { id: string; userId: string };
let installationId: string;
let jobId: string;
beforeAll(async () => {
  server = await startServer();
  organization = await anOrganization(server);
});

beforeEach(async () => {
  const { prisma } = server.platform.db;
  const scopes = ['space:content:read', 'space:content:write', 'space:metadata:read'];
  integration = await anIntegration(server, organization.id, { scopes });
  ({ id: spaceId } = await aSpace(server, organization.id));
  ({ id: installationId } = await anInstallation(server, integration.id, organization.id, { scopes }));
  await prisma.installationSpace.create({ data: { installationId, spaceId, configuration: {} } });
  const job = {
    spaceId,
    installationId,
    createdById: integration.userId,
    scopes: ['space:content:write', 'space:read'],
  };
  ({ id: jobId } = await aJob(server, organization.id, { ...job, tokenOrganization: organization.id }));
});

/** Runs the job of an import and returns its outcome: it reaches the URL, or is refused before. */
async function outcome(into: string): Promise<string> {
  const { db, services } = server.platform;
  const job = await findJob(db.sql, jobId);
  if (job === null) throw new Error('The job is gone');
  try {
    const ctx = contextOf(services, db, await loadCreator(db.sql, job), {
      requestId: 'req_test',
      origin: originOf('service'),
    });
    await importContent(ctx, { spaceId: into, url: 'ftp://example.org/x', source: 'markdown' });
    return 'imported';
  } catch (error) {
    return (error as { type?: string }).type ?? String(error);
  }
}

/** The error of an allowed import, because its URL cannot be fetched. */
const allowed = 'fetch_refused';

describe('an import that an installation started', () => {
  it('writes to the spaces that it was added to, and to no other', async () => {
    expect(await outcome(spaceId)).toBe(allowed);
    const { id: other } = await aSpace(server, organization.id);
    expect(await outcome(other)).toBe('not_found');
    const { id: foreign } = await aSpace(server, (await anOrganization(server)).id);
    expect(await outcome(foreign)).toBe('not_found');
  });

  it('is refused once the installation is paused', async () => {
    await server.platform.db.prisma.installation.update({ where: { id: installationId }, data: { paused: true } });
    expect(await outcome(spaceId)).toBe('forbidden');
  });

  it('is refused once the space is taken away', async () => {
    await server.platform.db.prisma.installationSpace.deleteMany({ where: { installationId } });
    expect(await outcome(spaceId)).toBe('not_found');
  });

  it('is refused once the integration or the organization drops the scope', async () => {
    const { prisma } = server.platform.db;
    await prisma.integration.update({ where: { id: integration.id }, data: { scopes: ['space:content:read'] } });
    expect(await outcome(spaceId)).toBe('insufficient_scope');
    await prisma.integration.update({
      where: { id: integration.id },
      data: { scopes: ['space:content:read', 'space:content:write'] },
    });
    await prisma.installation.update({ where: { id: installationId }, data: { scopes: ['space:content:read'] } });
    expect(await outcome(spaceId)).toBe('insufficient_scope');
  });
});
