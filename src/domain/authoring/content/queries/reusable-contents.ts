import { entriesAt, entryAt, type ContentState } from '../../../../db/content/states.ts';
import { raw, sql, type Sql } from '../../../../db/sql.ts';

export interface ReusableContentRow {
  readonly id: string;
  readonly title: string;
  readonly documentId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const columns = raw(`e."entryId" as id, e.title, e."documentId", e."createdAt", e."updatedAt"`);
const isReusable = raw("e.kind = 'reusable-content'");

/** Lists the reusable contents of a state by title. */
export const listReusableContentRows = (reader: Sql, state: ContentState) =>
  reader.rows<ReusableContentRow>(sql`
    select ${columns} from ${entriesAt(state, { where: isReusable })} order by e.title collate "C", e."entryId"`);

export const findReusableContentRow = (reader: Sql, state: ContentState, id: string) =>
  reader.first<ReusableContentRow>(sql`
    select ${columns} from ${entryAt(state, sql`${id}`)} where ${isReusable}`);
