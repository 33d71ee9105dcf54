import type { Urls } from '../../core/context.ts';
import { scimSchemas, type ScimUserValues } from './fields.ts';
import type { GroupMember, ScimGroupRow, ScimPage, ScimUserRow } from './queries/rows.ts';
import { scimUrl } from './tokens.ts';

/** A resource as SCIM shows it. */
export interface ScimDocument {
  readonly id: string;
  readonly meta: { readonly version: string; readonly location: string };
}

interface Dated {
  readonly id: string;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const metaOf = (base: string, type: 'User' | 'Group', { id, version, createdAt, updatedAt }: Dated) => ({
  resourceType: type,
  created: createdAt,
  lastModified: updatedAt,
  version: etagOf(version),
  location: `${base}/${type}s/${id}`,
});

const etagOf = (version: number): string => `W/"${version}"`;

/** What a provider has said of a user. */
export const valuesOf = ({ userName, externalId, profile, disabled }: ScimUserRow): ScimUserValues => ({
  userName,
  externalId,
  active: !disabled,
  ...profile,
});

export function userDocument(urls: Urls, providerId: string, row: ScimUserRow) {
  const { displayName, name, emails, ...values } = valuesOf(row);
  return {
    schemas: [scimSchemas.user],
    id: row.userId,
    ...(values.externalId === null ? {} : { externalId: values.externalId }),
    userName: values.userName,
    ...(displayName === null ? {} : { displayName }),
    ...(name === null ? {} : { name }),
    ...(emails.length === 0 ? {} : { emails }),
    active: values.active,
    meta: metaOf(scimUrl(urls, providerId), 'User', { ...row, id: row.userId }),
  };
}

/** A group, with its members unless they are left out. */
export function groupDocument(
  urls: Urls,
  providerId: string,
  { row, members }: { readonly row: ScimGroupRow; readonly members?: readonly GroupMember[] },
) {
  const base = scimUrl(urls, providerId);
  return {
    schemas: [scimSchemas.group],
    id: row.teamId,
    ...(row.externalId === null ? {} : { externalId: row.externalId }),
    displayName: row.displayName,
    ...(members && {
      members: members.map(({ userId, userName }) => ({
        value: userId,
        display: userName,
        type: 'User',
        $ref: `${base}/Users/${userId}`,
      })),
    }),
    meta: metaOf(base, 'Group', { ...row, id: row.teamId }),
  };
}

/** A page of a list. */
export const listDocument = (resources: readonly object[], total: number, { offset }: Pick<ScimPage, 'offset'>) => ({
  schemas: [scimSchemas.list],
  totalResults: total,
  startIndex: offset + 1,
  itemsPerPage: resources.length,
  Resources: resources,
});
