import { describe, expect, it } from 'vitest';
import { changesFrom, type EmittedEvent } from '../../../src/domain/core/events/emit.ts';
import { joinEvents } from '../../../src/domain/core/events/write-events.ts';

const subject = { organizationId: 'org_1', id: 'spc_1' };
const updated = (id: string, ...changed: string[]): EmittedEvent => ({
  type: 'space.updated',
  subject: { ...subject, id },
  data: { changed, previous: Object.fromEntries(changed.map((name) => [name, `old ${id}`])) },
});
const joined = (user: string): EmittedEvent => ({
  type: 'team.member_added',
  subject: { ...subject, id: 'team_1' },
  data: { user, role: 'member' },
});

describe('the events of one transaction', () => {
  it.each([
    [
      'of one type about one subject are one, with the entries of both',
      [updated('a', 'title'), updated('a', 'icon', 'title')],
      1,
    ],
    ['about two subjects stay two', [updated('a', 'title'), updated('b', 'title')], 2],
    ['about two people of one team stay two', [joined('usr_1'), joined('usr_2')], 2],
    ['that are the same are one', [joined('usr_1'), joined('usr_1')], 1],
  ])('%s', (_case, events, count) => {
    expect(joinEvents(events)).toHaveLength(count);
  });

  it('keep their order, and the value from before the first of them', () => {
    const first = {
      ...updated('a', 'title'),
      data: { changed: ['title'], previous: { title: 'One' } },
    } as EmittedEvent;
    const second = {
      ...first,
      data: { changed: ['title', 'icon'], previous: { title: 'Two', icon: null } },
    } as EmittedEvent;
    expect(joinEvents([first, joined('usr_1'), second])).toEqual([
      { ...first, data: { changed: ['title', 'icon'], previous: { title: 'One', icon: null } } },
      joined('usr_1'),
    ]);
  });
});

it('an update tells the former values that are short, and only the names of the others', () => {
  const row = { title: 'Old', text: 'x'.repeat(201), rules: { merge: true }, icon: null, kept: 1 };
  expect(changesFrom(row, { title: 'New', text: '', rules: {}, icon: 'star', kept: undefined })).toEqual({
    changed: ['title', 'text', 'rules', 'icon'],
    previous: { title: 'Old', icon: null },
  });
});
