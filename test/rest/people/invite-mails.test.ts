import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailedAgainAfterMs, maxMailedADay } from '../../../src/domain/people/invites/fields.ts';
import { sql } from '../../../src/db/sql.ts';
import { anOrganization } from '../../factories.ts';
import type { Mailer } from '../../../src/infra/mail/mailer.ts';
import { baseUrl, type Caller, type Harness } from '../../harness.ts';
import { signInByLink } from '../../passkey-people.ts';
import { clock } from '../../setup/clock.ts';
import { aServerWithMail, linkIn, type MailServer } from '../../smtp-server.ts';
import { until } from '../../until.ts';

let server: Harness;
let mail: MailServer;
let setMailer: (mailer: Mailer | null) => unknown;
let stop: () => Promise<void>;
beforeAll(async () => void ({ server, mail, setMailer, stop } = await aServerWithMail()));
afterAll(() => stop());

let addresses = 0;
const anAddress = () =>
  `person-${server.platform.services.newId('usr').toLowerCase()}-${(addresses += 1)}@invited.example`;
const invite = async (owner: Caller, id: string, body: object) =>
  (await owner.rest(`POST /v1/orgs/${id}/invites`, body)).body;
const jobsOf = (id: string) =>
  server.platform.db.sql.rows<{ id: string; outcome: string | null; input: unknown; result: unknown; error: unknown }>(
    sql`select id, outcome, input, result, error from jobs where "organizationId" = ${id} and kind = 'invitation-mail'`,
  );
const endOf = async (id: string) =>
  (
    await until(
      () => jobsOf(id),
      (jobs) => jobs.every(({ outcome }) => outcome),
    )
  )[0]!;

