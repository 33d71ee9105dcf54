import ipaddr from 'ipaddr.js';
import * as z from 'zod';
import { createAllowList } from './allow-list.ts';
import { readSender, readSmtpUrl } from './smtp-url.ts';

/** A port to listen on. */
export const port = z.coerce.number().int().min(0).max(65_535);
/** A number of at least 1. */
export const positive = z.coerce.number().int().min(1);
/** `true`, `false`, `1` or `0`. */
export const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);
/** A comma-separated list whose entries are checked by `problem`, which returns an error message or null. */
export const toList = (problem: (entry: string) => string | null) =>
  list.superRefine((entries, issues) => {
    for (const entry of entries) {
      const message = problem(entry);
      if (message !== null) issues.addIssue({ code: 'custom', message });
    }
  });

/** What is wrong with an origin, or null. */
export const originProblem = (entry: string) =>
  entry === '*' || (URL.canParse(entry) && new URL(entry).origin === entry)
    ? null
    : `"${entry}" must be an origin such as https://docs.example.org`;

/** Names of address ranges that Fastify accepts. */
const proxyRanges = ['loopback', 'linklocal', 'uniquelocal'];

/** What is wrong with a proxy to trust, or null. */
export function proxyProblem(entry: string): string | null {
  if (entry === '*') return 'must name the proxies; "*" would trust every client';
  const isNamed = proxyRanges.includes(entry) || ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry);
  return isNamed ? null : `"${entry}" must be an address or a range such as 10.0.0.0/8`;
}

/** What is wrong with a private destination, or null. */
export function allowedHostProblem(entry: string): string | null {
  try {
    createAllowList([entry]);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** An address of a service. */
export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' });

/** The address of a mail server. The message does not repeat it, because it has a password. */
export const smtpUrl = z
  .string()
  .refine(
    (text) => readSmtpUrl(text) !== null,
    'must be a URL such as smtp://user:password@mail.example.org:587, or smtps:// for TLS from the start, with special characters percent-encoded',
  );

/** The sender of mails. */
export const mailSender = z
  .string()
  .refine((text) => readSender(text) !== null, 'must be an address such as Acme docs <docs@example.org>');
