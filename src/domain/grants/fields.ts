/** Users, and teams, given a role by one request. */
export const maxHolders = 100;
