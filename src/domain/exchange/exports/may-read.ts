import { allowed } from '../../../access/policy.ts';
import type { Actor } from '../../../access/actor.ts';
import { isAllowedInCollection } from '../../authoring/collections/policy.ts';
import { organizationPolicy, type OrganizationFacts } from '../../people/organizations/policy.ts';
import { spacePolicy, type SpaceAction, type SpaceFacts } from '../../authoring/spaces/policy.ts';
import type { ArchivePart } from './fields.ts';

/** The reader of an archive, with the facts that the policies need. */
export interface PartReader {
  readonly actor: Actor;
  readonly space: SpaceFacts;
  /** Null for the archive of a space, which has no parts that belong to the organization. */
  readonly organization: OrganizationFacts | null;
}

/** Access of an organization admin to every space of the organization. */
export const adminOfSpaces: SpaceFacts = { role: 'admin', deleted: false, editMode: 'live' };

const inSpace = (action: SpaceAction) => (reader: PartReader) =>
  allowed<SpaceAction, SpaceFacts>(spacePolicy, action, reader.actor, reader.space);

type OrganizationAction = keyof typeof organizationPolicy.rules;

const inOrganization = (action: OrganizationAction) => (reader: PartReader) =>
  reader.organization !== null &&
  allowed<Exclude<OrganizationAction, 'view'>, OrganizationFacts>(
    organizationPolicy,
    action,
    reader.actor,
    reader.organization,
  );

const partRules: Readonly<Record<ArchivePart, (reader: PartReader) => boolean>> = {
  content: inSpace('readContent'),
  comments: inSpace('readComments'),
  'change-requests': inSpace('listChangeRequests'),
  access: inSpace('viewGrants'),
  collections: ({ actor, organization }) =>
    organization !== null &&
    isAllowedInCollection('viewGrants', actor, { role: organization.membership?.role ?? null }),
  settings: inOrganization('view'),
  members: inOrganization('listMembers'),
  teams: inOrganization('listTeams'),
};

/** Whether the caller may read a part. Checked when it is written and when the archive is downloaded. */
export const mayReadPart = (reader: PartReader, part: ArchivePart): boolean => partRules[part](reader);
