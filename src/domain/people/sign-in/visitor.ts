import { DomainError } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import type { LoginProvider } from '../providers/providers.ts';
import type { AdaptiveSchema } from '../visitors/claims-schema.ts';
import type { Claims } from '../visitors/claims.ts';
import type { Vouched } from './vouched.ts';

/** A sign-in of a visitor of a site that is under way. */
export interface VisitorRequest {
  readonly siteId: string;
  /** The address of the site to which the browser returns. */
  readonly returnTo: string;
  /** What the visitor has asked for. */
  readonly state: string | null;
  readonly codeChallenge: string;
}

/** A visitor of a site for whom a provider vouches. */
export interface VisitorSignIn {
  readonly provider: LoginProvider;
  readonly request: VisitorRequest;
  readonly person: Vouched;
  /** What the provider says of the visitor, as far as the schema of the site wants it. */
  readonly claimsFor: (schema: AdaptiveSchema | null) => Claims;
  /** End of the session at the identity provider, if it names one. */
  readonly sessionEndsAt: Date | null;
}

/** What a site does with visitors whom a provider brings back. Both return the URL to redirect to. */
export interface VisitorEntrance {
  /** Admits a visitor. Throws sign_in_refused. */
  readonly admit: (ctx: Context, signIn: VisitorSignIn) => Promise<string>;
  /** Leads back a visitor who is not signed in, to a page that says why and begins again. */
  readonly refuse: (ctx: Context, request: VisitorRequest, reason: string) => Promise<string>;
}

/** Whether a request is that of a visitor. */
export const isOfVisitor = <Request extends { readonly siteId: string | null }>(
  request: Request | null,
): request is Request & { readonly siteId: string } => request !== null && request.siteId !== null;

/** Leads a visitor back who is refused; other failures, and refusals of others, are thrown again. */
export const leadingBack =
  (ctx: Context, { refuse }: VisitorEntrance, find: () => Promise<VisitorRequest | null>) =>
  async (error: unknown): Promise<string> => {
    if (!(error instanceof DomainError) || error.type !== 'sign_in_refused') throw error;
    const request = await find();
    if (request === null) throw error;
    ctx.log.warn({ siteId: request.siteId, reason: error.message }, 'sign-in of a visitor refused');
    return refuse(ctx, request, error.message);
  };
