import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cancelConfirmation } from '#server/allocation/confirm.ts'
import { aConflict } from '#server/builders/conflicts.ts'
import { aTerm, aUser, daysFrom } from '#server/builders/people.ts'
import { anAssignment, aSample } from '#server/builders/samples.ts'
import { createSubmittedProposal, requireTwoToConfirm } from '#server/testing/allocation.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { draftsOf } from '#web/lib/drafts/draft_store.ts'
import { type GridFixture, storedAssignments, withGrid } from '#web/testing/grid_fixture.ts'

/** A call of which both proposals ask for any five particles more. */
const listScene = (work: (scene: GridFixture) => Promise<void>) =>
  withGrid(async (set) => {
    const any = { priority: 2, db_type: 1, sample_type: 0, number_of_samples: 5 } as const
    for (const proposal_id of set.proposals)
      await set.server.db
        .insertInto('requested_samples')
        .values({ ...any, proposal_id })
        .execute()
    await work(set)
  })

const choice = (sample: { name: string }, proposal: number) =>
  screen.findByLabelText<HTMLInputElement>(`Confirm ${sample.name} for proposal ${proposal}`)

const proposerOf = ({ db }: TestServer, id: number) =>
  db
    .selectFrom('proposals')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    .select('users.name')
    .where('proposals.id', '=', id)
    .executeTakeFirstOrThrow()

const allocated = ({ db }: TestServer) => db.selectFrom('assignments').select('id as main_key').execute()

test('the assigned list confirms what is chosen and cancels again', () =>
  listScene(async ({ server: world, office, window, proposals, samples }) => {
    const pair = (n: number) => ({ sample_id: samples[n]!.id, proposal_id: proposals[n]! })
    await anAssignment(world.ctx(office), 1, [pair(0), pair(1)])
    const { open, user } = await window(office)
    open('/samples/assigned')
    await user.click(await choice(samples[0]!, proposals[0]!))
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await screen.findByText('Are you sure you want to confirm these assignments?')
    await user.click(screen.getByRole('button', { name: 'YES' }))
    await user.click(await screen.findByRole('button', { name: /^CANCEL /u }))
    expect((await storedAssignments(world)).map(([, , status]) => status)).toEqual([1, 0])
    await waitFor(() => expect(draftsOf(office.id)).toEqual([]))
    await screen.findByText('Do you want to cancel this confirmation?')
    await user.click(screen.getByRole('button', { name: 'YES' }))
    await screen.findByText('2 results, 0 confirmed')
  }))

test('a refusal to confirm shows what another has done meanwhile', () =>
  listScene(async ({ server: world, office, window, proposals, samples }) => {
    const pair = (n: number) => ({ sample_id: samples[n]!.id, proposal_id: proposals[n]! })
    await anAssignment(world.ctx(office), 1, [pair(0), pair(1)])
    const { open, user } = await window(office)
    open('/samples/assigned')
    await screen.findByText('2 results, 0 confirmed')
    await user.click(screen.getByRole('button', { name: 'Select the 2 without objections' }))
    const other = await world.as(await aUser(world.ctx(), ['admin']))
    await other.api.allocation.confirm({ body: [pair(0)] })
    await user.click(await screen.findByRole('button', { name: 'Confirm' }))
    await user.click(await screen.findByRole('button', { name: 'YES' }))
    await screen.findByText(/^Nothing was confirmed\./)
    await screen.findByText('2 results, 1 confirmed')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await user.click(await screen.findByRole('button', { name: 'YES' }))
    await screen.findByText('2 results, 2 confirmed')
  }))

test('an invalid confirmation shows the reasons of the server', () =>
  listScene(async ({ server: world, office, window, proposals, samples }) => {
    await anAssignment(world.ctx(office), 1, [{ sample_id: samples[0]!.id, proposal_id: proposals[0]! }])
    const { open, user } = await window(office)
    open('/samples/assigned')
    await user.click(await screen.findByRole('button', { name: 'Select the 1 without objections' }))
    const { fetch } = globalThis
    globalThis.fetch = (to, init) =>
      fetch(to, init?.body ? { ...init, body: '[{"sample_id":1,"proposal_id":9999}]' } : init)
    await user.click(await screen.findByRole('button', { name: 'Confirm' }))
    await user.click(await screen.findByRole('button', { name: 'YES' }))
    await screen.findByText('Proposal 9999 is not one of AO7.')
  }))

