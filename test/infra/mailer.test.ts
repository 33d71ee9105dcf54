import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createMeters } from '../../src/infra/metrics/meters.ts';
import { MailDelayed, MailRefused } from '../../src/infra/mail/mail-errors.ts';
import type { Mail, Mailer } from '../../src/infra/mail/mailer.ts';
import { aCertificate, aMailServer, type MailServer } from '../smtp-server.ts';
import { freePort } from '../free-port.ts';

const certificate = aCertificate();
const mail: Mail = {
  to: 'ada@example.org',
  subject: 'Grüße',
  text: 'Hello\n',
  html: '<p>Hello</p>',
  messageId: '<job_1@octavo.test>',
};

let server: MailServer;
afterEach(() => server.stop());

/** A server that wants a user and a password, and offers STARTTLS unless the connection begins with TLS. */
const aServerWithLogin = (secure: boolean) =>
  aMailServer({
    ...certificate,
    secure,
    authOptional: false,
    disabledCommands: [],
    onAuth: ({ username, password }, _session, done) =>
      username === 'ada' && password === 's3cret/ä'
        ? done(null, { user: username })
        : done(Object.assign(new Error('no'), { responseCode: 535 })),
  });

const login = `ada:${encodeURIComponent('s3cret/ä')}`;
const problemOf = (run: Promise<void>) =>
  run.then(
    () => null,
    (error: unknown) => error as MailRefused | MailDelayed,
  );
const checked = (mailer: Mailer) => problemOf(mailer.check()).then((problem) => problem?.message ?? 'good');

describe('a mailer', () => {
  it('sends text and HTML from the sender of the settings to one address', async () => {
    server = await aMailServer();
    await server.mailer().send({ ...mail, headers: { 'List-Unsubscribe': '<https://octavo.test/x>' } });
    const sent = await server.mailTo(mail.to);
    expect(sent).toMatchObject({ from: 'docs@acme.test', to: [mail.to], text: 'Hello', html: '<p>Hello</p>' });
    expect(sent.headers).toMatchObject({
      from: 'Acme docs <docs@acme.test>',
      to: mail.to,
      'message-id': mail.messageId,
      'auto-submitted': 'auto-generated',
      'list-unsubscribe': '<https://octavo.test/x>',
    });
  });

  it.each([
    ['STARTTLS', false, 'smtp'],
    ['TLS from the start', true, 'smtps'],
  ])('signs in by %s', async (_name, secure, scheme) => {
    server = await aServerWithLogin(secure);
    const mailer = server.mailer(`${scheme}://${login}@localhost:${server.port}`, { ca: certificate.cert });
    expect(await checked(mailer)).toBe('good');
    await mailer.send(mail);
    expect(await server.mailTo(mail.to)).toMatchObject({ secure: true, user: 'ada' });
  });

  it('says in words what is wrong, without the password', async () => {
    server = await aServerWithLogin(false);
    const { port } = server;
    const trusted = { ca: certificate.cert };
    const web = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    web.listen(0, '127.0.0.1');
    await once(web, 'listening');
    const { port: webPort } = web.address() as AddressInfo;
    const said = {
      password: await checked(server.mailer(`smtp://ada:hunter2@localhost:${port}`, trusted)),
      untrusted: await checked(server.mailer(`smtp://${login}@localhost:${port}`)),
      otherName: await checked(server.mailer(`smtp://${login}@127.0.0.1:${port}`, trusted)),
      tls: await checked(server.mailer(`smtps://${login}@localhost:${port}`, trusted)),
      nobody: await checked(server.mailer(`smtp://localhost:${await freePort()}`)),
      web: await checked(server.mailer(`smtp://127.0.0.1:${webPort}`)),
    };
    web.close();
    expect(said.password).toMatch(/refuses the user or the password in SMTP_URL\. \(it answers 535\)/);
    expect(said.untrusted).toMatch(/certificate is not trusted/);
    expect(said.otherName).toMatch(/certificate is not trusted/);
    expect(said.nobody).toMatch(/cannot be reached/);
    expect(said.tls).toMatch(/SMTP_URL/);
    expect(said.web).toMatch(/does not speak SMTP there/);
    expect(Object.values(said).join()).not.toMatch(/hunter2|s3cret/);
  });

  it('tells a refusal for good from one for now, and of whom', async () => {
    server = await aMailServer();
    server.refusals.set('gone@example.org', 550).set('later@example.org', 451);
    const mailer = server.mailer();
    const gone = await problemOf(mailer.send({ ...mail, to: 'gone@example.org' }));
    expect(gone).toBeInstanceOf(MailRefused);
    expect(gone).toMatchObject({
      isRecipient: true,
      message: expect.stringMatching(/does not take this recipient.*550/),
    });
    const later = await problemOf(mailer.send({ ...mail, to: 'later@example.org' }));
    expect(later).toBeInstanceOf(MailDelayed);
    await server.stop();
    expect(await problemOf(mailer.send(mail))).toBeInstanceOf(MailDelayed);
    await server.start();
    await mailer.send(mail);
    expect(server.mails).toHaveLength(1);
  });

  it('refuses a sender for good, which says nothing of the recipient', async () => {
    server = await aMailServer({
      onMailFrom: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode: 553 })),
    });
    expect(await problemOf(server.mailer().send(mail))).toMatchObject({
      name: 'MailRefused',
      isRecipient: false,
      message: expect.stringMatching(/sender in MAIL_FROM/),
    });
  });

  it('writes no header that a name brings along', async () => {
    server = await aMailServer();
    const name = 'Hello\r\nBcc: eve@example.org\r\n\r\n<b>other</b>';
    await server.mailer().send({ ...mail, subject: name, headers: { 'X-Name': name } });
    const [sent] = server.mails;
    expect(sent?.to).toEqual([mail.to]);
    expect(Object.keys(sent?.headers ?? {})).not.toContain('bcc');
    expect(sent?.text).toBe('Hello');
    await expect(server.mailer().send({ ...mail, to: 'ada@example.org>\r\nRCPT TO:<eve@example.org' })).rejects.toThrow(
      /is none/,
    );
    expect(server.mails).toHaveLength(1);
  });

  it('is counted by what becomes of mails', async () => {
    server = await aMailServer();
    server.refusals.set('gone@example.org', 550);
    const meters = createMeters({ version: '0', commit: '0', database: 'embedded' });
    const mailer = meters.mailer(server.mailer());
    await mailer.send(mail);
    await problemOf(mailer.send({ ...mail, to: 'gone@example.org' }));
    await server.stop();
    await problemOf(mailer.send(mail));
    const text = await meters.registry.getSingleMetricAsString('octavo_mails_total');
    for (const outcome of ['accepted', 'refused', 'delayed'])
      expect(text).toContain(`octavo_mails_total{outcome="${outcome}"} 1`);
  });
});
