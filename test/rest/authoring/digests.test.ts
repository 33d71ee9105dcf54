import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextOf, originOf } from '../../../src/app/process/context.ts';
import { queueDigests } from '../../../src/domain/authoring/digests/queue.ts';
import { asOperator } from '../../../src/domain/core/acting.ts';
import { digestPauseMs, digestWaitMs } from '../../../src/domain/core/mail/fields.ts';
import { sql } from '../../../src/db/sql.ts';
import { MailDelayed } from '../../../src/infra/mail/mail-errors.ts';
import type { Mailer } from '../../../src/infra/mail/mailer.ts';
import { baseUrl, type Caller, type Harness } from '../../harness.ts';
import { clock } from '../../setup/clock.ts';
import { aServerWithMail, type MailServer } from '../../smtp-server.ts';
import { until } from '../../until.ts';
import { aTeamAtWork, say, watched } from '../../graphql/authoring/notification-scene.ts';

let server: Harness;
let mail: MailServer;
let setMailer: (mailer: Mailer | null) => unknown;
let stop: () => Promise<void>;
beforeAll(async () => void ({ server, mail, setMailer, stop } = await aServerWithMail()));
afterAll(() => stop());

const operator = () =>
  contextOf(server.platform.services, server.platform.db, asOperator('nobody'), {
    requestId: 'test',
    origin: originOf('service'),
  });
const jobsOf = ({ userId }: Caller) =>
  server.platform.db.sql.rows<{ outcome: string | null; result: { delivery: string } | null }>(
    sql`select outcome, result from jobs where kind = 'digest-mail' and input ->> 'userId' = ${userId} order by "createdAt", id`,
  );
const ended = (person: Caller) =>
  until(
    () => jobsOf(person),
    (jobs) => jobs.every(({ outcome }) => outcome !== null),
  );
/** Looks for digests that are due after a time, and returns what became of those of somebody. */
const digestsOf = async (person: Caller, aheadMs = digestWaitMs + 1_000) => {
  await server.statements.settled();
  await clock.ahead(aheadMs, () => queueDigests(operator()));
  return (await ended(person)).map(({ result }) => result?.delivery);
};
const settingsOf = async (person: Caller) => (await person.rest('GET /v1/user/mail-settings')).body;
const want = (person: Caller, digests = true) => person.rest('PATCH /v1/user/mail-settings', { digests });

let people = 0;
/** A team of which one wants digests, with the address to which they go. */
async function aTeamWithMail() {
  const team = await aTeamAtWork(server);
  const address = `digest-${(people += 1)}-${team.spaceId.toLowerCase()}@example.org`;
  const { bob } = team;
  await server.platform.db.prisma.user.update({
    where: { id: bob.userId },
    data: { email: address, emailVerified: true },
  });
  await watched(bob, team.spaceId);
  expect((await want(bob)).body).toEqual({ object: 'mail-settings', digests: true, address, isRefused: false });
  return { ...team, address };
}
const mailsTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address));

