import * as z from 'zod';
import { urlForm } from '../../../lib/form-types.ts';
import { httpUrl } from '../../../lib/http-url.ts';
import { findCertificateProblem } from './certificates.ts';

/** An entity id. Usually a URI, but any name without spaces is allowed. */
export const EntityId = z
  .string()
  .max(1_024)
  .regex(/^[^\s\p{Cc}]*$/u, 'must not contain spaces or control characters');

/** X.509 certificates. */
export const Certificates = z
  .string()
  .max(10_000)
  .superRefine((text, issues) => {
    const problem = findCertificateProblem(text);
    if (problem !== null) issues.addIssue({ code: 'custom', message: problem });
  });

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** URL to which browsers are redirected for sign-in. Requires TLS, except on localhost. */
export const SsoUrl = urlForm(
  httpUrl(2_048).refine((text) => {
    if (!URL.canParse(text)) return true;
    const { protocol, hostname, hash } = new URL(text);
    return hash === '' && (protocol === 'https:' || loopback.has(hostname));
  }, 'must be an https URL without a fragment; http is accepted for this machine only'),
);

/** The metadata document of an identity provider. */
export const ProviderMetadata = z.string().min(1).max(1_000_000);

export const providerStatuses = {
  active: 'Entity id, sign-in URL and certificate are set, so people can sign in.',
  pending: 'Something of that is missing, so nobody can sign in yet.',
} as const;
export type ProviderStatus = keyof typeof providerStatuses;
