import { language } from '../words/words.ts';

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Formats of a language, which are dear to make: a list has one of these times in each row. */
const formatsOf = (locale: string) => ({
  locale,
  ago: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
  whole: new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' }),
});
let formats: ReturnType<typeof formatsOf> | null = null;

/** When something happened: how long ago, and the whole time for those who point at it. */
export function Moment({ at }: { readonly at: string }) {
  const date = new Date(at);
  const seconds = (date.getTime() - Date.now()) / 1_000;
  const [unit, size] = units.find(([, of]) => Math.abs(seconds) >= of) ?? ['second', 1];
  if (formats?.locale !== language) formats = formatsOf(language);
  const { ago, whole } = formats;
  return (
    <time dateTime={at} title={whole.format(date)}>
      {ago.format(Math.round(seconds / size), unit)}
    </time>
  );
}