test('rows to confirm start clear, one button selects those without objections, and the boxes are kept', () =>
  listScene(async ({ server: world, office, window, proposals, samples }) => {
    const [contested, plain] = samples as [GridFixture['samples'][number], GridFixture['samples'][number]]
    const returned = await aSample(world.ctx(office))
    const pair = (sample: { id: number }, n: number) => ({
      sample_id: sample.id,
      proposal_id: proposals[n]!,
    })
    await anAssignment(world.ctx(office), 1, [pair(returned, 0)], { confirmed: true })
    const { main_key } = (await allocated(world))[0]!
    await cancelConfirmation(world.ctx(office), main_key)
    await anAssignment(world.ctx(office), 1, [pair(contested, 0), pair(contested, 1), pair(plain, 0)])
    const selected = async () => [
      (await choice(returned, proposals[0]!)).checked,
      (await choice(contested, proposals[0]!)).checked,
      (await choice(contested, proposals[1]!)).checked,
      (await choice(plain, proposals[0]!)).checked,
    ]
    const { open, user } = await window(office)
    open('/samples/assigned')
    await screen.findByText('Its confirmation was cancelled.')
    await screen.findByText(`Clash: also assigned to proposal ${proposals[1]}.`)
    expect(await selected()).toEqual([false, false, false, false])
    const button = screen.getByRole('button', { name: 'Confirm' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(button)
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.hover(button)
    await screen.findByText('Select the assignments to confirm.')
    await user.click(screen.getByRole('button', { name: 'Select the 1 without objections' }))
    expect(await selected()).toEqual([false, false, false, true])
    await user.click(await choice(contested, proposals[0]!))
    await user.click(await choice(plain, proposals[0]!))
    open('/samples/assigned')
    await waitFor(async () => expect(await selected()).toEqual([false, true, false, false]))
    await user.click(await choice(contested, proposals[1]!))
    expect(screen.getByRole('button', { name: 'Confirm' }).getAttribute('aria-disabled')).toBe('true')
    await user.click(await choice(contested, proposals[1]!))
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    const list = await screen.findByRole('group', { name: 'Assignments' })
    expect(list.textContent).toContain(`${contested.name} for proposal ${proposals[0]}: `)
    await screen.findByText(/^1 assignment\. .* No e-mail is sent\.$/)
    await user.click(screen.getByRole('button', { name: 'YES' }))
    await user.click(await screen.findByRole('button', { name: /^CANCEL / }))
    expect(await screen.findByText(`Confirmed for proposal ${proposals[0]}.`)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'YES' }))
    // It was selected before it was confirmed, and does not come back so.
    await waitFor(async () => expect(await selected()).toEqual([false, false, false, false]))
  }))

