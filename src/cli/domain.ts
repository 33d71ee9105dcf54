import { confirmEmailDomain } from '../domain/people/organizations/email-domains.ts';
import { withSession } from './session.ts';

/** Confirms that an email domain is an organization's own. */
export async function verifyDomain(organization: string, emailDomain: string): Promise<void> {
  await withSession(async (session) => {
    const { title, domain } = await confirmEmailDomain(session.contextOf(), { organization, emailDomain });
    console.log(`"${title}" has proved the email domain "${domain}".`);
  });
}
