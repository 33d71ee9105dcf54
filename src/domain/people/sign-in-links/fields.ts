import * as z from 'zod';

/** What a link is for, with how long it lives. */
const linkPurposes = {
  'first-admin': 'It makes the first admin of the installation a person with a passkey.',
  invitation: 'It makes an invited person.',
  recovery: 'It gives a new passkey to somebody who cannot sign in, and ends their sessions.',
} as const;
export type LinkPurpose = keyof typeof linkPurposes;

/** What a link that is opened is for. */
export const openedPurposes = {
  ...linkPurposes,
  'invite-link': 'It makes a person of whoever follows an invite link of an organization, as often as it is used.',
} as const;

const hourMs = 3_600_000;

/** How long a link can be used, in milliseconds. */
export const linkLifetimeMs: Readonly<Record<LinkPurpose, number>> = {
  'first-admin': 24 * hourMs,
  invitation: 7 * 24 * hourMs,
  recovery: hourMs,
};

/** Maximum number of links that a person who asks for them is sent within an hour. */
export const maxAskedAnHour = 3;

/** The secret of a link. */
export const LinkSecret = z.string().min(1).max(100);
