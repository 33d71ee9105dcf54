/** A day in milliseconds. */
export const dayMs = 86_400_000;

/** What a date with a time must be, after the name of what is wrong. */
export const instantRule = 'must be a date and time such as 2026-01-02T03:04:05Z';

/**
 * Reads a date with a time, and returns it as ISO 8601 in UTC. Null for another text, and for a year without four digits, which
 * the database may not hold.
 */
export function readInstant(text: string): string | null {
  const ms = Date.parse(text);
  const instant = Number.isNaN(ms) ? '' : new Date(ms).toISOString();
  return /^\d{4}-/.test(instant) && !instant.startsWith('0000') ? instant : null;
}
