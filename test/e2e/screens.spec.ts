import { existsSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { allows, ROLES, type Role } from '#domain/access.ts'
import { contract } from '#domain/contract.ts'
import type { Endpoint, ReplyOf } from '#domain/endpoint.ts'
import { SCREENS, type Screen } from '#domain/screens.ts'
import { expectAccessible } from './accessible.ts'
import { apiOf, signIn, test } from './journey.ts'
import { waitUntilIdle } from './page_idle.ts'

const source = <E extends Endpoint>(
  endpoint: E,
  id: (reply: ReplyOf<E>) => number | string,
  query = '',
  roles: readonly Role[] = ROLES,
) => ({
  roles,
  endpoint: endpoint as Endpoint,
  address: endpoint.path + query,
  id: id as (reply: unknown) => number | string,
})

const {
  allocation,
  applicants,
  information,
  inventories,
  keywords,
  loans,
  mail,
  meetings,
  methods,
  organisations,
  pieces,
  proposals,
  proposers,
  reports,
  staff,
  terms,
  users,
} = contract

/** Where a role reads an id that the screen can be opened with: the first of the calls that are the role's own. */
const IDS: Record<string, ReturnType<typeof source>[]> = {
  '/proposers/detail/$id': [source(proposers.list, ({ data }) => data[0]!.user_id)],
  '/proposers/applicant/detail/$id': [source(applicants.list, ({ data }) => data[0]!.id)],
  '/proposers/applicant/edit/$id': [source(applicants.list, ({ data }) => data[0]!.id)],
  '/proposals/detail/$id': [source(staff.list, ({ data }) => data[0]!.id, '?submitted=1&term=7')],
  '/proposals/edit/$id': [source(proposals.mine, (proposal) => proposal!.id!)],
  // The first is prepared; its chair is the demonstration's office, who has its wall.
  '/meetings/$id': [source(meetings.list, ([first]) => first!.id)],
  '/meetings/$id/wall': [source(meetings.list, ([first]) => first!.id, '', ['admin'])],
  '/proposals/oldProposal/$id': [source(proposals.myAll, ([first]) => first!.id)],
  // The demonstration's proposer collaborates on a proposal that is shared.
  '/proposals/shared/$id': [source(proposals.shared, ([first]) => first!.id, '', ['proposer'])],
  '/reviewers/detail/$id': [source(reports.reviewers, ({ data }) => data[0]!.id)],
  '/reports/detail/$id': [source(reports.assigned, ({ data }) => data[0]!.id)],
  '/reports/edit/$id': [source(reports.assigned, ({ data }) => data.find(({ status }) => status === 2)!.id)],
  '/users/detail/$id': [source(users.list, ({ data }) => data.at(-1)!.id)],
  '/users/edit/$id': [source(users.list, ({ data }) => data[0]!.id)],
  '/masters/keywords/edit/$id': [source(keywords.list, ({ data }) => data[0]!.id)],
  '/masters/methods/edit/$id': [source(methods.list, ({ data }) => data[0]!.id)],
  '/masters/organisations/edit/$id': [source(organisations.list, ({ data }) => data[0]!.id)],
  '/masters/terms/edit/$id': [source(terms.list, ([first]) => first!.id)],
  '/loans/$id': [source(loans.list, ({ data }) => data[0]!.number)],
  '/loans/$id/packing': [source(loans.list, ({ data }) => data[0]!.number, '?state=ready_to_pack')],
  '/inventories/$id': [source(inventories.list, ({ rows }) => rows[0]!.id)],
  // Holders reach theirs from My samples.
  '/pieces/$id': [source(pieces.list, ({ data }) => data[0]!.address)],
  '/samples/history/$id': [source(allocation.assigned, ([first]) => first!.id)],
  '/information/edit/$id': [source(information.list, ([first]) => first!.id)],
  '/group-mail/detail/$id': [source(mail.list, ({ data }) => data[0]!.id)],
  '/group-mail/edit/$id': [source(mail.list, ({ data }) => data[0]!.id)],
  '/information/show/$id': [source(information.mine, (all) => all.find(({ content }) => content)!.id)],
}

/** What the demonstration has none of: the office makes one, and it is sent nothing. */
const MADE: Record<string, (tab: Page) => Promise<number>> = {
  '/system/web-hooks/edit/$id': async (tab) => {
    const hook = {
      name: 'Curation database',
      url: 'https://93.184.215.14/hook',
      events: ['result.corrected' as const],
    }
    return (await apiOf(tab).webHooks.add({ body: hook })).id!
  },
}

/** Whom a screen is walked as. */
type Viewer = Role | 'visitor'

const built = ({ path }: Screen) =>
  [`web/pages${path}/index.tsx`, `web/pages${path}.tsx`].some((file) => existsSync(file))

function sourceFor(path: string, role: Role) {
  if (!IDS[path]) throw new Error(`No id is known for ${path}.`)
  return IDS[path].find(({ endpoint, roles }) => roles.includes(role) && allows(endpoint.access, [role]))
}

/** A screen that opens only from another one: journeys come through it. */
const REACHED_FROM_OTHER = ['/applicants/confirm']

/** Signed in, nobody walks the public screens again. */
function isVisited(screen: Screen, person: Viewer) {
  const { access, path } = screen
  if (access === 'public') return person === 'visitor' && !REACHED_FROM_OTHER.includes(path)
  if (person === 'visitor' || !allows(access, [person]) || !built(screen)) return false
  return !path.includes('$id') || path in MADE || sourceFor(path, person) !== undefined
}

/** Who was signed in last in this worker's tab. */
let signedInAs: Viewer | null = null

async function signInAs(tab: Page, person: Viewer) {
  if (signedInAs === person) return
  await tab.goto('/404')
  await tab.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await tab.context().clearCookies()
  if (person !== 'visitor') await signIn(tab, `${person}@example.org`)
  signedInAs = person
}

async function addressOf(tab: Page, path: string, person: Viewer): Promise<string> {
  if (person === 'visitor') return path.replace('$token', 'of-no-letter')
  if (path.endsWith('/$name')) return path.replace('$name', 'review_request')
  if (!path.includes('$id')) return path
  if (MADE[path]) return path.replace('$id', String(await MADE[path](tab)))
  const { address, id } = sourceFor(path, person)!
  const answer = await tab.context().request.get(address, { failOnStatusCode: true, maxRetries: 3 })
  return path.replace('$id', String(id(await answer.json())))
}

async function expectUsable(tab: Page) {
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  await waitUntilIdle(tab)
  await expectAccessible(tab)
  const overflow = await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `sideways on ${tab.url()}`).toBeLessThanOrEqual(0)
}

