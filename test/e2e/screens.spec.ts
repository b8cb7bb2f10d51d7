import { existsSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { SCREENS } from '#domain/screens.ts'
import { allows, ROLES, type Role } from '#domain/wire.ts'
import { accessible, signIn } from './journey.ts'

/** Where a list of the role names an id that a screen can be opened with. */
const IDS: Record<string, { call: string; id: (answer: never) => number }> = {
  '/proposers/detail/$id': {
    call: '/api/proposers',
    id: (a: { data: { user_id: number }[] }) => a.data[0]!.user_id,
  },
  '/proposers/applicant/detail/$id': {
    call: '/api/applicants',
    id: (a: { data: { id: number }[] }) => a.data[0]!.id,
  },
  '/proposers/applicant/edit/$id': {
    call: '/api/applicants',
    id: (a: { data: { id: number }[] }) => a.data[0]!.id,
  },
  '/proposals/detail/$id': {
    call: '/api/proposals?submitted=1&term=7',
    id: (a: { data: { id: number }[] }) => a.data[0]!.id,
  },
  '/proposals/edit/$id': { call: '/api/myProposal', id: (a: { id: number }) => a.id },
  '/proposals/oldProposal/$id': { call: '/api/myAllProposals', id: (a: { id: number }[]) => a[0]!.id },
  '/reviewers/detail/$id': { call: '/api/reviewers', id: (a: { data: { id: number }[] }) => a.data[0]!.id },
  '/reports/detail/$id': {
    call: '/api/assigned_proposals',
    id: (a: { data: { id: number }[] }) => a.data[0]!.id,
  },
  '/reports/edit/$id': {
    call: '/api/assigned_proposals',
    id: (a: { data: { id: number; status: number }[] }) => a.data.find(({ status }) => status === 2)!.id,
  },
  '/information/show/$id': {
    call: '/api/myinformation',
    id: (a: { id: number; content: string }[]) => a.find(({ content }) => content)!.id,
  },
}

const built = (path: string) =>
  [`web/pages${path}/index.tsx`, `web/pages${path}.tsx`].some((file) => existsSync(file))

async function address(page: Page, path: string): Promise<string | null> {
  if (!path.includes('$')) return path
  const source = IDS[path]
  if (!source) throw new Error(`No id is known for ${path}.`)
  const answer = await page.request.get(source.call)
  return answer.ok() ? path.replace('$id', String(source.id((await answer.json()) as never))) : null
}

async function look(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await accessible(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `sideways on ${page.url()}`).toBeLessThanOrEqual(0)
}

for (const role of ROLES)
  test(`every screen that ${role} may open is accessible, wide and light, narrow and dark`, async ({
    page,
  }) => {
    test.setTimeout(600_000)
    await signIn(page, `${role}@example.org`)
    for (const { path, access } of SCREENS) {
      if (access === 'public' || !allows(access, [role]) || !built(path)) continue
      const to = await address(page, path)
      if (to === null) continue
      await test.step(to, async () => {
        await page.emulateMedia({ colorScheme: 'light' })
        await page.setViewportSize({ width: 1360, height: 900 })
        await page.goto(to)
        await expect(page).toHaveURL(to)
        await look(page)
        await page.emulateMedia({ colorScheme: 'dark' })
        await page.setViewportSize({ width: 390, height: 844 })
        await look(page)
      })
    }
  })

const WRONG: [Role, string][] = [
  ['panel', '/proposers/applicant'],
  ['reviewer', '/proposals'],
  ['reviewer', '/mypage'],
  ['proposer', '/reviewers'],
  ['proposer', '/samples/assigned'],
  ['admin', '/proposals/assigned_proposals'],
]

for (const [role, path] of WRONG)
  test(`${path} is refused to ${role}`, async ({ page }) => {
    await signIn(page, `${role}@example.org`)
    await page.goto(path)
    await expect(page).toHaveURL('/denied')
    await expect(page.getByRole('heading', { name: 'Forbidden' })).toBeVisible()
  })

test('a visitor is led to signing in, and an unknown address is Not Found', async ({ page }) => {
  await page.goto('/proposals/myproposal')
  await expect(page).toHaveURL('/login')
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible()
  await page
    .getByRole('link', { name: 'GO TO TOP' })
    .or(page.getByRole('button', { name: 'GO TO TOP' }))
    .click()
  await expect(page).toHaveURL('/login')
})
