import { choice } from '../../../lib/form-types.ts';
import { httpUrl } from '../../../lib/http-url.ts';

const visitorBackends = {
  custom: 'A backend of your own signs the tokens of visitors.',
  integration: 'An integration signs the tokens of visitors.',
} as const;
export type VisitorBackend = keyof typeof visitorBackends;
export const VisitorBackend = choice('VisitorAuthBackend', 'Who signs the tokens of visitors.', visitorBackends);

/** URL at which visitors sign in. */
export const FallbackUrl = httpUrl(2_048);
