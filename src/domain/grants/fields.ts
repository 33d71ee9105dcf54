/** Users, and teams, that one request may grant a role to. */
export const maxHolders = 100;
