import type { Pool } from 'pg';

/** Settings of PostgreSQL for each session, by name. */
export type SessionSettings = Readonly<Record<string, string>>;

/** The settings as the parameter `options` of a connection to the server itself. */
export const optionsOf = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** Processes that start together would change the same row of the catalogue. */
const defaultsLock = 'octavo defaults of the role';

/**
 * Makes the settings the defaults of the role of this connection in this database, because a pooler does not pass those of
 * its clients on. Writes nothing when they are.
 */
export async function setDefaultsOfRole(pool: Pool, settings: SessionSettings): Promise<void> {
  await pool.query(`do $$ declare wanted record; begin
    perform pg_advisory_xact_lock(hashtextextended('${defaultsLock}', 0));
    for wanted in
      select * from json_each_text('${JSON.stringify(settings)}') s where not exists (
        select from pg_db_role_setting d, unnest(d.setconfig) c
        where d.setrole = session_user::regrole and c = s.key || '=' || s.value
          and d.setdatabase = (select oid from pg_database where datname = current_database()))
    loop
      execute format('alter role session_user in database %I set %I = %L', current_database(), wanted.key, wanted.value);
    end loop;
  end $$`);
}

/** Warns when a session of the pooler is older than the defaults of its role. */
export async function warnOfOtherSettings(
  pool: Pool,
  settings: SessionSettings,
  log: { warn(fields: object, message: string): void },
): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select key as name from json_each_text($1) where (select setting from pg_settings p where lower(p.name) = lower(key)) is distinct from
        regexp_replace(value, 'ms$', '')`,
    [JSON.stringify(settings)],
  );
  if (rows.length === 0) return;
  const problem = rows.map(({ name }) => name).join(', ');
  log.warn({ problem }, 'sessions of DATABASE_POOLED_URL have other settings: run RECONNECT in the pooler');
}
