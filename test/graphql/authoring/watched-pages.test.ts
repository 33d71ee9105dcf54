import { beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { aPage, aTeamAtWork, say, notificationsOf, watched } from './notification-scene.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

/** What somebody was notified of, the latest first: `TYPE REASON`. */
const brief = async (caller: Caller) =>
  (await notificationsOf(server, caller)).items.map(({ type, reason }) => `${type} ${reason}`);

/** A page with a thread by one of a team, and who replies there. */
async function aDiscussedPage() {
  const team = await aTeamAtWork(server);
  const { ada, owner, spaceId } = team;
  const pageId = await aPage(ada, spaceId);
  const discuss = async (author: Caller) => {
    const thread = await say(author, spaceId, { page: pageId.split('.')[0] });
    const replies = `POST /v1/spaces/${spaceId}/comments/${thread}/replies`;
    expect((await owner.rest(replies, { body: { markdown: 'Yes' } })).status).toBe(200);
  };
  return { ...team, pageId, discuss };
}

describe('a watched page', () => {
  it('tells of threads on it and of their replies', async () => {
    const { ada, bob, pageId, discuss } = await aDiscussedPage();
    await watched(bob, pageId);
    await discuss(ada);
    expect(await brief(bob)).toEqual(['COMMENT_REPLY_CREATED WATCHING', 'COMMENT_CREATED WATCHING']);
  });

  it('that is muted tells of no replies, in a watched space or to a thread of the watcher', async () => {
    const { ada, bob, spaceId, pageId, discuss } = await aDiscussedPage();
    await watched(bob, spaceId);
    await watched(bob, pageId, 'NOTHING');
    await discuss(ada);
    await discuss(bob);
    expect(await brief(bob)).toEqual([]);
  });
});
