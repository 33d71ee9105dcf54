import { expect, it } from 'vitest';
import { problemOfTestName } from '../../scripts/lint/test-names.mjs';

it.each([
  'refuses overlapping entries',
  'is told of each change of a site',
  'are listed newest first',
  'lists the members of a team',
  'numbers every revision',
  'of one specification leave the last one',
  'that have not changed are still 304',
])('the rule for test names refuses "%s", which lacks its subject', (name) => {
  expect(problemOfTestName(name)).toContain('subject first');
});

it.each([
  'a locked space refuses direct edits',
  'lists are paged in both directions',
  'links of a space are independent of the links of its copy',
  'GET /v1/user answers with the caller',
  'octavo doctor --fix rebuilds the search index',
  'process.env is read by the settings alone',
])('the rule for test names accepts "%s"', (name) => {
  expect(problemOfTestName(name)).toBeNull();
});

it.each([
  ['limitTime', 'throws what the work throws'],
  ['links', 'of a space are independent of the links of its copy'],
  ['links', 'links, once broken, are listed'],
  ['replays', 'one of two processes that get a response at once accepts it'],
  ['link', 'links of a space are listed'],
])('the rule for test names accepts, in "%s", "%s"', (words, name) => {
  expect(problemOfTestName(name, words)).toBeNull();
});

it.each([
  ['limitTime', 'limitTime throws what the work throws'],
  ['A deleted space', 'a deleted space can be restored'],
])('the rule for test names refuses, in "%s", "%s", which repeats it', (words, name) => {
  expect(problemOfTestName(name, words)).toContain(`leave out "${words}"`);
});
