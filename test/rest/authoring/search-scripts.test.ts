import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { writePages } from '../../content-pages.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
let spaceId: string;

const found = async (query: string, space = spaceId): Promise<string[]> => {
  const { body } = await owner.rest(`GET /v1/spaces/${space}/search?query=${encodeURIComponent(query)}`);
  return body.items.map(({ id }: { id: string }) => id);
};

const [softHyphen, zeroWidthSpace, nonJoiner, joiner] = ['\u00ad', '\u200b', '\u200c', '\u200d'];

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
  ({ id: spaceId } = await aSpace(server, organizationId));
  await writePages(owner, spaceId, [
    { id: 'fr', title: 'Guide de l’utilisateur', markdown: "Qu'est-ce que l'API ? Aujourd'hui, l’onglet d’accès." },
    { id: 'it', title: "Configurazione dell'ambiente", markdown: "Un'istanza sull’infrastruttura degl'iscritti." },
    { id: 'pl', title: 'Łódź', markdown: 'Zażółć gęślą jaźń.' },
    { id: 'da', title: 'Rødgrød', markdown: 'Smørrebrød på æblegård.' },
    { id: 'is', title: 'Þjónusta', markdown: 'Maðurinn.' },
    { id: 'tr', title: "Octavo'nun Ayarları", markdown: 'ılık ISIRGAN İzmir' },
    { id: 'hr', title: 'Đakovo', markdown: 'Ħamrun, Ŋorobo, œuvre.' },
    { id: 'ar', title: 'مُقَدِّمة', markdown: 'إِدارة الأوامر على مستوى ٢٠٢٦. کتاب. مدرســــة.' },
    { id: 'he', title: 'שָׁלוֹם', markdown: 'מילה' },
    { id: 'fa', title: 'Persian', markdown: `می${nonJoiner}خواهم` },
    { id: 'hidden', title: `Reise${softHyphen}kosten`, markdown: `max${zeroWidthSpace}Connections wa${joiner}ter` },
    { id: 'ko', title: '설치 안내'.normalize('NFD'), markdown: '문서' },
    { id: 'ja', title: 'ガイド'.normalize('NFD'), markdown: 'ﾀﾞｳﾝﾛｰﾄﾞ' },
    { id: 'wide', title: 'ＡＰＩ　ｖ２', markdown: 'Ｆｕｌｌ　ｗｉｄｔｈ' },
    {
      id: 'refs',
      title: 'References',
      markdown: 'Caf&eacute; na&#239;ve &#x5728;&#x7dda; so&shy;da. `&Ouml;l` and \\&szlig;ig.',
    },
    { id: 'ukr', title: 'Комп’ютер', markdown: "Об'єкт" },
  ]);
});

describe('words of other scripts and spellings', () => {
  it.each([
    ['the noun after an elision', 'utilisateur', ['fr']],
    ['the noun after an elision', 'onglet', ['fr']],
    ['an elision', "l'utilisateur", ['fr']],
    ['another apostrophe', 'dell’ambiente', ['it']],
    ['the noun after an elision', 'ambiente infrastruttura', ['it']],
    ['another elision of the noun', "d'iscritti", ['it']],
    ['an apostrophe that is no elision', 'aujourd’hui', ['fr']],
    ['an apostrophe that is no elision', "комп'ютер обʼєкт", ['ukr']],
    ['a name before a suffix', 'Octavo', ['tr']],
    ['ł', 'lodz', ['pl']],
    ['ł', 'ŁÓDŹ', ['pl']],
    ['ż and ł', 'zazolc', ['pl']],
    ['ø', 'rodgrod', ['da']],
    ['æ and å', 'aeblegard', ['da']],
    ['þ', 'thjonusta', ['is']],
    ['ð', 'madurinn', ['is']],
    ['ı', 'ilik', ['tr']],
    ['I', 'ısırgan', ['tr']],
    ['İ', 'izmir', ['tr']],
    ['đ', 'dakovo', ['hr']],
    ['ħ, ŋ and œ', 'hamrun norobo oeuvre', ['hr']],
    ['Arabic without its marks', 'مقدمة', ['ar']],
    ['another alef', 'ادارة', ['ar']],
    ['another alef', 'الاوامر', ['ar']],
    ['ya for alef maksura', 'مستوي', ['ar']],
    ['another kaf', 'كتاب', ['ar']],
    ['Arabic without its tatweel', 'مدرسة', ['ar']],
    ['other digits', '2026', ['ar']],
    ['Hebrew without its points', 'שלום', ['he']],
    ['a word without its joiner', 'میخواهم', ['fa']],
    ['a word with a blank for its joiner', 'می خواهم', ['fa']],
    ['a word without its soft hyphen', 'reisekosten', ['hidden']],
    ['a word without its zero-width space', 'maxConnections', ['hidden']],
    ['a word with an invisible character', `re${softHyphen}ferences`, ['refs']],
    ['a word without its joiner', 'water', ['hidden']],
    ['composed Korean', '설치', ['ko']],
    ['decomposed Korean', '안내'.normalize('NFD'), ['ko']],
    ['composed Japanese', 'ガイド', ['ja']],
    ['half-width katakana', 'ｶﾞｲﾄﾞ', ['ja']],
    ['full-width katakana', 'ダウンロード', ['ja']],
    ['Latin of normal width', 'api v2', ['wide']],
    ['full-width Latin', 'ｗｉｄｔｈ', ['wide']],
    ['a named reference', 'café', ['refs']],
    ['a decimal reference', 'naïve', ['refs']],
    ['hexadecimal references', '在線', ['refs']],
    ['a reference to nothing visible', 'soda', ['refs']],
    ['code as it is written', 'ouml', ['refs']],
    ['no reference after a backslash', 'szlig', ['refs']],
  ])('are found by %s: %s', async (_what, query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it('the inputs of issue reports are found', async () => {
    const { id } = await aSpace(server, organizationId);
    const given = (name: string) => readFileSync(new URL(`../../data/search/${name}`, import.meta.url), 'utf8');
    await writePages(owner, id, [
      { id: 'french', title: 'Français', markdown: given('french.md') },
      { id: 'invisible', title: 'Unsichtbar', markdown: given('invisible.md') },
    ]);
    for (const query of ['utilisateur', 'authentification', 'adresse', 'ambiente', 'istanza', 'infrastruttura'])
      expect([query, await found(query, id)]).toEqual([query, ['french']]);
    for (const query of [
      'Reisekostenrückerstattung',
      'maxConnections',
      'میخواهم',
      '설치',
      'ガイド',
      'ダウンロード',
      'API v2',
    ])
      expect([query, await found(query, id)]).toEqual([query, ['invisible']]);
  });

  it('what is highlighted is the word as the page writes it', async () => {
    const marked = async (query: string): Promise<string[]> => {
      const reply = await owner.rest(`GET /v1/spaces/${spaceId}/search?query=${encodeURIComponent(query)}`);
      const { body, highlights } = reply.body.items[0].sections[0];
      return highlights.map(({ start, end }: any) => body.slice(start, end));
    };
    expect(await marked('onglet')).toEqual(['onglet']);
    expect(await marked('ダウンロード')).toEqual(['ﾀﾞｳﾝﾛｰﾄﾞ']);
    expect(await marked('maxconnections')).toEqual([`max${zeroWidthSpace}Connections`]);
  });
});
