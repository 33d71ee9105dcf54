import type { Renderer } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { sql, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';

export type RendererRow = Stored<Renderer>;

/** Loads renderers by id. */
export const rendererLoader = (reader: Sql) =>
  byKey<RendererRow>(
    reader,
    (ids) => sql`select r.* from renderers r where r.id = any(${ids}::text[])`,
    ({ id }) => id,
  );
