import { editsTogetherMs, editTypes } from './fields.ts';
import type { Recipient } from './queries/recipients.ts';
import type { Edits, WrittenNotification } from './queries/rows.ts';

interface WrittenRows {
  readonly inserted: WrittenNotification[];
  readonly raised: WrittenNotification[];
}

export const isEdit = ({ type }: Pick<Recipient, 'type'>): boolean => editTypes.includes(type);

/**
 * Makes notifications of recipients, in the order of their events. An edit within an hour after the first one of the same thing
 * is counted with it, be that one in `unread` or before it here.
 */
export function putTogether(
  recipients: readonly Recipient[],
  unread: readonly Edits[],
  newId: () => string,
): WrittenRows {
  const begun = new Map<string, { readonly id: string; readonly createdAt: string }>();
  for (const edits of unread) begun.set(keyOf(edits), edits);
  const known = new Set(unread.map(({ id }) => id));
  const notifications = new Map<string, WrittenNotification>();
  for (const recipient of recipients) {
    const key = keyOf(recipient);
    const earlier = isEdit(recipient) ? begun.get(key) : undefined;
    const { id, createdAt } =
      earlier && isWithin(earlier.createdAt, recipient.createdAt) ? earlier : begin(recipient, newId);
    if (isEdit(recipient)) begun.set(key, { id, createdAt });
    notifications.set(id, {
      ...recipient,
      id,
      createdAt,
      updatedAt: recipient.createdAt,
      count: (notifications.get(id)?.count ?? 0) + 1,
    });
  }
  const all = [...notifications.values()];
  return { inserted: all.filter(({ id }) => !known.has(id)), raised: all.filter(({ id }) => known.has(id)) };
}

const begin = ({ createdAt }: Recipient, newId: () => string) => ({ id: newId(), createdAt });

const keyOf = ({ userId, type, subjectId }: Omit<Edits, 'id' | 'createdAt'>) =>
  JSON.stringify([userId, type, subjectId]);

const isWithin = (first: string, then: string) => Date.parse(then) - Date.parse(first) < editsTogetherMs;
