import { isRecord } from '../../lib/is-record.ts';

/** The server refuses a mail for good: it is not sent again. */
export class MailRefused extends Error {
  /** Whether it refuses the address of the recipient, so that other mails to it would be refused as well. */
  readonly isRecipient: boolean;

  constructor(message: string, isRecipient: boolean) {
    super(message);
    this.name = 'MailRefused';
    this.isRecipient = isRecipient;
  }
}

/** A mail was not accepted, and may be later: the server cannot be reached, or is busy, or refuses this service. */
export class MailDelayed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MailDelayed';
  }
}

/** What operators read of errors of the connection, by the codes of nodemailer. */
const words: Readonly<Record<string, string>> = {
  EDNS: 'its name is unknown. Check the host in SMTP_URL.',
  ECONNECTION:
    'it cannot be reached. Check the host and the port in SMTP_URL, and that a firewall lets this machine out.',
  ESOCKET: 'it cannot be reached. Check the host and the port in SMTP_URL, and that a firewall lets this machine out.',
  ETIMEDOUT:
    'it does not answer in time. Check the port in SMTP_URL: smtps:// is for TLS from the start (465), smtp:// for all others.',
  ETLS: 'there is no safe connection to it: it offers no STARTTLS, or its certificate is not trusted. Check the host in SMTP_URL, or name the certificate authority in NODE_EXTRA_CA_CERTS.',
  EAUTH: 'it refuses the user or the password in SMTP_URL.',
  ENOAUTH: 'it asks for a user and a password. Name them in SMTP_URL.',
  EPROTOCOL:
    'it does not speak SMTP there. Check the port in SMTP_URL: smtps:// is for TLS from the start (465), smtp:// for all others.',
};

/**
 * What an error of nodemailer means, without the words of the server: these are not ours to repeat, and could hold what it was sent.
 */
export function mailFailure(error: unknown, server: string): MailRefused | MailDelayed {
  const { code, responseCode, command } = isRecord(error) ? error : {};
  const isAnswer = typeof responseCode === 'number' && responseCode >= 400;
  const answer = isAnswer ? ` (it answers ${responseCode})` : '';
  if (isAnswer && (code === 'EENVELOPE' || code === 'EMESSAGE')) {
    const what = { 'RCPT TO': 'this recipient', 'MAIL FROM': 'the sender in MAIL_FROM' }[String(command)] ?? 'the mail';
    const refusal = `The mail server ${server} does not take ${what}${answer}`;
    // 503: the session was in the wrong state, which says nothing of the mail.
    const isFinal = responseCode >= 500 && responseCode !== 503;
    return isFinal ? new MailRefused(refusal, command === 'RCPT TO') : new MailDelayed(refusal);
  }
  const isCertificate = isRecord(error) && /certificate|self.signed|altnames/i.test(String(error['message']));
  const known = words[isCertificate ? 'ETLS' : String(code)] ?? 'it closed the connection or failed.';
  return new MailDelayed(`The mail server ${server}: ${known}${answer}`);
}
