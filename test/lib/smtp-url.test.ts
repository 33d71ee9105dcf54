import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { readSender, readSmtpUrl } from '../../src/lib/smtp-url.ts';

describe('the address of a mail server', () => {
  it.each([
    ['smtp://mail.example.org', { host: 'mail.example.org', port: 587, secure: false, login: null }],
    ['smtps://mail.example.org', { host: 'mail.example.org', port: 465, secure: true, login: null }],
    ['smtp://127.0.0.1:25/', { host: '127.0.0.1', port: 25, secure: false, login: null }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, secure: false, login: null }],
    [
      'smtps://ada%40example.org:p%2Fa%3As%40s@mail.example.org:2465',
      { host: 'mail.example.org', port: 2465, secure: true, login: { user: 'ada@example.org', password: 'p/a:s@s' } },
    ],
  ])('%s is read', (text, server) => {
    expect(readSmtpUrl(text)).toEqual(server);
  });

  it.each([
    '',
    'mail.example.org',
    'http://mail.example.org',
    'smtp://',
    'smtp://mail.example.org/path',
    'smtp://mail.example.org?tls.rejectUnauthorized=false',
    'smtp://mail.example.org#x',
    'smtp://ada@mail.example.org',
    'smtp://:secret@mail.example.org',
    'smtp://ada:%E0%A4%A@mail.example.org',
  ])('%j is refused', (text) => {
    expect(readSmtpUrl(text)).toBeNull();
  });
});

describe('the sender of mails', () => {
  it.each([
    ['docs@example.org', { name: '', address: 'docs@example.org' }],
    ['Acme docs <docs@example.org>', { name: 'Acme docs', address: 'docs@example.org' }],
    ['"Acme, Inc." <docs@example.org>', { name: 'Acme, Inc.', address: 'docs@example.org' }],
  ])('%s is read', (text, sender) => {
    expect(readSender(text)).toEqual(sender);
  });

  it.each([
    '',
    'docs',
    'Acme <docs>',
    'a@example.org, b@example.org',
    'Acme\r\nBcc: x <docs@example.org>',
    '<a@b.c> x',
  ])('%j is refused', (text) => {
    expect(readSender(text)).toBeNull();
  });
});

describe('the settings of mail', () => {
  const problem = (env: Record<string, string>) => {
    try {
      readConfig(env);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('are two, of which the server needs the sender', () => {
    expect(problem({ SMTP_URL: 'smtp://127.0.0.1:25' })).toMatch(/MAIL_FROM: required with SMTP_URL/);
    expect(problem({ SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: 'docs@example.org' })).toBeNull();
    expect(problem({ MAIL_FROM: 'nobody' })).toMatch(/MAIL_FROM: must be an address such as/);
  });

  it('never show a password', () => {
    const said = problem({ SMTP_URL: 'smtp://ada:hunter2@mail.example.org/path', MAIL_FROM: 'docs@example.org' });
    expect(said).toMatch(/SMTP_URL: must be a URL such as/);
    expect(said).not.toContain('hunter2');
  });
});
