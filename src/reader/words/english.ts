import { englishTextWords } from '../../text/html/words.ts';

/** The words of the pages around their texts. `{name}` stands for a value. */
export const englishWords = {
  ...englishTextWords,
  skipToContent: 'Skip to content',
  search: 'Search',
  searchThis: 'Search {title}',
  searchHint: 'Search…',
  close: 'Close',
  menu: 'Menu',
  contents: 'Contents',
  sections: 'Sections',
  variants: 'Versions',
  onThisPage: 'On this page',
  pagesBelow: 'Pages below {title}',
  previous: 'Previous',
  next: 'Next',
  neighbours: 'Previous and next page',
  siteLinks: 'Links',
  footer: 'Footer',
  announcement: 'Announcement',
  updated: 'Updated {date}',
  asMarkdown: 'View as Markdown',
  theme: 'Color theme',
  notFoundTitle: 'Page not found',
  notFoundText: 'There is no page at this address. It may have moved, or the link is wrong.',
  nearest: 'Perhaps you mean one of these',
  home: 'Home',
  results: 'Results for “{query}”',
  noResults: 'Nothing contains all of these words.',
  readAs: 'Searched for “{word}” instead of “{given}”.',
  privacy: 'Privacy',
  poweredBy: 'Made with Octavo',
  preview: 'Preview',
  previewText: 'You see this site as a preview, as it is shown to a visitor with these claims: {claims}.',
  signOut: 'Sign out',
} as const;

export type Word = keyof typeof englishWords;

/** The words of one language. */
export type Words = Readonly<Record<Word, string>>;
