import { createCollection } from '../../authoring/collections/create.ts';
import type { Context } from '../../core/context.ts';
import { grantAccess } from '../../publishing/grants/update.ts';
import { commitTree } from '../../exchange/imports/commit/commit-tree.ts';
import { buildMarkdownTree } from '../../../text/imports/markdown-tree.ts';
import type { ArchiveEntry } from '../../../text/imports/unpack/zip.ts';
import { inviteMembers } from '../../people/invites/invite-members.ts';
import { createOrganization } from '../../people/organizations/create.ts';
import { createSpace } from '../../authoring/spaces/create.ts';
import { createTeam } from '../../people/teams/create.ts';
import { startDiscussion } from './discussion.ts';
import { demoPeople, type DemoRole } from './people.ts';
import { openProposal } from './proposal.ts';
import { findAddresses, publishDemo, type DemoAddresses } from './site.ts';
import { addSpecification } from './specification.ts';
import { translate } from './translation.ts';

/** The Markdown files of the demo spaces. */
export interface DemoDocuments {
  readonly manual: readonly ArchiveEntry[];
  readonly decisions: readonly ArchiveEntry[];
}

/** Called with the name of each step before it begins. */
export type Progress = (step: string) => void;

const settingKey = 'demo';

/**
 * Creates the demo organization as the caller: members, a team, a collection, spaces filled from Markdown files, a
 * discussion, a specification, a translation that is behind, a change request in conflict, and a published site. Returns null when it already exists. The setting that marks the demo as loaded is written last, so an
 * interrupted load starts again.
 */
export async function loadDemo(
  ctx: Context,
  documents: DemoDocuments,
  progress: Progress,
): Promise<{ readonly organizationId: string } | null> {
  if (await ctx.db.setting.findUnique({ where: { key: settingKey } })) return null;
  progress('people');
  const { id: organizationId } = await createOrganization(ctx, { title: 'Octavo demo' });
  const people = await invitePeople(ctx, organizationId);
  const team = await createTeam(ctx, { organizationId, title: 'Writers', members: [people.edit, people.comment] });
  const { id: shelf } = await createCollection(ctx, { organizationId, title: 'Octavo' });
  await grantAccess(ctx, { collectionId: shelf, role: 'edit', teams: [team.id] });
  progress('the manual');
  const manual = await createSpace(ctx, { organizationId, parentId: shelf, title: 'Manual', emoji: '📘' });
  await commitTree(ctx, { spaceId: manual.id }, await buildMarkdownTree(documents.manual));
  progress('the decisions');
  const decisions = await createSpace(ctx, { organizationId, parentId: shelf, title: 'Decisions', emoji: '🧭' });
  await commitTree(ctx, { spaceId: decisions.id }, await buildMarkdownTree(documents.decisions));
  await createSpace(ctx, { organizationId, title: 'Drafts', emoji: '✏️' });
  progress('a discussion');
  await startDiscussion(ctx, manual.id, people);
  progress('a specification');
  await addSpecification(ctx, organizationId, manual.id);
  progress('a translation');
  const translation = await translate(ctx, organizationId, manual.id);
  progress('a change request');
  await openProposal(ctx, manual.id, people);
  progress('a site');
  await publishDemo(ctx, { organizationId, manual: manual.id, translation, decisions: decisions.id });
  await ctx.db.setting.create({ data: { key: settingKey, value: organizationId } });
  return { organizationId };
}

/** Returns the addresses of the site of the demo; null without one. */
export async function findDemoSite(ctx: Context): Promise<DemoAddresses | null> {
  const setting = await ctx.db.setting.findUnique({ where: { key: settingKey } });
  return setting && findAddresses(ctx, setting.value);
}

/** Invites the demo members; returns their ids by role. */
async function invitePeople(ctx: Context, organizationId: string): Promise<Record<DemoRole, string>> {
  const emails = demoPeople.map(({ email, role }) => ({ email, role }));
  const { users } = await inviteMembers(ctx, { organizationId, emails });
  const ids = {} as Record<DemoRole, string>;
  for (const [index, { role, displayName }] of demoPeople.entries()) {
    const id = users[index];
    if (id === undefined) throw new Error(`No user was created for ${displayName}`);
    await ctx.db.user.update({ where: { id }, data: { displayName } });
    ids[role] = id;
  }
  return ids;
}
