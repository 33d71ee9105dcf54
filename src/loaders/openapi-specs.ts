import type { OpenApiSpec, OpenApiVersion } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, raw, sql, type Fragment, type Sql } from '../db/sql.ts';
import type { Actor } from '../access/actor.ts';
import { toMembership, type Membership } from '../access/effective-role.ts';
import { membershipColumns, membershipJoin, type MembershipColumns } from '../access/queries/membership.ts';
import { byKey } from './batch.ts';

/** A specification with the facts that its policy needs. */
export interface OpenApiSpecRow extends Stored<OpenApiSpec> {
  /** The caller's membership in the organization. */
  readonly membership: Membership;
}

/** What `selectSpecs` selects. */
export interface OpenApiSpecColumns extends Stored<OpenApiSpec>, MembershipColumns {}

/** Columns of a specification `t` after `specAccessJoin`. */
export const specColumns = sql`t.*, ${membershipColumns}`;

/** Joins the caller's membership in the organization of the specification `t`. */
export const specAccessJoin = (actor: Actor) => membershipJoin('t."organizationId"', actor);

/** Converts what `specColumns` selected. */
export const specOf = ({ isMember, memberRole, ...spec }: OpenApiSpecColumns): OpenApiSpecRow => ({
  ...spec,
  membership: toMembership({ isMember, memberRole }),
});

/** Loads specifications by id. */
export const openApiSpecLoader = (reader: Sql, actor: Actor) => {
  const rows = byKey<OpenApiSpecColumns>(
    reader,
    (ids) => sql`select ${specColumns} from openapi_specs t ${specAccessJoin(actor)} where t.id = ${anyOf(ids)}`,
    ({ id }) => id,
  );
  return {
    load: async (id: string): Promise<OpenApiSpecRow | null> => {
      const row = await rows.load(id);
      return row && specOf(row);
    },
    clearAll: () => void rows.clearAll(),
  };
};

export type OpenApiVersionRow = Stored<OpenApiVersion>;

/** Loads versions of specifications by id. */
export const openApiVersionLoader = (reader: Sql) =>
  byKey<OpenApiVersionRow>(
    reader,
    (ids) => sql`select v.* from openapi_versions v where v.id = ${anyOf(ids)}`,
    ({ id }) => id,
  );

/** A part of the last version of a specification, with the specification. */
export interface OpenApiPartRow {
  readonly request: string;
  readonly specId: string;
  readonly slug: string;
  readonly lastVersionId: string | null;
  readonly title: string | null;
  readonly markdown: string | null;
  readonly data: unknown;
}

/** The specification of an organization whose slug or, for the oldest one, source URL is `name`: at most one row. */
export const namedSpec = (organizationId: Fragment, name: Fragment): Fragment => sql`(
  select o.* from openapi_specs o
  where o."organizationId" = ${organizationId} and (o.slug = ${name} or o."sourceUrl" = ${name})
  order by o."createdAt", o.id limit 1)`;

/**
 * Loads parts of specifications by `organizationId name key`, where the name is a slug or a source URL. A specification
 * without the part has a row without a title, so an empty key loads the specification alone.
 */
export const openApiPartLoader = (reader: Sql) =>
  byKey<OpenApiPartRow>(
    reader,
    (requests) => sql`
      select wanted.request, t.id as "specId", t.slug, t."lastVersionId", p.title, p.markdown, p.data
      from unnest(${requests}::text[]) wanted(request)
      cross join lateral ${namedSpec(raw("split_part(wanted.request, ' ', 1)"), raw("split_part(wanted.request, ' ', 2)"))} t
      left join openapi_parts p on p."specId" = t.id and p.key = split_part(wanted.request, ' ', 3)`,
    ({ request }) => request,
  );
