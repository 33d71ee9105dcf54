import { createCollection } from '../collections/create.ts';
import type { Context } from '../context.ts';
import { grantAccess } from '../grants/grant-access.ts';
import { addImportedTree } from '../imports/import-content.ts';
import { buildMarkdownTree } from '../imports/markdown-tree.ts';
import type { ArchiveEntry } from '../imports/zip.ts';
import { inviteMembers } from '../invites/members.ts';
import { createOrganization } from '../organizations/create.ts';
import { createSpace } from '../spaces/create.ts';
import { createTeam } from '../teams/update.ts';
import { startDiscussion } from './discussion.ts';
import { demoPeople, type DemoRole } from './people.ts';

/** Where the documents of the demo come from: the folder of a space, as files. */
export interface DemoDocuments {
  readonly manual: readonly ArchiveEntry[];
  readonly decisions: readonly ArchiveEntry[];
}

/** Said before each step. */
export type Progress = (step: string) => void;

const settingKey = 'demo';

/**
 * Makes the demo organization in the name of the caller: people, a team, a collection, spaces filled from documents,
 * and a discussion. Null when it is there already. A load that was broken off is begun anew.
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
  const team = await createTeam(ctx, { organizationId, title: 'Writers', members: [people.edit, people.review] });
  const { id: shelf } = await createCollection(ctx, { organizationId, title: 'Octavo' });
  await grantAccess(ctx, { collectionId: shelf, role: 'edit', teams: [team.id] });
  progress('the manual');
  const manual = await createSpace(ctx, { organizationId, parentId: shelf, title: 'Manual', emoji: '📘' });
  await addImportedTree(ctx, { spaceId: manual.id }, await buildMarkdownTree(documents.manual));
  progress('the decisions');
  const decisions = await createSpace(ctx, { organizationId, parentId: shelf, title: 'Decisions', emoji: '🧭' });
  await addImportedTree(ctx, { spaceId: decisions.id }, await buildMarkdownTree(documents.decisions));
  await createSpace(ctx, { organizationId, title: 'Drafts', emoji: '✏️' });
  progress('a discussion');
  await startDiscussion(ctx, manual.id, people);
  await ctx.db.setting.create({ data: { key: settingKey, value: organizationId } });
  return { organizationId };
}

/** The ids of the demo's members, by role. */
async function invitePeople(ctx: Context, organizationId: string): Promise<Record<DemoRole, string>> {
  const emails = demoPeople.map(({ email, role }) => ({ email, role }));
  const { users } = await inviteMembers(ctx, { organizationId, emails });
  const ids = {} as Record<DemoRole, string>;
  for (const [index, { role, displayName }] of demoPeople.entries()) {
    const id = users[index];
    if (id === undefined) throw new Error(`No user was made for ${displayName}`);
    await ctx.db.user.update({ where: { id }, data: { displayName } });
    ids[role] = id;
  }
  return ids;
}
