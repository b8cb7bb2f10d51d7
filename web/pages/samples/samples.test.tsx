import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cancelConfirmation } from '#server/allocation/confirm.ts'
import { aUser } from '#server/builders/people.ts'
import { anAssignment, aSample } from '#server/builders/samples.ts'
import { signOff } from '#server/testing/allocation.ts'
import type { World } from '#server/testing/world.ts'
import { type Scene, scene, stored } from '#web/testing/samples.ts'

const allocated = ({ db }: World) => db.selectFrom('assignments').select('id as main_key').execute()

test('the assigned list confirms what is chosen and cancels again', () =>
  scene(async ({ world, office, window, proposals, samples }) => {
    const pair = (n: number) => ({ sample_id: samples[n]!.id, proposal_id: proposals[n]! })
    await anAssignment(world.ctx(office), 1, [pair(0), pair(1)])
    const { open, user } = await window(office)
    open('/samples/assigned')
    await user.click(
      await screen.findByRole('checkbox', {
        name: `Confirm ${samples[1]!.name} for proposal ${proposals[1]}`,
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await screen.findByText('Are you sure you want to confirm these assignments?')
    await user.click(screen.getByRole('button', { name: 'YES' }))
    await user.click(await screen.findByRole('button', { name: /^CANCEL /u }))
    expect((await stored(world)).map(([, , status]) => status)).toEqual([1, 0])
    await screen.findByText('Do you want to cancel this confirmation?')
    await user.click(screen.getByRole('button', { name: 'YES' }))
    await screen.findByText('2 results, 0 confirmed')
  }))

test('a refusal to confirm shows what another has done meanwhile', () =>
  scene(async ({ world, office, window, proposals, samples }) => {
    const pair = (n: number) => ({ sample_id: samples[n]!.id, proposal_id: proposals[n]! })
    await anAssignment(world.ctx(office), 1, [pair(0), pair(1)])
    const { open, user } = await window(office)
    open('/samples/assigned')
    await screen.findByText('2 results, 0 confirmed')
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

test('what was cancelled or is contested does not start among those to be confirmed, and the boxes are kept', () =>
  scene(async ({ world, office, window, proposals, samples }) => {
    const [contested, plain] = samples as [Scene['samples'][number], Scene['samples'][number]]
    const returned = await aSample(world.ctx(office))
    const pair = (sample: { id: number }, n: number) => ({
      sample_id: sample.id,
      proposal_id: proposals[n]!,
    })
    await anAssignment(world.ctx(office), 1, [pair(returned, 0)], { confirmed: true })
    const { main_key } = (await allocated(world))[0]!
    await cancelConfirmation(world.ctx(office), main_key)
    await anAssignment(world.ctx(office), 1, [pair(contested, 0), pair(contested, 1), pair(plain, 0)])
    const choice = (sample: { name: string }, n: number) =>
      screen.findByRole<HTMLInputElement>('checkbox', {
        name: `Confirm ${sample.name} for proposal ${proposals[n]}`,
      })
    const ticked = async () => [
      (await choice(returned, 0)).checked,
      (await choice(contested, 0)).checked,
      (await choice(contested, 1)).checked,
      (await choice(plain, 0)).checked,
    ]
    const { open, user } = await window(office)
    open('/samples/assigned')
    await screen.findByText('Its confirmation was cancelled.')
    await screen.findByText(`Contested: also assigned to proposal ${proposals[1]}.`)
    expect(await ticked()).toEqual([false, false, false, true])
    await user.click(await choice(contested, 0))
    await user.click(await choice(plain, 0))
    open('/samples/assigned')
    await waitFor(async () => expect(await ticked()).toEqual([false, true, false, false]))
    await user.click(await choice(contested, 1))
    const button = screen.getByRole('button', { name: 'Confirm' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(await choice(contested, 1))
    await user.click(button)
    const list = await screen.findByRole('group', { name: 'Assignments' })
    expect(list.textContent).toContain(`${contested.name} for proposal ${proposals[0]}: `)
    await screen.findByText(/^1 assignment\. .* No mail is sent\.$/)
    await user.click(screen.getByRole('button', { name: 'YES' }))
    await user.click(await screen.findByRole('button', { name: /^CANCEL / }))
    expect(await screen.findByText(`Confirmed for proposal ${proposals[0]}.`)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'YES' }))
    // It was ticked before it was confirmed, and does not come back so.
    await waitFor(async () => expect(await ticked()).toEqual([false, false, false, false]))
  }))

test('where the office asks for two, what another proposed is confirmed, and one’s own is not', () =>
  scene(async ({ world, office, window, proposals, samples }) => {
    const pair = (n: number) => ({ sample_id: samples[n]!.id, proposal_id: proposals[n]! })
    const first = await world.as(
      await aUser(world.ctx(), ['admin'], { first_name: 'Mika', last_name: 'Aalto' }),
    )
    await anAssignment(world.ctx(office), 1, [pair(0), pair(1)])
    await signOff(first.api, true)
    await first.api.allocation.confirm({ body: [pair(0)] })
    const choice = (n: number) =>
      screen.findByRole<HTMLInputElement>('checkbox', {
        name: `Confirm ${samples[n]!.name} for proposal ${proposals[n]}`,
      })
    const { open, user } = await window(office)
    open('/samples/assigned')
    await screen.findByText('Proposed by Mika Aalto')
    expect([(await choice(0)).checked, (await choice(1)).checked]).toEqual([true, false])
    await user.click(await choice(1))
    const button = screen.getByRole('button', { name: 'Confirm' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(await choice(1))
    await user.click(button)
    await screen.findByText(
      '1 assignment, proposed by Mika Aalto. A confirmed sample is promised to its proposal. No mail is sent.',
    )
    await user.click(screen.getByRole('button', { name: 'YES' }))
    await screen.findByText(`Proposed by Mika Aalto, confirmed by ${office.name}`)
    await user.click(await choice(1))
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await screen.findByText('Are you sure you want to propose these assignments for confirmation?')
    await user.click(screen.getByRole('button', { name: 'YES' }))
    await screen.findByText(`Proposed by ${office.name}`)
    expect(screen.queryByRole('checkbox', { name: /^Confirm / })).toBeNull()
    expect((await stored(world)).map(([, , status]) => status)).toEqual([1, 0])
  }))
