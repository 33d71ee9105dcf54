import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../src/db/sql.ts';
import { linkLifetimeMs, maxAskedAnHour } from '../../../src/domain/people/sign-in-links/fields.ts';
import { anOrganization } from '../../factories.ts';
import type { Harness } from '../../harness.ts';
import { aPasskeyPerson, signInByLink, signInByPasskey } from '../../passkey-people.ts';
import { clock } from '../../setup/clock.ts';
import { aServerWithMail, linkIn, type MailServer } from '../../smtp-server.ts';
import { until } from '../../until.ts';

let server: Harness;
let mail: MailServer;
let stop: () => Promise<void>;
const set = (services: object) => Object.assign(server.platform.services, services);
const recovers = (isOn: boolean) => set({ config: { ...server.platform.services.config, RECOVERY_BY_MAIL: isOn } });

beforeAll(async () => {
  ({ server, mail, stop } = await aServerWithMail());
  recovers(true);
});
afterAll(async () => {
  recovers(false);
  await stop();
});

let people = 0;
/** Somebody with a passkey and an address that is proved. */
async function aPersonWithMail(proved = true) {
  const address = `lost-${(people += 1)}-${server.platform.services.newId('usr').toLowerCase()}@example.org`;
  const made = await aPasskeyPerson(server);
  const { userId } = made.person;
  await server.platform.db.prisma.user.update({
    where: { id: userId },
    data: { email: address, emailVerified: proved },
  });
  return { ...made, address, userId };
}
const ask = (email: string) => server.call('POST /v1/sign-ins/recovery', { email });
const jobs = () =>
  server.platform.db.sql.rows<{ outcome: string | null; result: { delivery: string } | null; input: object }>(
    sql`select outcome, result, input from jobs where kind = 'recovery-mail' order by "createdAt", id`,
  );
/** What became of the last mail, when all have ended. */
const last = async () =>
  (await until(jobs, (all) => all.every(({ outcome }) => outcome !== null))).at(-1)?.result?.delivery;
const mailsTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address));

describe('somebody who has lost their passkeys', () => {
  it('asks for a link by mail, which makes a new passkey and ends their sessions', async () => {
    const { passkey, address, userId } = await aPersonWithMail();
    const { rest } = await signInByPasskey(server, passkey);
    expect((await ask(address.toUpperCase())).status).toBe(204);
    const sent = await mail.mailTo(address);
    expect(sent.headers['subject']).toBe('Your link to sign in');
    const again = await signInByLink(server, linkIn(sent));
    expect(again.opened.purpose).toBe('recovery');
    expect((await again.rest('GET /v1/user')).body.id).toBe(userId);
    expect((await rest('GET /v1/user')).status).toBe(401);
    const log = await server.platform.db.prisma.accountEvent.findMany({ where: { userId } });
    expect(log.map(({ type }) => type)).toContain('sign_in_link.created');
  });

  it('has the same answer for every address, and no mail for those that are not theirs', async () => {
    const unproved = await aPersonWithMail(false);
    const admin = await aPersonWithMail();
    await server.platform.db.prisma.user.update({ where: { id: admin.userId }, data: { isInstanceAdmin: true } });
    const known = await aPersonWithMail();
    const answers = [];
    for (const address of ['nobody@example.org', unproved.address, admin.address, known.address]) {
      const { status, body } = await ask(address);
      answers.push({ status, body });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await mail.mailTo(known.address);
    await last();
    for (const { address } of [unproved, admin]) expect(mailsTo(address)).toEqual([]);
    expect(JSON.stringify(await jobs())).not.toContain('nobody@example.org');
  });

  it('is sent a few links an hour, and none that is late', async () => {
    const { address } = await aPersonWithMail();
    for (let sent = 0; sent < maxAskedAnHour; sent += 1) {
      await ask(address);
      expect(await last()).toBe('sent');
    }
    await ask(address);
    expect(await last()).toBe('not-due');
    expect(mailsTo(address)).toHaveLength(maxAskedAnHour);
    const other = await aPersonWithMail();
    await clock.ahead(-linkLifetimeMs.recovery - 1_000, () => ask(other.address));
    expect(await last()).toBe('not-due');
  });

  it('is sent nothing unless the operator lets people ask', async () => {
    const { address } = await aPersonWithMail();
    recovers(false);
    const before = (await jobs()).length;
    expect((await ask(address)).status).toBe(204);
    recovers(true);
    expect(await jobs()).toHaveLength(before);
  });

  it('is counted with the sign-ins of the network address that asks', async () => {
    const { config } = server.platform.services;
    set({ config: { ...config, SIGN_INS_PER_MINUTE: 0 } });
    const answer = await ask('nobody@example.org');
    set({ config });
    expect([answer.status, answer.body.error.type]).toEqual([429, 'rate_limited']);
  });
});

describe('POST /v1/users/{userId}/sign-in-links/mail', () => {
  it('sends a link to the address that is proved, by an instance admin alone', async () => {
    const { id, owner } = await anOrganization(server);
    const person = await aPersonWithMail();
    const member = { organizationId: id, userId: person.userId, role: 'read', joinedAt: clock.now() };
    await server.platform.db.prisma.member.create({ data: member });
    const admin = await server.aUser({ isInstanceAdmin: true });
    const signature = `POST /v1/users/${person.userId}/sign-in-links/mail`;
    expect((await owner.rest(signature)).status).toBe(403);
    expect((await admin.rest(signature)).status).toBe(204);
    const sent = await mail.mailTo(person.address);
    expect(sent.text).toMatch(/An administrator sends you a link/);
    await signInByLink(server, linkIn(sent));
    const unproved = await aPersonWithMail(false);
    const refused = await admin.rest(`POST /v1/users/${unproved.userId}/sign-in-links/mail`);
    expect([refused.status, refused.body.error.type]).toEqual([409, 'invalid_state']);
    const { mailer } = server.platform.services;
    set({ mailer: null });
    expect((await admin.rest(signature)).body.error.message).toMatch(/sends no mail/);
    set({ mailer });
  });
});
