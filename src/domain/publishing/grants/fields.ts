/** Maximum number of users, and of teams, in one request. */
export const maxHolders = 100;
