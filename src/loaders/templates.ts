import type { Template } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { currentEntry, isPage } from '../db/content/states.ts';
import { anyOf, raw, sql, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';

/** A template, with the title under which it is offered. */
export interface TemplateRow extends Omit<Stored<Template>, 'title' | 'pageId'> {
  readonly title: string;
  /** Null for a whole space. */
  readonly pageId: string | null;
}

/** Joins templates `t` to their spaces `s` and their pages `e`. */
export const templateJoins = sql`join spaces s on s.id = t."spaceId"
  left join lateral ${currentEntry('t."spaceId"', 't."pageId"')} on ${isPage}`;

/** SQL condition: what is offered is there. */
export const isOffered = raw(`s."deletedAt" is null and (t."pageId" = '' or e."entryId" is not null)`);

export const templateColumns = raw(`t.id, t."organizationId", t."spaceId", nullif(t."pageId", '') as "pageId",
  coalesce(t.title, e.title, s.title) as title, t.description, t."createdAt"`);

/** Reads templates whose space or page is there, by id. */
export const templateLoader = (reader: Sql) =>
  byKey<TemplateRow>(
    reader,
    (ids) =>
      sql`select ${templateColumns} from templates t ${templateJoins} where t.id = ${anyOf(ids)} and ${isOffered}`,
    ({ id }) => id,
  );
