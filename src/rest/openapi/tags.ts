/** Groups of the reference, by the path segment that decides; the first that occurs wins. */
const tags: readonly (readonly [segment: string, tag: string])[] = [
  ['change-requests', 'Change requests'],
  ['comments', 'Comments'],
  ['permissions', 'Access'],
  ['content', 'Content'],
  ['link-invites', 'Invites'],
  ['invites', 'Invites'],
  ['join', 'Invites'],
  ['teams', 'Teams'],
  ['members', 'Members'],
  ['ping', 'Members'],
  ['collections', 'Collections'],
  ['spaces', 'Spaces'],
  ['user', 'Users'],
  ['users', 'Users'],
];

/** The group a path belongs to. */
export function tagOf(path: string): string {
  const segments = new Set(path.split('/'));
  return tags.find(([segment]) => segments.has(segment))?.[1] ?? 'Organizations';
}