for (const person of [...ROLES, 'visitor'] as const)
  for (const screen of SCREENS)
    if (isVisited(screen, person))
      test(`${screen.path} is accessible to ${person}, wide and light, narrow and dark`, async ({ tab }) => {
        await signInAs(tab, person)
        const to = await addressOf(tab, screen.path, person)
        await tab.emulateMedia({ colorScheme: 'light' })
        await tab.setViewportSize({ width: 1360, height: 900 })
        await tab.goto(to)
        await expect(tab).toHaveURL(to)
        await expectUsable(tab)
        await tab.emulateMedia({ colorScheme: 'dark' })
        await tab.setViewportSize({ width: 390, height: 844 })
        await expectUsable(tab)
      })

const DENSE = ['/proposers/applicant', '/proposers', '/proposers/collaborators', '/users', '/proposals']

for (const path of DENSE)
  test(`${path} has twelve rows or more in sight`, async ({ tab }) => {
    await signInAs(tab, 'admin')
    await tab.setViewportSize({ width: 1360, height: 900 })
    await tab.goto(path)
    await expect(tab.locator('tr[data-row]').first()).toBeVisible()
    await waitUntilIdle(tab)
    const rows = await tab
      .locator('tr[data-row]')
      .evaluateAll(
        (all) => all.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length,
      )
    expect(rows).toBeGreaterThanOrEqual(12)
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
  test(`${path} is refused to ${role}`, async ({ tab }) => {
    await signInAs(tab, role)
    await tab.goto(path)
    await expect(tab).toHaveURL('/denied')
    await expect(tab.getByRole('heading', { name: 'Forbidden' })).toBeVisible()
  })

test('a visitor is led to signing in, and an unknown address is Not Found', async ({ tab }) => {
  await signInAs(tab, 'visitor')
  await tab.goto('/proposals/myproposal')
  await expect(tab).toHaveURL('/login')
  await tab.goto('/no-such-page')
  await expect(tab.getByRole('heading', { name: 'Not Found' })).toBeVisible()
  await tab
    .getByRole('link', { name: 'GO TO TOP' })
    .or(tab.getByRole('button', { name: 'GO TO TOP' }))
    .click()
  await expect(tab).toHaveURL('/login')
})
