import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { selfSigned } from '../src/domain/people/saml/self-signed.ts';
import { createMailer, type Mailer } from '../src/infra/mail/mailer.ts';
import { readSmtpUrl } from '../src/lib/smtp-url.ts';
import { freePort } from './free-port.ts';
import { startServer } from './harness.ts';
import { until } from './until.ts';

/** A mail that a server has accepted. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As it came. */
  readonly raw: string;
  /** Unfolded, by name in lower case; of several with one name, all are here with line ends between them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string;
  /** Whether the connection was encrypted. */
  readonly secure: boolean;
  readonly user: string | null;
}

export interface MailServer extends AsyncDisposable {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Addresses that are refused, with the status of the refusal. */
  readonly refusals: Map<string, number>;
  /** Makes a mailer that sends by this server. */
  mailer(url?: string, options?: { readonly ca?: string }): Mailer;
  /** Waits for the next mail to an address, and takes it away. */
  mailTo(address: string): Promise<ReceivedMail>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** A certificate for `localhost`, which nobody trusts but those who are told to. */
export function aCertificate(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const cert = selfSigned(forge, {
    publicKey,
    privateKey,
    commonName: 'localhost',
    serialNumber: '2a',
    notBefore: new Date('2020-01-01'),
    notAfter: new Date('2060-01-01'),
  });
  return { key: privateKey, cert };
}

/** A server of the suite that sends its mails to a mail server of this machine. */
export async function aServerWithMail() {
  const [server, mail] = [await startServer(), await aMailServer()];
  const setMailer = (mailer: Mailer | null) => Object.assign(server.platform.services, { mailer });
  setMailer(mail.mailer());
  const stop = async () => {
    setMailer(null);
    await mail.stop();
  };
  return { server, mail, setMailer, stop };
}

/** Starts a mail server of this machine. It takes any mail without a password, unless options say otherwise. */
export async function aMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const refusals = new Map<string, number>();
  const port = await freePort();
  let server: SMTPServer | null = null;
  const start = async () => {
    const fresh = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 100,
      onRcptTo: ({ address }, _session, done) => {
        const status = refusals.get(address);
        if (status === undefined) return done();
        return done(Object.assign(new Error('not here'), { responseCode: status }));
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          mails.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            ...partsOf(Buffer.concat(chunks).toString()),
            secure: session.secure === true,
            user: typeof session.user === 'string' ? session.user : null,
          });
          done();
        });
      },
      ...options,
    });
    // A client that leaves in the middle is no failure of the test.
    fresh.on('error', () => undefined);
    server = fresh;
    await new Promise<void>((resolve) => void fresh.listen(port, '127.0.0.1', resolve));
  };
  const stop = () => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  await start();
  return {
    port,
    mails,
    refusals,
    start,
    stop,
    mailer: (url = `smtp://127.0.0.1:${port}`, more = {}) => {
      const smtp = readSmtpUrl(url);
      if (smtp === null) throw new Error(`${url} is no address of a mail server`);
      return createMailer({
        server: smtp,
        from: { name: 'Acme docs', address: 'docs@acme.test' },
        name: 'octavo.test',
        ...more,
      });
    },
    mailTo: async (address) => {
      const place = () => mails.findIndex(({ to }) => to.includes(address));
      await until(place, (found) => found >= 0);
      return mails.splice(place(), 1)[0]!;
    },
    [Symbol.asyncDispose]: stop,
  };
}

/** The headers, the text and the HTML of a mail of two alternatives. */
function partsOf(raw: string): Pick<ReceivedMail, 'raw' | 'headers' | 'text' | 'html'> {
  const { headers, body } = split(raw);
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1];
  const parts = boundary ? body.split(`--${boundary}`).map((part) => split(part.trimStart())) : [];
  const of = (type: string) => {
    const part = parts.find((one) => one.headers['content-type']?.startsWith(type));
    return part ? decoded(part.body, part.headers['content-transfer-encoding']).replaceAll('\r\n', '\n').trimEnd() : '';
  };
  return { raw, headers, text: of('text/plain'), html: of('text/html') };
}

function split(raw: string): { readonly headers: Record<string, string>; readonly body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const headers: Record<string, string> = {};
  for (const line of raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}\n${value}`;
  }
  return { headers, body: raw.slice(end + 4) };
}

function decoded(body: string, encoding = ''): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** The address of the link in a mail that somebody is to open. */
export const linkIn = (mail: ReceivedMail): string => /^(http\S+)$/m.exec(mail.text)?.[1] ?? '';