describe('digests', () => {
  it('tell what is new in one mail, some minutes after the first of it, and nothing twice', async () => {
    const { ada, bob, spaceId, address } = await aTeamWithMail();
    await say(ada, spaceId);
    await say(ada, spaceId);
    expect(await digestsOf(bob, 0)).toEqual([]);
    expect(await digestsOf(bob)).toEqual(['sent']);
    const sent = await mail.mailTo(address);
    expect(sent.headers['subject']).toBe('2 notifications');
    expect(sent.text).toMatch(/commented in Handbook/);
    expect(await digestsOf(bob, digestWaitMs + digestPauseMs)).toEqual(['sent']);
    expect(mailsTo(address)).toEqual([]);
  });

  it('come once an hour at most', async () => {
    const { ada, bob, spaceId, address } = await aTeamWithMail();
    await say(ada, spaceId);
    expect(await digestsOf(bob)).toEqual(['sent']);
    await mail.mailTo(address);
    await say(ada, spaceId);
    expect(await digestsOf(bob, digestPauseMs - 60_000)).toEqual(['sent']);
    expect(await digestsOf(bob, digestPauseMs + digestWaitMs + 60_000)).toEqual(['sent', 'sent']);
    await mail.mailTo(address);
  });

  it('hold only what the person may still read, and has not read', async () => {
    const { ada, bob, spaceId, organizationId, address } = await aTeamWithMail();
    await say(ada, spaceId);
    await server.statements.settled();
    const where = { organizationId_userId: { organizationId, userId: bob.userId } };
    await server.platform.db.prisma.member.update({ where, data: { disabled: true } });
    expect(await digestsOf(bob)).toEqual(['not-due']);
    await server.platform.db.prisma.member.update({ where, data: { disabled: false } });
    await say(ada, spaceId);
    await server.statements.settled();
    await server.platform.db.prisma.notification.updateMany({
      where: { userId: bob.userId },
      data: { readAt: clock.now() },
    });
    expect(await digestsOf(bob, digestPauseMs + digestWaitMs + 1_000)).toEqual(['not-due', 'not-due']);
    expect(mailsTo(address)).toEqual([]);
  });

  it('are sent once by processes that look at the same moment', async () => {
    const { ada, bob, spaceId, address } = await aTeamWithMail();
    await say(ada, spaceId);
    await server.statements.settled();
    const counts = await clock.ahead(digestWaitMs + 1_000, () =>
      Promise.all(Array.from({ length: 5 }, () => queueDigests(operator()))),
    );
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    expect(await ended(bob)).toHaveLength(1);
    expect(mailsTo(address)).toHaveLength(1);
  });

  it('lose nothing when the process ends between the answer of the server and its own note', async () => {
    const { ada, bob, spaceId, address } = await aTeamWithMail();
    await say(ada, spaceId);
    const mailer = mail.mailer();
    let isCut = false;
    setMailer({
      ...mailer,
      send: async (letter) => {
        await mailer.send(letter);
        if (isCut) return;
        isCut = true;
        throw new MailDelayed('The process has ended');
      },
    });
    expect(await digestsOf(bob)).toEqual(['sent']);
    setMailer(mailer);
    const sent = mailsTo(address);
    // Twice, and a mail program shows it once.
    expect(sent.map(({ headers }) => headers['message-id'])).toEqual([
      sent[0]!.headers['message-id'],
      sent[0]!.headers['message-id'],
    ]);
    expect(await digestsOf(bob, digestPauseMs * 2)).toEqual(['sent']);
  });

  it('end with the address that a server refuses for good, until it is another', async () => {
    const { ada, bob, spaceId, address } = await aTeamWithMail();
    mail.refusals.set(address, 550);
    await say(ada, spaceId);
    expect(await digestsOf(bob)).toEqual(['recipient-refused']);
    expect(await settingsOf(bob)).toMatchObject({ digests: true, isRefused: true });
    mail.refusals.delete(address);
    await say(ada, spaceId);
    expect(await digestsOf(bob, digestPauseMs * 2)).toEqual(['recipient-refused', 'not-due']);
    await server.platform.db.prisma.user.update({ where: { id: bob.userId }, data: { email: `new-${address}` } });
    await say(ada, spaceId);
    expect((await digestsOf(bob, digestPauseMs * 4)).at(-1)).toBe('sent');
    expect((await mail.mailTo(`new-${address}`)).headers['subject']).toBe('3 notifications');
  });
});

describe('the link that ends digests', () => {
  it('ends them by one click, with no sign-in, and by a page for people', async () => {
    const { ada, bob, spaceId, address } = await aTeamWithMail();
    await say(ada, spaceId);
    await digestsOf(bob);
    const { headers, text } = await mail.mailTo(address);
    const link = /<(.*)>/.exec(headers['list-unsubscribe'] ?? '')?.[1] ?? '';
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(text).toContain(link);
    const url = link.slice(baseUrl.length);
    // Scanners open links.
    const opened = await server.app.inject({ url, headers: { accept: 'text/html' } });
    expect([opened.statusCode, opened.body]).toEqual([200, expect.stringContaining('<form method="post">')]);
    expect(await settingsOf(bob)).toMatchObject({ digests: true });
    const other = await server.app.inject({ method: 'POST', url: url.replace(bob.userId, ada.userId) });
    expect(other.statusCode).toBe(403);
    const contentType = 'application/x-www-form-urlencoded';
    const posted = () =>
      server.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': contentType },
        payload: 'List-Unsubscribe=One-Click',
      });
    expect((await posted()).statusCode).toBe(200);
    expect((await posted()).statusCode).toBe(200);
    expect(await settingsOf(bob)).toMatchObject({ digests: false });
    const log = await server.platform.db.prisma.accountEvent.findMany({ where: { userId: bob.userId } });
    expect(log.filter(({ type }) => type === 'mail_settings.updated')).toHaveLength(2);
    await say(ada, spaceId);
    expect(await digestsOf(bob, digestPauseMs * 2)).toEqual(['sent']);
  });
});

describe('the mail settings', () => {
  it('are off at first, and need an address that is proved and a service that sends mail', async () => {
    const person = await server.aUser({ email: `unproved-${clock.now().getTime()}@example.org` });
    await server.platform.db.prisma.user.update({ where: { id: person.userId }, data: { emailVerified: false } });
    expect(await settingsOf(person)).toEqual({ object: 'mail-settings', digests: false, isRefused: false });
    expect((await want(person)).body.error).toMatchObject({
      type: 'invalid_state',
      message: expect.stringMatching(/proved/),
    });
    await server.platform.db.prisma.user.update({ where: { id: person.userId }, data: { emailVerified: true } });
    const { mailer } = server.platform.services;
    setMailer(null);
    expect((await want(person)).body.error).toMatchObject({
      type: 'invalid_state',
      message: expect.stringMatching(/no mail/),
    });
    setMailer(mailer);
    expect((await want(person)).status).toBe(200);
    expect((await want(person, false)).body.digests).toBe(false);
  });
});
