/** Where the pages of this server keep the token of a tab. No other tab reads it, and nothing of it stays when the tab is closed. */
export const tokenKey = 'octavo:token';
