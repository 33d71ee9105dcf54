import * as z from 'zod';

/** A mail server, and how to sign in to it. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** Whether the connection begins with TLS, and not with STARTTLS. */
  readonly secure: boolean;
  /** Null for a server that takes mail from this machine without a password. */
  readonly login: { readonly user: string; readonly password: string } | null;
}

const ports = { 'smtp:': 587, 'smtps:': 465 };

/** Reads `smtp://user:password@host:587`, or `smtps://…` for TLS from the start. Null when it has another form. */
export function readSmtpUrl(text: string): SmtpServer | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!(url.protocol === 'smtp:' || url.protocol === 'smtps:') || url.hostname === '') return null;
  if (url.search !== '' || url.hash !== '' || !(url.pathname === '' || url.pathname === '/')) return null;
  const [user, password] = [url.username, url.password].map(decoded);
  if (user === undefined || password === undefined || (user === '') !== (password === '')) return null;
  return {
    host: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port: url.port === '' ? ports[url.protocol] : Number(url.port),
    secure: url.protocol === 'smtps:',
    login: user === '' ? null : { user, password },
  };
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Somebody who sends mail. */
export interface MailSender {
  readonly name: string;
  readonly address: string;
}

const named = /^(?:"?([^"<>\p{Cc}]*?)"?\s*<([^<>]+)>|([^<>\s]+))$/u;
const Address = z.email();

/** Reads `docs@example.org` or `Acme docs <docs@example.org>`. Null when it has another form. */
export function readSender(text: string): MailSender | null {
  const [, name = '', inBrackets, alone] = named.exec(text.trim()) ?? [];
  const address = Address.safeParse(inBrackets ?? alone);
  return address.success ? { name: name.trim(), address: address.data } : null;
}
