import { createSignInLink } from '../domain/people/sign-in-links/create.ts';
import { passkeyProblem } from '../domain/people/passkeys/relying-party.ts';
import { findUser, firstAdministrator } from './find-user.ts';
import { withSession } from './session.ts';

/** Prints a link by which a person gets a new passkey. Other output goes to stderr. */
export async function printLink(person: string | undefined): Promise<void> {
  await withSession(async (session) => {
    const ctx = session.contextOf();
    const { id } = person === undefined ? await firstAdministrator(ctx) : await findUser(ctx, person);
    const { url, expiresAt } = await createSignInLink(ctx, id);
    const problem = passkeyProblem(ctx.urls);
    if (problem !== null) console.error(problem);
    console.error(`Whoever opens this link until ${expiresAt.toISOString()} can be ${id}. It works once:`);
    console.log(url);
  });
}
