import { resetSso } from '../domain/people/sign-in/reset-sso.ts';
import { withSession } from './session.ts';

/** Stops requiring single sign-on for an organization, and prints how many members this affects. */
export async function resetSignOn(organization: string): Promise<void> {
  await withSession(async (session) => {
    const { title, members, lockedOut } = await resetSso(session.contextOf(), organization);
    console.log(`"${title}" no longer requires single sign-on. Members who could sign in only with it: ${members}.`);
    if (lockedOut !== null)
      console.log(`No admin has a token. Create one: octavo token create --user ${lockedOut.userId}`);
  });
}
