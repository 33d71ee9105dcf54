import { describe, expect, it } from 'vitest';
import type { Recipient } from '../../../src/domain/authoring/notifications/queries/recipients.ts';
import { putTogether } from '../../../src/domain/authoring/notifications/together.ts';

const edit: Recipient = {
  userId: 'usr_1',
  reason: 'watching',
  position: 1,
  type: 'content.updated',
  subjectId: 'pg_1.spc_1',
  subjectLabel: 'Guide',
  spaceId: 'spc_1',
  changeRequestId: null,
  actorId: 'usr_2',
  createdAt: '2026-01-01T10:00:00.000Z',
  draftBy: null,
};

const at = (time: string, more: Partial<Recipient> = {}): Recipient => ({
  ...edit,
  createdAt: `2026-01-01T${time}:00.000Z`,
  ...more,
});

function put(recipients: readonly Recipient[], unread: Parameters<typeof putTogether>[1] = []) {
  let number = 0;
  const { inserted, raised } = putTogether(recipients, unread, () => `ntf_${(number += 1)}`);
  const short = (rows: typeof inserted) =>
    rows.map(({ id, count, createdAt, updatedAt }) => [id, count, createdAt.slice(11, 16), updatedAt.slice(11, 16)]);
  return { inserted: short(inserted), raised: short(raised) };
}

describe('edits of one thing', () => {
  it('are together for an hour from the first of them', () => {
    expect(put([at('10:00'), at('10:30'), at('10:59'), at('11:00'), at('11:30')])).toEqual({
      inserted: [
        ['ntf_1', 3, '10:00', '10:59'],
        ['ntf_2', 2, '11:00', '11:30'],
      ],
      raised: [],
    });
  });

  it('are counted with the unread ones of the same person', () => {
    const unread = [{ ...edit, id: 'ntf_known', createdAt: '2026-01-01T09:30:00.000Z' }];
    expect(put([at('10:00'), at('10:20', { userId: 'usr_3' }), at('10:29'), at('10:30')], unread)).toEqual({
      inserted: [
        ['ntf_1', 1, '10:20', '10:20'],
        ['ntf_2', 1, '10:30', '10:30'],
      ],
      raised: [['ntf_known', 2, '09:30', '10:29']],
    });
  });

  it('are not together with those of another thing, and comments are alone', () => {
    const comment = { type: 'comment.created', subjectId: 'cmt_1' } as const;
    const given = [at('10:00'), at('10:01', { subjectId: 'pg_2.spc_1' }), at('10:02', comment), at('10:03', comment)];
    expect(put(given).inserted).toHaveLength(4);
  });
});
