import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aConflict } from '#server/builders/conflicts.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { withBrowser } from '#web/testing.tsx'

const PATH = '/proposals/leads'

/** A term with two submitted proposals, an administrator and three members of the panel. */
async function createPanel(world: TestServer) {
  await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'])
  const office = world.ctx(admin)
  const members = [
    await aUser(world.ctx(), ['panel']),
    await aUser(world.ctx(), ['panel']),
    await aUser(world.ctx(), ['panel']),
  ] as const
  const ids = [
    (await aSubmittedProposal(office)).proposal_id,
    (await aSubmittedProposal(office)).proposal_id,
  ] as const
  const speakers = () =>
    world.db
      .selectFrom('proposal_leads')
      .select(['proposal_id', 'first_user_id', 'second_user_id'])
      .orderBy('proposal_id')
      .execute()
  return { admin, office, members, ids, speakers }
}

const choice = (place: 'First' | 'Second', id: number) =>
  screen.findByRole<HTMLSelectElement>('combobox', { name: `${place} speaker of ${id}` })
const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('a speaker is saved at once, by name, and shown in the loads', () =>
  withBrowser(async (world, window) => {
    const { admin, members, ids, speakers } = await createPanel(world)
    const { open, user } = await window(admin)
    open(PATH)
    await screen.findByText(/Nobody is mailed: members find theirs/u)
    await user.selectOptions(await choice('First', ids[0]), members[1].name)
    await screen.findByText(`${ids[0]}: ${members[1].name} first, nobody second. Nobody is mailed.`)
    expect(await speakers()).toEqual([
      { proposal_id: ids[0], first_user_id: members[1].id, second_user_id: null },
    ])
    const loads = within(screen.getByRole('list', { name: 'Proposals of each member' }))
    await waitFor(() =>
      expect(loads.getByText(new RegExp(`^${members[1].name}`, 'u')).textContent).toContain(
        '1 first, 0 second',
      ),
    )
    const second = await choice('Second', ids[0])
    expect(within(second).queryByRole('option', { name: members[1].name })).toBeNull()
    await user.selectOptions(second, members[0].name)
    await waitFor(async () => expect((await speakers())[0]!.second_user_id).toBe(members[0].id))
    await screen.findByText(
      `${ids[0]}: ${members[1].name} first, ${members[0].name} second. Nobody is mailed.`,
    )
    await user.selectOptions(await choice('First', ids[0]), 'Nobody')
    await waitFor(async () => expect((await speakers())[0]!.first_user_id).toBeNull())
  }))

test('who has a conflict cannot be chosen, and whose place became free is named', () =>
  withBrowser(async (world, window) => {
    const { admin, office, members, ids } = await createPanel(world)
    await world.db
      .insertInto('proposal_leads')
      .values({ proposal_id: ids[1], second_user_id: members[0].id, saved_at: '2026-01-01T00:00:00Z' })
      .execute()
    await aConflict(office, { proposal_id: ids[1], user_id: members[0].id })
    const { open } = await window(admin)
    open(`${PATH}?free=1`)
    expect((await choice('Second', ids[1])).value).toBe('')
    screen.getByText(`${members[0].name} has a conflict of interest`)
    for (const place of ['First', 'Second'] as const)
      expect(within(await choice(place, ids[1])).queryByRole('option', { name: members[0].name })).toBeNull()
    within(await choice('First', ids[0])).getByRole('option', { name: members[0].name })
  }))

test('a suggestion changes nothing until it is taken, one by one or all at once', () =>
  withBrowser(async (world, window) => {
    const { admin, ids, speakers } = await createPanel(world)
    const { open, user } = await window(admin)
    open(PATH)
    await user.click(await button('Suggest speakers'))
    await user.click(await button(`Take ${ids[1]}`))
    await waitFor(async () => expect((await speakers()).map((one) => one.proposal_id)).toEqual([ids[1]]))
    await user.click(await button('Take all 1'))
    await waitFor(async () => expect(await speakers()).toHaveLength(2))
    for (const { first_user_id, second_user_id } of await speakers())
      expect(first_user_id !== null && second_user_id !== null).toBe(true)
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Take/u })).toBeNull())
    await screen.findByText('With a free place 0')
  }))

test('the Dashboard says on how many proposals a member speaks, and leads to them', () =>
  withBrowser(async (world, window) => {
    const { members, ids } = await createPanel(world)
    await world.db
      .insertInto('proposal_leads')
      .values(
        ids.map((proposal_id, n) => ({
          ...{ proposal_id, saved_at: '2026-01-01T00:00:00Z' },
          first_user_id: members[n]!.id,
          second_user_id: members[1 - n]!.id,
        })),
      )
      .execute()
    const { open, user, path } = await window(members[0])
    open('/')
    await user.click(await screen.findByRole('link', { name: 'You speak first on 1, second on 1' }))
    expect(path()).toContain('i_speak=true')
  }))
