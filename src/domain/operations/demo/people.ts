/** The members of the demo organization, named after their roles. */
export const demoPeople = [
  { role: 'review', displayName: 'Demo reviewer', email: 'reviewer@demo.invalid' },
  { role: 'edit', displayName: 'Demo editor', email: 'editor@demo.invalid' },
  { role: 'comment', displayName: 'Demo commenter', email: 'commenter@demo.invalid' },
  { role: 'read', displayName: 'Demo reader', email: 'reader@demo.invalid' },
] as const;

export type DemoRole = (typeof demoPeople)[number]['role'];
