import type { ClientBase } from 'pg';
import { escapeIdentifier } from 'pg';

/** A table with its writable columns. */
export interface Table {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** A foreign key, with its definition for `alter table`. */
export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Lists the tables of the schema by name, except the history of migrations. Omits generated columns. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> '_prisma_migrations'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`);
  return rows;
}

export async function listForeignKeys(client: ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.connamespace = current_schema()::regnamespace and k.conparentid = 0
    order by 1, 2`);
  return rows;
}

export async function dropForeignKeys(client: ClientBase, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name } of keys) {
    // A transaction has one connection.
    await client.query(`alter table ${escapeIdentifier(table)} drop constraint ${escapeIdentifier(name)}`);
  }
}

/** Restores foreign keys. Fails when a row refers to a missing one. */
export async function addForeignKeys(client: ClientBase, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${escapeIdentifier(table)} add constraint ${escapeIdentifier(name)} ${definition}`);
  }
}

/** Finds the first of the tables that contains a row; null when all are empty. */
export async function findOccupied(client: ClientBase, tables: readonly string[]): Promise<string | null> {
  if (tables.length === 0) return null;
  const looks = tables.map(
    (name) => `select '${name.replaceAll("'", "''")}' as name where exists (select from ${escapeIdentifier(name)})`,
  );
  const { rows } = await client.query<{ name: string }>(looks.join(' union all '));
  return rows[0]?.name ?? null;
}
