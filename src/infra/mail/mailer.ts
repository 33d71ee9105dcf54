import { isIP } from 'node:net';
import type { Transporter } from 'nodemailer';
import type { MailSender, SmtpServer } from '../../lib/smtp-url.ts';
import { MailRefused, mailFailure } from './mail-errors.ts';

/** A mail to one address. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same at each attempt, so that mail programs show a mail once that was sent again after an interruption. */
  readonly messageId: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends mail by the server of the operator. */
export interface Mailer {
  /** The host and the port of the server, for operators. */
  readonly server: string;
  /** Resolves when the server has accepted the mail. Throws MailRefused, or MailDelayed when a later attempt may succeed. */
  send(mail: Mail): Promise<void>;
  /** Connects and signs in. Throws MailDelayed, which says in words what is wrong. */
  check(): Promise<void>;
}

export interface MailerOptions {
  readonly server: SmtpServer;
  readonly from: MailSender;
  /** The name by which this service greets the server. */
  readonly name: string;
  /** Certificates to trust instead of those that Node trusts. */
  readonly ca?: string;
}

/** What may stand between the brackets of an envelope. */
const address = /^[^\s<>\p{Cc}]+@[^\s<>@\p{Cc}]+$/u;

const connectMs = 10_000;
const silentMs = 30_000;

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/**
 * Creates a mailer. Nodemailer is loaded by its first use. The server is the operator's own setting, so it is not called by the
 * guarded fetch. A password leaves this machine by TLS alone.
 */
export function createMailer({ server, from, name, ca }: MailerOptions): Mailer {
  const { host, port, secure, login } = server;
  const shown = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  let transport: Promise<Transporter> | null = null;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      host,
      port,
      secure,
      name,
      requireTLS: login !== null && !isLoopback(host),
      ...(login && { auth: { user: login.user, pass: login.password } }),
      tls: { minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) },
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: silentMs,
      // A mail is made of texts alone.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  const withTransport = async (run: (transporter: Transporter) => Promise<unknown>): Promise<void> => {
    try {
      await run(await (transport ??= open()));
    } catch (error) {
      throw mailFailure(error, shown);
    }
  };
  return {
    server: shown,
    send: async ({ to, headers, ...mail }) => {
      if (!address.test(to)) throw new MailRefused('The address of the recipient is none', true);
      await withTransport((transporter) =>
        transporter.sendMail({
          ...mail,
          from: { ...from },
          to: { name: '', address: to },
          envelope: { from: from.address, to: [to] },
          // No answers of people who are away (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated', ...headers },
        }),
      );
    },
    check: () => withTransport((transporter) => transporter.verify()),
  };
}
