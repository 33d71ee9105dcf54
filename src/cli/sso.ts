import { resetSso } from '../domain/sign-in/reset-sso.ts';
import { withSession } from './session.ts';

/** Lets the members of an organization in without single sign-on again. */
export async function resetSignOn(organization: string): Promise<void> {
  await withSession(async (session) => {
    const { title, members } = await resetSso(session.contextOf(), organization);
    console.log(`"${title}" no longer requires single sign-on. Members who could come in by it only: ${members}.`);
  });
}
