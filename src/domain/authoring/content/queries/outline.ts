import { isLinkOfEntry } from '../../../../db/content/links.ts';
import { begunBetween, entriesAt, isFile, type ContentState } from '../../../../db/content/states.ts';
import { raw, sql, type Sql } from '../../../../db/sql.ts';

/** Columns of a page or reusable content that decide which parts its conditions hide. */
export interface OutlineRow {
  readonly id: string;
  readonly kind: 'page' | 'reusable-content';
  readonly parentId: string | null;
  readonly title: string;
  readonly condition: string | null;
  readonly variables: Readonly<Record<string, string>> | null;
  /** Null when the text is the same for all visitors. */
  readonly markdown: string | null;
}

/**
 * SQL condition: the text has conditional blocks or expressions over the visitor. Repeats the condition of the partial
 * index that finds such texts, so the planner uses it.
 */
const dependsOnVisitor = raw(String.raw`d.markdown ~ '\{%-?[ \t]*if|\{\{[^{}\n]*visitor|"expression">[^<\n]*visitor'`);

const hasText = raw("e.kind in ('page', 'reusable-content')");

/** Lists the pages and reusable contents of a state, siblings in order. */
export const listOutline = (reader: Sql, state: ContentState) =>
  reader.rows<OutlineRow>(sql`
    select e."entryId" as id, e.kind, e."parentId", e.title, e.attributes->>'condition' as condition,
      e.attributes->'variables' as variables, d.markdown
    from ${entriesAt(state, { where: hasText })}
    left join documents d on d.id = e."documentId" and ${dependsOnVisitor}
    order by e.position, e."entryId"`);

/**
 * Whether a page or reusable content that a line wrote between two of its revisions depends on the visitor; also when the first was
 * rolled back.
 */
export async function mayHaveConditionsSince(reader: Sql, from: ContentState, to: ContentState): Promise<boolean> {
  const row = await reader.first<{ found: boolean }>(sql`
    select not exists (select from revisions r where r.id = ${from.id}) or exists (
      select from content_entries e left join documents d on d.id = e."documentId" and ${dependsOnVisitor}
      where ${begunBetween('e.', from.line, [from.seq, to.seq])} and ${hasText}
        and (d.id is not null or e.attributes->>'condition' ~ ${raw(String.raw`'\S'`)})) as found`);
  return row?.found ?? true;
}

/** Columns of a link that decide which entries conditions hide. */
export interface OutlineLinkRow {
  readonly entryId: string;
  readonly ordinal: number;
  readonly source: string;
  readonly startsAt: number | null;
  readonly kind: string;
  readonly targetId: string | null;
}

/** Lists links to files, targets of link pages, and all links of the given entries. */
export const listOutlineLinks = (reader: Sql, state: ContentState, entryIds: readonly string[]) =>
  reader.rows<OutlineLinkRow>(sql`
    select l."entryId", l.ordinal, l.source, l."startsAt", l.kind, l."targetId"
    from ${entriesAt(state, { where: hasText })} join content_links l on ${isLinkOfEntry}
    where l.kind = 'file' or l.source = 'target' or l."entryId" = any(${entryIds}::text[])`);

/** Lists the ids of all files of a state. */
export async function listFileIds(reader: Sql, state: ContentState): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`
    select e."entryId" as id from ${entriesAt(state, { where: isFile })}`);
  return rows.map(({ id }) => id);
}
