/** Maximum number of email addresses in one request. */
export const maxInvited = 100;