test('where the office asks for two, what another proposed is confirmed, and one’s own is not', () =>
  listScene(async ({ server: world, office, window, proposals, samples }) => {
    const pair = (n: number) => ({ sample_id: samples[n]!.id, proposal_id: proposals[n]! })
    const first = await world.as(
      await aUser(world.ctx(), ['admin'], { first_name: 'Mika', last_name: 'Aalto' }),
    )
    await anAssignment(world.ctx(office), 1, [pair(0), pair(1)])
    await requireTwoToConfirm(first.api, true)
    await first.api.allocation.confirm({ body: [pair(0)] })
    const box = (n: number) => choice(samples[n]!, proposals[n]!)
    const { open, user } = await window(office)
    open('/samples/assigned')
    await screen.findByText(/^Proposed by Mika Aalto, 20/u)
    await user.click(screen.getByRole('button', { name: 'Select the 1 without objections' }))
    expect([(await box(0)).checked, (await box(1)).checked]).toEqual([true, false])
    await user.click(await box(1))
    const button = screen.getByRole('button', { name: 'Confirm' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(await box(1))
    await user.click(button)
    await screen.findByText(
      '1 assignment, proposed by Mika Aalto. Each sample is then reserved for its proposal, whose proposer sees it once its result is released or the call closes. No e-mail is sent.',
    )
    await user.click(screen.getByRole('button', { name: 'YES' }))
    await screen.findByText(new RegExp(`^x ${office.name}, 20`, 'u'))
    await screen.findByText(/^Proposed by Mika Aalto, 20/u)
    await user.click(await box(1))
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await screen.findByText('Are you sure you want to propose these assignments for confirmation?')
    await user.click(screen.getByRole('button', { name: 'YES' }))
    await screen.findByText('You proposed this; another member of the office must confirm it.')
    expect(screen.queryByRole('checkbox', { name: /^Confirm / })).toBeNull()
    expect((await storedAssignments(world)).map(([, , status]) => status)).toEqual([1, 0])
  }))

test('rows are grouped by proposal or by sample, and filtered by kind', () =>
  listScene(async ({ server: world, office, window, proposals, samples }) => {
    const [contested, plain] = samples as [GridFixture['samples'][number], GridFixture['samples'][number]]
    const beyond = await aSample(world.ctx(office), { sample_type: 2, pressure: 80, volume: 5, weight: null })
    const pair = (sample: { id: number }, n: number) => ({ sample_id: sample.id, proposal_id: proposals[n]! })
    await anAssignment(world.ctx(office), 1, [pair(contested, 0), pair(contested, 1), pair(plain, 1)])
    await anAssignment(world.ctx(office), 2, [pair(beyond, 0)])
    const { open, user } = await window(office)
    open('/samples/assigned')
    const heads = async () => (await screen.findAllByRole('rowheader')).map(({ textContent }) => textContent)
    await waitFor(async () => expect(await heads()).toHaveLength(2))
    expect((await heads())[0]).toMatch(
      /4\.50.*1 of 6 pieces, 5\.4 of 5\.4 mg and 1 of any size1 over-allocated$/u,
    )
    expect((await choice(beyond, proposals[0]!)).checked).toBe(false)
    await screen.findByText(`Over-allocated: matches no request of proposal ${proposals[0]}.`)
    const row = (await choice(contested, proposals[1]!)).closest('tr')!
    expect(row.textContent).toMatch(/Any Ryugu particle ×5Priority 2/u)
    expect(row.textContent).toContain(`${proposals[0]} (4.50)`)
    const resolve = within(row)
      .getByRole('link', { name: /^Resolve / })
      .getAttribute('href')
    expect(resolve).toBe(`/samples/assign/particle?term_id=7&sample=${contested.id}`)

    await user.click(screen.getByRole('button', { name: 'By sample' }))
    await waitFor(async () => expect((await heads())[1]).toBe('Assigned to one proposal only: 2'))
    expect((await heads())[0]).toMatch(
      new RegExp(`^${contested.name}Particle, 5\\.4 mgAssigned to 2 proposals`, 'u'),
    )
    await user.click(screen.getByRole('button', { name: 'Clash 2' }))
    await screen.findByText('2 results, 0 confirmed')
    await user.click(screen.getByRole('button', { name: 'Confirmed 0' }))
    await user.click(await screen.findByRole('button', { name: 'Show all 4' }))
    await user.type(screen.getByRole('textbox', { name: 'Sample, proposal or proposer' }), plain.name)
    await screen.findByText('1 result, 0 confirmed')
  }))

test('the selection is counted, and named in the question', () =>
  listScene(async ({ server: world, office, window, proposals, samples }) => {
    const more = await aSample(world.ctx(office), { weight: 1.25, sample_type: 1 })
    await world.db
      .insertInto('requested_samples')
      .values({ proposal_id: proposals[0]!, priority: 3, db_type: 1, sample_type: 1, sample_id: more.id })
      .execute()
    await anAssignment(world.ctx(office), 1, [
      ...samples.map(({ id }) => ({ sample_id: id, proposal_id: proposals[1]! })),
      { sample_id: more.id, proposal_id: proposals[0]! },
    ])
    const { open, user } = await window(office)
    open('/samples/assigned')
    const says = (text: string) =>
      waitFor(() => expect(screen.getByRole('status', { name: 'Totals' }).textContent).toBe(text))
    await says('Nothing selected.')
    await user.click(screen.getByRole('button', { name: 'Select the 3 without objections' }))
    await says('3 pieces, 12.05 mg for 2 proposals: 2 Ryugu particle, 10.8 mg; 1 Ryugu aggregate, 1.25 mg')
    await user.click(screen.getByRole('checkbox', { name: `Confirm all of proposal ${proposals[1]}` }))
    await says('1 piece, 1.25 mg for 1 proposal: 1 Ryugu aggregate, 1.25 mg')
    await user.click(screen.getByRole('button', { name: 'Clear selection' }))
    await says('Nothing selected.')
    await user.click(screen.getByRole('button', { name: 'Select the 3 without objections' }))
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    const list = await screen.findByRole('group', { name: 'Assignments' })
    const items = within(list).getAllByRole('listitem')
    expect(items).toHaveLength(3)
    expect(items[0]!.textContent).toMatch(
      new RegExp(
        `^${more.name} for proposal ${proposals[0]}: .*4\\.50 Excellent · priority 3: ${more.name} by name · 1\\.25 mg$`,
        'u',
      ),
    )
    const dialog = list.closest('[role=dialog]')!
    expect(dialog.textContent).toContain('3 pieces, 12.05 mg for 2 proposals')
    for (const [n, item] of items.entries()) {
      const proposal_id = n === 0 ? proposals[0]! : proposals[1]!
      const { name } = await proposerOf(world, proposal_id)
      expect(item.textContent).toMatch(new RegExp(`for proposal ${proposal_id}: .*${name}`, 'u'))
    }
    await user.click(within(list.closest<HTMLElement>('[role=dialog]')!).getByRole('button', { name: 'YES' }))
    await screen.findByText('3 results, 3 confirmed')
  }))

test.each([
  ['asks whether to confirm already, while proposals are accepted', 1, true],
  ['asks nothing more, once proposals are closed', -1, false],
])('the question to confirm %s', (_, days, asks) =>
  listScene(async ({ server: world, office, window, proposals, samples }) => {
    const { ctx, db } = world
    await db
      .updateTable('terms')
      .set({ proposals_close_at: daysFrom(ctx().now(), days), noi_closes_at: daysFrom(ctx().now(), -10) })
      .execute()
    await anAssignment(world.ctx(office), 1, [{ sample_id: samples[0]!.id, proposal_id: proposals[0]! }])
    const { open, user } = await window(office)
    open('/samples/assigned')
    await user.click(await choice(samples[0]!, proposals[0]!))
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('Are you sure you want to confirm these assignments?')
    expect(
      within(dialog).queryByText(/^AO7 accepts proposals until 20.* Confirm them already\?$/u) !== null,
    ).toBe(asks)
  }),
)

test('all terms are listed with their labels, and without a term those that are open', () =>
  listScene(async ({ server: world, office, window, proposals, samples }) => {
    const past = await createSubmittedProposal(world, office)
    await aTerm(world.ctx(), { id: 6, is_current: false })
    await world.db.updateTable('proposals').set({ term_id: 6 }).where('id', '=', past).execute()
    await anAssignment(world.ctx(office), 1, [{ sample_id: samples[0]!.id, proposal_id: past }], {
      term_id: 6,
    })
    await world.db.updateTable('terms').set({ disabled: true }).where('id', '=', 6).execute()
    await anAssignment(world.ctx(office), 1, [{ sample_id: samples[1]!.id, proposal_id: proposals[0]! }])
    const { open } = await window(office)
    const heads = async () =>
      (await screen.findAllByRole('rowheader')).map(({ textContent }) => /AO\d/u.exec(textContent ?? '')?.[0])
    open('/samples/assigned?term_id=all')
    await screen.findByText('2 results, 0 confirmed')
    expect((await heads()).sort()).toEqual(['AO6', 'AO7'])
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
    open('/samples/assigned?term_id=')
    await screen.findByText('1 result, 0 confirmed')
    expect(await heads()).toEqual(['AO7'])
    open('/samples/assigned')
    await waitFor(async () => expect(await heads()).toEqual([undefined]))
  }))

test('a refusal with its links stays until it is closed, and so does the rest of the selection', () =>
  listScene(async ({ server: world, office, window, proposals, samples }) => {
    const pair = (n: number, of = n) => ({ sample_id: samples[n]!.id, proposal_id: proposals[of]! })
    await anAssignment(world.ctx(office), 1, [pair(0), pair(1)])
    const { open, user } = await window(office)
    open('/samples/assigned')
    await screen.findByText('2 results, 0 confirmed')
    await user.click(screen.getByRole('button', { name: 'Select the 2 without objections' }))
    const other = await world.as(await aUser(world.ctx(), ['admin']))
    await anAssignment(world.ctx(office), 1, [pair(0, 1)])
    await other.api.allocation.confirm({ body: [pair(0, 1)] })
    await user.click(await screen.findByRole('button', { name: 'Confirm' }))
    await user.click(await screen.findByRole('button', { name: 'YES' }))
    const note = (await screen.findByText('Nothing was confirmed.')).closest<HTMLElement>('[role=alert]')!
      .parentElement!
    expect(note.textContent).toContain(
      `${samples[0]!.name} is confirmed for proposal ${proposals[1]} of AO7.`,
    )
    await waitFor(() =>
      expect(
        within(note)
          .getAllByRole('link')
          .map((link) => link.getAttribute('href')),
      ).toEqual([
        `/proposals/detail/${proposals[0]}`,
        `/proposals/detail/${proposals[1]}`,
        `/samples/history/${samples[0]!.id}`,
        `/samples/assign/particle?term_id=7&sample=${samples[0]!.id}`,
      ]),
    )
    await screen.findByText('3 results, 1 confirmed')
    expect((await choice(samples[1]!, proposals[1]!)).checked).toBe(true)
    await user.click(within(note).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByText('Nothing was confirmed.')).toBeNull())
  }))

test('CANCEL names the pair, and its refusal is shown with the list', () =>
  listScene(async ({ server: world, office, window, proposals, samples }) => {
    const pair = { sample_id: samples[0]!.id, proposal_id: proposals[0]! }
    await anAssignment(world.ctx(office), 1, [pair], { confirmed: true })
    const { open, user } = await window(office)
    open('/samples/assigned')
    await user.click(await screen.findByRole('button', { name: /^CANCEL / }))
    await screen.findByText(/4\.50 Excellent · priority 1: A\d+ by name · 5\.4 mg$/u)
    const [{ main_key }] = (await allocated(world)) as [{ main_key: number }]
    await cancelConfirmation(world.ctx(office), main_key)
    await user.click(screen.getByRole('button', { name: 'YES' }))
    await screen.findByText(`Nothing was cancelled for ${samples[0]!.name} and proposal ${proposals[0]}.`)
    await screen.findByText(/^This assignment is not confirmed\./u)
  }))

test('a panel member reads, sees no score of a proposal with a conflict, and confirms nothing', () =>
  listScene(async ({ server: world, office, window, proposals, samples }) => {
    const panel = await aUser(world.ctx(), ['panel'])
    await aConflict(world.ctx(office), { proposal_id: proposals[0]!, user_id: panel.id })
    const pair = { sample_id: samples[0]!.id, proposal_id: proposals[0]! }
    await anAssignment(world.ctx(office), 1, [pair], { confirmed: true })
    const { open, user } = await window(panel)
    open('/samples/assigned')
    const cancel = await screen.findByRole('button', { name: /^CANCEL /u })
    expect(cancel.getAttribute('aria-disabled')).toBe('true')
    await user.hover(cancel)
    await screen.findByText('Only the office can cancel a confirmation.')
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
    expect(screen.getByRole('table').textContent).toContain('Conflict of interest')
    expect(screen.getByRole('table').textContent).not.toContain('4.50')
  }))
