import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mailHtml, mailParagraphs } from './mail_html.ts'

const BASE = 'https://ao.example.org'
/** What is between the main tags. */
const mainOf = (text: string, baseUrl: string | null = BASE) =>
  /<main>\n([\s\S]*)\n<\/main>/u.exec(mailHtml('Subject', text, baseUrl))![1]

describe('the HTML part of a mail', () => {
  test.each([
    ['Dear Mira,\n\nOne\ntwo.', '<p dir="auto">Dear Mira,</p>\n<p dir="auto">One<br>\ntwo.</p>'],
    ['<script>alert("x")</script>', '<p dir="auto">&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;</p>'],
    [
      'See:\n- 75 Salts\n  due soon\n- 76 Ice\nEnd',
      '<p dir="auto">See:</p>\n<ul>\n<li dir="auto">75 Salts<br>\ndue soon</li>\n<li dir="auto">76 Ice</li>\n</ul>\n<p dir="auto">End</p>',
    ],
    [
      `Open ${BASE}/login, or ${BASE}.evil.example.org/login.`,
      `<p dir="auto">Open <a href="${BASE}/login">${BASE}/login</a>, or ${BASE}.evil.example.org/login.</p>`,
    ],
    [
      'javascript:alert(1) https://elsewhere.org',
      '<p dir="auto">javascript:alert(1) https://elsewhere.org</p>',
    ],
    [
      `${BASE}/a?b=1&c="x"`,
      `<p dir="auto"><a href="${BASE}/a?b=1&amp;c=">${BASE}/a?b=1&amp;c=</a>&quot;x&quot;</p>`,
    ],
  ])('of %j is %s', (text, html) => {
    expect(mainOf(text)).toBe(html)
  })

  test('of a group mail has all addresses of the web as links, as they are written', () => {
    expect(mainOf('https://elsewhere.org/x.', null)).toBe(
      '<p dir="auto"><a href="https://elsewhere.org/x">https://elsewhere.org/x</a>.</p>',
    )
  })

  test('says what the text says, whatever that is, in no other tags than its own', () => {
    const characters = fc.string({
      unit: fc.constantFrom('<', '>', '&', '"', "'", 'a', ' ', '\n', '- ', 'ا', '鉱', `${BASE}/`),
    })
    fc.assert(
      fc.property(characters, (text) => {
        const html = mainOf(text)!
        expect(html.replace(/<(?:\/?(?:p|ul|li|a)(?: dir="auto"| href="[^"<>]*")?|br)>/gu, '')).not.toMatch(
          /[<>]/u,
        )
        const said = mailParagraphs(text, BASE)
          .flat()
          .flatMap((block) => (block.kind === 'lines' ? block.lines : block.items.flat()))
          .flatMap((line) => line.map((piece) => piece.text))
        const letters = (spoken: string) => spoken.replace(/[-\s]/gu, '')
        expect(letters(said.join(''))).toBe(letters(text))
      }),
    )
  })

  test('loads nothing from anywhere, is one column and follows the dark mode', () => {
    const html = mailHtml('A <b>', 'x', BASE)
    expect(html).not.toMatch(/<(?:img|link|script|iframe|table)|url\(|@import/u)
    expect(html).toContain('<title>A &lt;b&gt;</title>')
    expect(html).toContain('max-width: 600px')
    expect(html).toContain('prefers-color-scheme: dark')
  })
})
