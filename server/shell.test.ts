import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TERM_META } from '#domain/terms/rules.ts'
import { aTerm, makeCurrent } from './builders/people.ts'
import { openShell, withTerm } from './shell.ts'
import { withServer } from './testing/test_server.ts'

const at = (style = '') => ({
  pathname: '/login',
  query: false,
  signedIn: false,
  nonce: { script: '', style },
})
const PAGE = '<html><head><title>x</title></head><body></body></html>'

test('the page tells the dates of the current call, and of the panel and the allocation nothing', () =>
  withServer(async ({ ctx, db }) => {
    const folder = mkdtempSync(join(tmpdir(), 'ao-shell-'))
    try {
      expect(openShell(folder, { db })).toBeNull()
      writeFileSync(join(folder, 'index.html'), PAGE)
      const shell = openShell(folder, { db })!
      expect(await shell(at('6e6f6e6365'))).toContain('name="ao-term" content="null"')
      expect(await shell(at('6e6f6e6365'))).toContain('<meta property="csp-nonce" nonce="6e6f6e6365" />')
      expect(withTerm(PAGE, undefined)).toBe(PAGE)
      const term = await aTerm(ctx())
      const told = (html: string) =>
        JSON.parse(
          new RegExp(`name="${TERM_META}" content="([^"]+)"`, 'u').exec(html)![1]!.replaceAll('&quot;', '"'),
        ) as Record<string, unknown>
      expect(told(await shell(at()))).toMatchObject({ id: term.id, noi_closes_at: term.noi_closes_at })
      expect(Object.keys(told(await shell(at())))).toHaveLength(7)
      await aTerm(ctx(), { id: 8, is_current: false })
      await makeCurrent(ctx(), 8)
      expect(told(await shell(at())).id).toBe(8)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }))

test('what the page is told can not leave its place', () => {
  const term = {
    id: 7,
    noi_opens_at: '"><script>',
    noi_closes_at: '$&',
    proposals_open_at: '&quot;',
    proposals_close_at: '',
    reviews_due_at: '',
    disabled: false,
  }
  expect(withTerm(PAGE, term)).toContain('&quot;\\&quot;>&lt;script>&quot;')
  expect(withTerm(PAGE, term)).toContain('&quot;$&amp;&quot;')
  expect(withTerm(PAGE, term)).not.toContain('<script>')
})
