import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../../src/text/expressions/evaluate.ts';
import { parseExpression, findSyntaxError } from '../../src/text/expressions/parse.ts';
import { ExpressionError, ExpressionTooLarge } from '../../src/text/expressions/tokens.ts';
import { allOrTenth } from '../setup/size.ts';
import { fc } from '../setup/properties.ts';

const names = {
  visitor: { claims: { plan: 'pro', isBeta: true, groups: ['staff', 'Docs'], age: 7 } },
  page: { vars: { product: 'Octavo' } },
};
const run = (text: string) => evaluate(parseExpression(text), names, { left: 1_000 });

describe('an expression', () => {
  test.each<[string, unknown]>([
    ['visitor.claims.plan === "pro"', true],
    ["visitor.claims['plan'] !== 'pro'", false],
    ['visitor.claims.isBeta && !visitor.claims.none', true],
    ['visitor.claims.unsigned.deep.down', undefined],
    ['visitor?.claims?.none?.[0]', undefined],
    ['visitor.claims.none ?? "nobody"', 'nobody'],
    ['visitor.claims.none || page.vars.product', 'Octavo'],
    ['visitor.claims.age > 3 ? "old" : "new"', 'old'],
    ['1 + 2 * 3 - 4 / 2 % 3', 5],
    ['"a" + 1 + true', 'a1true'],
    ['-(1 - 3) === +"2"', true],
    ['visitor.claims.age == "7" && null == undefined && "a" != "b"', true],
    ['["a", "b",].includes("b")', true],
    ['visitor.claims.groups.some(group => group.toLowerCase() === "docs")', true],
    ['visitor.claims.groups.every((group, index) => group.length > index)', true],
    ['visitor.claims.groups.map(group => group.at(0)).at(-1)', 'D'],
    ['visitor.claims.none.includes("x")', undefined],
    ['" x ".trim().startsWith("x") && "xy".endsWith("y")', true],
    ['"\\u0041\\n\\x42"', 'A\nB'],
    ['!!visitor.claims.groups.length', true],
    ['"b" >= "a" && 2 <= 2 && 1 < 2', true],
    ['true || nobody && nobody', true],
    ['false && nobody || 2 + 3 * 4 === 14 && "last"', 'last'],
    ['null ?? false || "right"', 'right'],
    ['- -2 + !!1', 3],
    [`${'!'.repeat(60)}1`, true],
    [`visitor${'.b'.repeat(50)}`, undefined],
    [`1${' + 1'.repeat(90)}`, 91],
    [`${'"a" == "b" || '.repeat(70)}"end"`, 'end'],
  ])('the expression %s is evaluated', (text, value) => {
    expect(run(text)).toEqual(value);
  });

  test.each([
    'a b',
    '1 +',
    '(1',
    '[1',
    'visitor.',
    'x => x',
    'f(1)',
    'visitor.claims.plan.repeat(9)',
    'a = 1',
    'a; b',
    '`a`',
    '"a',
    'a ? b',
    'new Date()',
    'this',
    'a.__proto__',
    'a["constructor"]',
    'a.prototype',
    'function () {}',
    '{}',
    'a++',
    '#',
    '"\\u12"',
    '('.repeat(40) + '1' + ')'.repeat(40),
    `${'1 ? 2 : '.repeat(40)}3`,
  ])('refuses %s with a syntax error', (text) => {
    expect(findSyntaxError(text)?.message).toMatch(/ at character \d+$/);
  });

  test.each([
    `1${' + 1'.repeat(300)}`,
    `${'('.repeat(40)}1${')'.repeat(40)}`,
    '['.repeat(1_000),
    '1 ? 2 : '.repeat(100),
  ])('larger than an expression may be is refused as such: %s', (text) => {
    expect(findSyntaxError(text)).toBeInstanceOf(ExpressionTooLarge);
  });

  test('operators, signs and members in a row take no more of the stack, however many they are', () => {
    const many = 200_000;
    const one = parseExpression('1');
    const steps = () => ({ left: 10 * many });
    const links = Array.from({ length: many }, () => ({ sign: '+', operand: one }));
    expect(evaluate({ type: 'chain', first: one, links }, {}, steps())).toBe(many + 1);
    const signs = Array.from({ length: many }, () => '-');
    expect(evaluate({ type: 'signed', signs, operand: one }, {}, steps())).toBe(1);
    const members = Array.from({ length: many }, () => ({ type: 'member' as const, property: one }));
    expect(evaluate({ type: 'path', object: one, steps: members }, {}, steps())).toBeUndefined();
  });

  test.each([
    'visitor["__pro" + "to__"]',
    'visitor.claims["const" + "ructor"]',
    '"".length.toString',
    'visitor.claims.groups["concat"]',
  ])('cannot reach beyond plain data: %s', (text) => {
    expect(run(text)).toBeUndefined();
  });

  test.each([
    'nobody',
    '[1].map(1)',
    '[1] + 1',
    'visitor.claims.startsWith("x")',
    '-visitor',
    '[1].map(x => [1].map(y => x => x))',
  ])('fails at evaluation: %s', (text) => {
    expect(() => run(text)).toThrow(ExpressionError);
  });

  test('stops after the allowed steps and limits the length of results', () => {
    const list = `[${Array.from({ length: 30 }, () => '1').join()}]`;
    expect(() => run(`${list}.map(x => ${list}.map(y => ${list}.length))`)).toThrow('too many steps');
    const long = { ...names, page: { vars: { product: 'x'.repeat(6_000) } } };
    expect(() => evaluate(parseExpression('page.vars.product + page.vars.product'), long, { left: 999 })).toThrow(
      '10000',
    );
  });

  test('charges steps for the length of strings', () => {
    const long = { page: { vars: { product: 'x'.repeat(9_000) } } };
    const list = `[${Array.from({ length: 30 }, () => '1').join()}]`;
    const many = parseExpression(`${list}.map(x => page.vars.product.toUpperCase())`);
    expect(() => evaluate(many, long, { left: 2_000 })).toThrow('too many steps');
    expect(evaluate(many, { page: { vars: { product: 'x' } } }, { left: 2_000 })).toHaveLength(30);
  });

  test.each([
    'page.vars.one === page.vars.other',
    'page.vars.one < page.vars.other',
    'page.vars.one.includes(page.vars.other)',
    '"".startsWith(page.vars.one)',
  ])('charges steps for the strings that %s compares', (text) => {
    const [one, other] = [`${'x'.repeat(9_000)}1`, `${'x'.repeat(9_000)}2`];
    const list = `[${Array.from({ length: 30 }, () => '1').join()}]`;
    const many = parseExpression(`${list}.map(x => ${text})`);
    expect(() => evaluate(many, { page: { vars: { one, other } } }, { left: 2_000 })).toThrow('too many steps');
    expect(evaluate(many, { page: { vars: { one: 'x', other: 'y' } } }, { left: 2_000 })).toHaveLength(30);
  });

  test('has the value that JavaScript gives it, whatever operators and signs follow each other', () => {
    const operand = fc.constantFrom('0', '1', '2.5', 'true', 'false', '(1 + 2)', '(true && 0)', '- -3', '!1', '!!2');
    const sign = fc.constantFrom(...'&& || + - * / % === !== < > <= >='.split(' '));
    fc.assert(
      fc.property(operand, fc.array(fc.tuple(sign, operand), { maxLength: 12 }), (first, links) => {
        const text = [first, ...links.map((link) => link.join(' '))].join(' ');
        expect(run(text)).toBe(runInNewContext(text));
      }),
      { numRuns: allOrTenth(3_000) },
    );
  });

  test('throws only ExpressionError, whatever the input', () => {
    const words = fc.constantFrom(
      ...'visitor claims . .. ?. [ ] ( ) , => ? : ! - + * / % == === < > && || ?? "a" 1 .5 x true null map every length'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 20 }), (parts) => {
        try {
          run(parts.join(' '));
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
        }
      }),
      { numRuns: allOrTenth(3_000) },
    );
  });
});
