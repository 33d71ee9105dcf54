import { randomBytes } from 'node:crypto';
import { generateKeyBetween } from 'fractional-indexing';
import type { Prisma } from '../src/db/generated/client.ts';
import type { GrantRole, Role } from '../src/domain/access/roles.ts';
import type { Caller, Harness } from './harness.ts';

export interface AnOrganization {
  readonly id: string;
  /** Its first admin. */
  readonly owner: Caller;
}

type OrganizationValues = Partial<Omit<Prisma.OrganizationUncheckedCreateInput, 'id'>> & { readonly owner?: Caller };

/** An organization with one admin: `owner`, or a new user. */
export async function anOrganization(server: Harness, values: OrganizationValues = {}): Promise<AnOrganization> {
  const { owner = await server.aUser(), ...columns } = values;
  const id = server.platform.services.newId('org');
  await server.platform.db.prisma.organization.create({
    data: {
      id,
      title: 'Example',
      emailDomains: [],
      ...columns,
      members: { create: { userId: owner.userId, role: 'admin' } },
    },
  });
  return { id, owner };
}

/** A new user in the organization; a role of null makes a guest. */
export async function aMember(server: Harness, organizationId: string, role: Role | null): Promise<Caller> {
  const caller = await server.aUser();
  await server.platform.db.prisma.member.create({ data: { organizationId, userId: caller.userId, role } });
  return caller;
}

interface TeamValues {
  readonly title?: string;
  readonly owners?: readonly Caller[];
  readonly members?: readonly Caller[];
}

/** A team of users who are in the organization already. */
export async function aTeam(server: Harness, organizationId: string, values: TeamValues = {}): Promise<{ id: string }> {
  const { title = 'Writers', owners = [], members = [] } = values;
  const id = server.platform.services.newId('team');
  await server.platform.db.prisma.team.create({
    data: {
      id,
      organizationId,
      title,
      members: {
        create: [
          ...owners.map(({ userId }) => ({ userId, role: 'owner' })),
          ...members.map(({ userId }) => ({ userId, role: 'member' })),
        ],
      },
    },
  });
  return { id };
}

// Order keys are unique among siblings; tests that look at the order give their own.
let lastKey: string | null = null;
const nextKey = () => (lastKey = generateKeyBetween(lastKey, null));

/** A space with an empty first revision and no grants. */
export async function aSpace(
  server: Harness,
  organizationId: string,
  overrides: Partial<Prisma.SpaceUncheckedCreateInput> = {},
): Promise<{ id: string; revisionId: string }> {
  const { services, db } = server.platform;
  const id = services.newId('spc');
  const revisionId = services.newId('rev');
  await db.prisma.space.create({
    data: {
      id,
      organizationId,
      title: 'Handbook',
      position: nextKey(),
      revisionId,
      revisions: { create: { id: revisionId, line: id, seq: 1, parents: [], type: 'edits' } },
      ...overrides,
    },
  });
  return { id, revisionId };
}

/** A collection without grants. */
export async function aCollection(
  server: Harness,
  organizationId: string,
  overrides: Partial<Prisma.CollectionUncheckedCreateInput> = {},
): Promise<{ id: string }> {
  const id = server.platform.services.newId('col');
  await server.platform.db.prisma.collection.create({
    data: { id, organizationId, title: 'Guides', position: nextKey(), ...overrides },
  });
  return { id };
}

interface GrantValues {
  readonly on: { readonly spaceId: string } | { readonly collectionId: string };
  readonly to: { readonly userId: string } | { readonly teamId: string };
  readonly role: GrantRole;
}

/** A direct grant of a user or a team on a space or a collection. */
export async function aGrant(
  server: Harness,
  organizationId: string,
  { on, to, role }: GrantValues,
): Promise<{ id: string }> {
  const id = server.platform.services.newId('grant');
  const userId = 'userId' in to ? to.userId : null;
  const teamId = 'teamId' in to ? to.teamId : null;
  await server.platform.db.prisma.grant.create({ data: { id, organizationId, role, ...on, userId, teamId } });
  return { id };
}

/** A change request without changes, made from the active revision of the space. */
export async function aChangeRequest(
  server: Harness,
  spaceId: string,
  overrides: Partial<Prisma.ChangeRequestUncheckedCreateInput> = {},
): Promise<{ id: string; number: number }> {
  const { prisma } = server.platform.db;
  const { revisionId, changeRequests } = await prisma.space.update({
    where: { id: spaceId },
    data: { changeRequests: { increment: 1 }, changeRequestsDraft: { increment: 1 } },
  });
  const { id, number } = await prisma.changeRequest.create({
    data: {
      id: `cr_${randomBytes(15).toString('base64url')}`,
      spaceId,
      number: changeRequests,
      revisionId,
      revisionInitialId: revisionId,
      ...overrides,
    },
  });
  return { id, number };
}

/** A job that waits, and that nobody brings to anybody. */
export async function aJob(
  server: Harness,
  organizationId: string,
  values: Partial<Prisma.JobUncheckedCreateInput> = {},
): Promise<{ id: string }> {
  const id = server.platform.services.newId('job');
  await server.platform.db.prisma.job.create({
    data: { id, kind: 'example', organizationId, scopes: [], input: {}, ...values },
  });
  return { id };
}

/** Bytes that are nowhere; gives their hash. */
export async function aBlob(server: Harness): Promise<string> {
  const hash = randomBytes(32).toString('hex');
  await server.platform.db.prisma.blob.create({ data: { hash, sizeBytes: 3, contentType: 'text/plain' } });
  return hash;
}
