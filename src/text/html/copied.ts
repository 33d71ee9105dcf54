import { html, noHtml, type Safe } from '../../lib/html.ts';
import { wordHtml, type HtmlContext } from './html-context.ts';

/** Languages of what a console shows: commands after prompts, and what they print. */
const sessions: ReadonlySet<string> = new Set([
  'console',
  'shell-session',
  'shellsession',
  'sh-session',
  'bash-session',
  'terminal',
]);

/** Languages of commands, in which some authors write prompts. */
const shells: ReadonlySet<string> = new Set(['', 'sh', 'bash', 'zsh', 'shell', 'fish', 'powershell', 'ps1', 'text']);

/** A prompt at the beginning, perhaps after comments. */
const startsWithPrompt = /^(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*(?:\$|PS [^>\n]*>) /;

/** Attributes of a block of code of which not all is copied: a session in a console, or a difference. */
export function copiedAttributes(context: HtmlContext, { value, syntax }: { value: string; syntax: string }): Safe {
  const language = syntax.toLowerCase();
  if (language === 'diff' || language === 'patch')
    return html` data-after="${wordHtml(context, 'copyAfter')}" data-before="${wordHtml(context, 'copyBefore')}"`;
  const isSession = sessions.has(language) || (shells.has(language) && startsWithPrompt.test(value));
  return isSession ? html` data-session` : noHtml;
}
