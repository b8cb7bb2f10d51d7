import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { aRequest, proposal, sample } from '#domain/testing/allocation.ts'
import { addMissingBrowserApis } from '#web/testing.tsx'
import { GridModel } from '../state/model.ts'
import { RequestPart } from './request_candidates.tsx'

beforeAll(addMissingBrowserApis)
afterEach(cleanup)

const asks = aRequest({ id: 1, weight: 2, number_of_samples: 2 })

function modelOf(samples: number, given: Parameters<typeof proposal>[1] = {}) {
  const columns = Array.from({ length: samples }, (_, n) => sample(n + 1, { weight: 2 + n / 10 }))
  return new GridModel([proposal(11, { requested_samples: [asks], ...given })], columns)
}

function Part({ model, editable = true }: { model: GridModel; editable?: boolean }) {
  const version = useSyncExternalStore(model.subscribe, model.getVersion)
  const [first] = model.answers.row(0).byRequest
  return <RequestPart {...{ model, version, editable }} {...first!} row={0} least={5} show={() => null} />
}
const show = (model: GridModel, editable?: boolean) =>
  render(
    <MantineProvider>
      <Part model={model} {...(editable === undefined ? {} : { editable })} />
    </MantineProvider>,
  )
const names = () =>
  screen
    .getAllByRole('listitem')
    .map((line) => within(line).getByRole('img', { name: 'Ryugu' }).parentElement?.textContent)

test('five at first, then more step by step, then all', () => {
  show(modelOf(20))
  expect(names()).toEqual(['A0001', 'A0002', 'A0003', 'A0004', 'A0005'])
  fireEvent.click(screen.getByRole('button', { name: 'Show more for request 1' }))
  expect(names()).toHaveLength(15)
  fireEvent.click(screen.getByRole('button', { name: 'All 20 for request 1' }))
  expect(names()).toHaveLength(20)
  expect(document.activeElement?.closest('li')?.textContent).toContain('A00015')
  expect(screen.queryByRole('button', { name: /more/ })).toBeNull()
})

test('assigned samples come first; a new one stays in its line until the panel is opened again', () => {
  const model = modelOf(8)
  model.toggle(0, 6)
  show(model)
  expect(names()).toEqual(['A0007', 'A0001', 'A0002', 'A0003', 'A0004'])
  fireEvent.click(screen.getByRole('checkbox', { name: 'Give A0003 to proposal 11, request 1' }))
  expect(names()).toEqual(['A0007', 'A0001', 'A0002', 'A0003', 'A0004'])
  expect(model.assignments.valueAt({ row: 0, column: 2 })).toEqual({ assigned: true, priority: 1 })
  screen.getByText('2 of 2')
  cleanup()
  show(model)
  expect(names()).toEqual(['A0003', 'A0007', 'A0001', 'A0002', 'A0004'])
  for (const name of ['A0001', 'A0002'])
    fireEvent.click(screen.getByRole('checkbox', { name: `Give ${name} to proposal 11, request 1` }))
  screen.getByText('1 sample more than requested')
  // What was ticked without a request gives way.
  screen.getByText('answers no request')
})

test('a suggestion comes first with its reason, and becomes an assignment when it is taken', () => {
  const model = modelOf(8)
  const reason = 'priority 1 of 11: nearest of 8 free'
  model.setSuggestions([{ sample_id: 7, proposal_id: 11, priority: 1, reason, unscored: [] }])
  show(model)
  expect(names()).toEqual(['A0007', 'A0001', 'A0002', 'A0003', 'A0004'])
  const take = screen.getByRole('button', { name: 'Accept the suggestion A0007 for proposal 11, request 1' })
  const below = document.getElementById(take.getAttribute('aria-describedby')!)
  expect(below?.textContent).toContain(reason)
  fireEvent.click(take)
  expect(model.assignments.valueAt({ row: 0, column: 6 })).toEqual({ assigned: true, priority: 1 })
  expect(model.cell(0, 6).suggested).toBeNull()
  const tick = screen.getByRole('checkbox', { name: 'Give A0007 to proposal 11, request 1' })
  expect(document.activeElement).toBe(tick)
})

test('a sample assigned in another grid is listed', () => {
  const elsewhere = {
    sample_id: 90,
    name: '800083-0',
    db_type: 1 as const,
    sample_type: 0 as const,
    weight: 2,
    size: null,
    pressure: null,
    volume: null,
    status: 0 as const,
    chamber: null,
    dish: null,
    priority: 1,
  }
  show(modelOf(1, { assigned_samples: [elsewhere] }))
  expect(screen.getAllByRole('listitem')[0]!.textContent).toBe('800083-0, in the Particle and Aggregate grid')
  screen.getByText('1 of 2')
})

test('a reader sees what is assigned, and no checkboxes', () => {
  const model = modelOf(2)
  model.toggle(0, 1)
  show(model, false)
  expect(screen.queryByRole('checkbox')).toBeNull()
  screen.getByRole('img', { name: 'Assigned' })
  screen.getByText('answers request 1')
})
