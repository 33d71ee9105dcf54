import { changedValues } from '../../../lib/changed-values.ts';
import { readCertificates } from './certificates.ts';
import type { SamlProvider } from './providers.ts';

type Settings = Pick<SamlProvider, 'certificate' | 'entityID' | 'signRequests' | 'ssoBinding' | 'ssoURL'>;

interface Consequences {
  /** Whether the change might keep out people who could sign in before. */
  readonly mayKeepOut: boolean;
  /** Whether nobody could sign in before, because every certificate has expired. */
  readonly isUseless: boolean;
}

/**
 * What a change of the settings of a provider may do to those who sign in by it. A certificate beside those that are trusted
 * keeps nobody out, and neither does the removal of one that has expired.
 */
export function consequencesOf(
  provider: SamlProvider,
  { certificate, ...others }: { readonly [Name in keyof Settings]?: Settings[Name] | undefined },
  now: Date,
): Consequences {
  const trusted = fingerprintsOf(provider.certificate, now);
  const isUseless = provider.certificate !== null && trusted.length === 0;
  const next = certificate === undefined ? null : fingerprintsOf(certificate, now);
  const losesTrust = next !== null && (isUseless || !trusted.every((one) => next.includes(one)));
  return { mayKeepOut: losesTrust || Object.keys(changedValues(others, provider)).length > 0, isUseless };
}

/** The certificates in a text that have not expired. */
const fingerprintsOf = (text: string | null, now: Date): string[] =>
  text === null
    ? []
    : readCertificates(text)
        .filter(({ expiresAt }) => expiresAt > now)
        .map(({ fingerprint }) => fingerprint);
