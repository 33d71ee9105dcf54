/** Maximum number of email addresses in one request. */
export const maxInvited = 100;

/** Maximum number of invitations that an organization sends by mail within a day. */
export const maxMailedADay = 1_000;

/** How long somebody who was sent an invitation is not sent it again, in milliseconds. */
export const mailedAgainAfterMs = 600_000;