describe('an invitation by mail', () => {
  it('makes a person of whoever opens its link, whose address is proved by it', async () => {
    const { id, owner } = await anOrganization(server, { title: 'Acme' });
    const address = anAddress();
    const answer = await invite(owner, id, { emails: [address], role: 'edit' });
    expect(answer).toMatchObject({ invited: 1, links: [], mailed: 1 });
    const sent = await mail.mailTo(address);
    expect(sent.to).toEqual([address]);
    expect(sent.headers['subject']).toMatch(/invites you to Acme$/);
    expect(linkIn(sent)).toMatch(`${baseUrl}/login#link=`);
    expect(sent.html).toContain(`href="${linkIn(sent)}"`);
    // What opens the pages of mails for people spends nothing.
    await server.app.inject({ url: '/login' });
    const { session, opened } = await signInByLink(server, linkIn(sent), { displayName: 'Grace Hopper' });
    expect(opened).toMatchObject({ purpose: 'invitation', organization: 'Acme' });
    expect(session.token).toMatch(/^ocs_/);
    const user = await server.platform.db.prisma.user.findUniqueOrThrow({ where: { email: address } });
    expect(user).toMatchObject({ displayName: 'Grace Hopper', emailVerified: true, assertedEmail: null });
  });

  it('keeps its secret out of the answer, the job and the events', async () => {
    const { id, owner } = await anOrganization(server);
    const address = anAddress();
    const answer = await invite(owner, id, { emails: [address] });
    const secret = linkIn(await mail.mailTo(address)).split('=')[1]!;
    await endOf(id);
    const events = await server.platform.db.prisma.event.findMany({ where: { organizationId: id } });
    const links = await server.platform.db.prisma.signInLink.findMany({ where: { organizationId: id } });
    expect(events.map(({ type }) => type)).toContain('sign_in_link.created');
    expect(links).toMatchObject([{ provesAddress: true, createdById: owner.userId }]);
    expect(JSON.stringify([answer, await jobsOf(id), events.map(({ data }) => data), links])).not.toContain(secret);
  });

  it('tells somebody who is a person already where to sign in', async () => {
    const { id, owner } = await anOrganization(server, { title: 'Acme' });
    const address = anAddress();
    await server.aUser({ email: address });
    expect(await invite(owner, id, { emails: [address] })).toMatchObject({ invited: 1, mailed: 1 });
    expect(linkIn(await mail.mailTo(address))).toBe(`${baseUrl}/login`);
    expect(await invite(owner, id, { emails: [address] })).toMatchObject({ invited: 0, mailed: 0 });
  });

  it('is not sent where links are asked for, or where no mail server is configured', async () => {
    const { id, owner } = await anOrganization(server);
    expect(await invite(owner, id, { emails: [anAddress()], links: true })).toMatchObject({ mailed: 0, links: [{}] });
    const mailer = server.platform.services.mailer;
    setMailer(null);
    expect(await invite(owner, id, { emails: [anAddress()] })).toMatchObject({ invited: 1, mailed: 0, links: [] });
    setMailer(mailer);
    expect(await jobsOf(id)).toEqual([]);
  });

  it('is sent again when minutes have passed and nobody has used it', async () => {
    const { id, owner } = await anOrganization(server);
    const address = anAddress();
    await invite(owner, id, { emails: [address] });
    const first = linkIn(await mail.mailTo(address));
    await endOf(id);
    expect(await invite(owner, id, { emails: [address] })).toMatchObject({ invited: 0, mailed: 0 });
    const again = () => invite(owner, id, { emails: [address] });
    expect(await clock.ahead(mailedAgainAfterMs + 1_000, again)).toMatchObject({ invited: 0, mailed: 1 });
    const second = linkIn(await mail.mailTo(address));
    await signInByLink(server, first);
    await expect(signInByLink(server, second)).rejects.toThrow(/./);
  });

  it('waits for a mail server that is down', async () => {
    const { id, owner } = await anOrganization(server);
    const address = anAddress();
    await mail.stop();
    await invite(owner, id, { emails: [address] });
    const attempted = () => server.platform.db.prisma.job.findFirst({ where: { organizationId: id } });
    await until(attempted, (row) => (row?.attempts ?? 0) > 0);
    await mail.start();
    // The queue tries again by itself after some seconds.
    await mail.mailTo(address);
    expect(await endOf(id)).toMatchObject({ outcome: 'completed', result: { delivery: 'sent' } });
  });

  it('is not tried again after a refusal of the address', async () => {
    const { id, owner } = await anOrganization(server);
    const address = anAddress();
    mail.refusals.set(address, 550);
    await invite(owner, id, { emails: [address] });
    expect(await endOf(id)).toMatchObject({ outcome: 'completed', result: { delivery: 'recipient-refused' } });
  });

  it('writes names of people and organizations as names', async () => {
    const { id, owner } = await anOrganization(server, {
      title: 'Acme\r\nBcc: eve@example.org <script>https://evil.example',
    });
    const address = anAddress();
    await invite(owner, id, { emails: [address] });
    const sent = await mail.mailTo(address);
    expect(sent.to).toEqual([address]);
    expect(sent.headers['bcc']).toBeUndefined();
    expect(sent.html).not.toContain('<script>');
    expect(sent.text).not.toContain('https://evil.example');
  });

  it('is counted against the limit of a day', async () => {
    const { id, owner } = await anOrganization(server);
    const input = JSON.stringify({ organizationId: id, userId: 'usr_none', createdById: 'usr_none' });
    await server.platform.db.sql
      .rows(sql`insert into jobs (id, kind, "organizationId", scopes, input, outcome, "finishedAt", "createdAt")
      select ${id} || '-' || n, 'invitation-mail', ${id}, '{}', ${input}::jsonb, 'completed', now(), ${clock.now().toISOString()}::timestamptz
      from generate_series(1, ${maxMailedADay}::int) n`);
    const address = anAddress();
    const answer = await owner.rest(`POST /v1/orgs/${id}/invites`, { emails: [address] });
    expect([answer.status, answer.body.error.type]).toEqual([429, 'rate_limited']);
    expect(await server.platform.db.prisma.user.findUnique({ where: { email: address } })).toBeNull();
  });
});
