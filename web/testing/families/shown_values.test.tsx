import { fireEvent, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { createDistinctScene } from '#server/testing/distinct/scene.ts'
import { tracer } from '#server/testing/distinct/values.ts'
import { createCustodyScene } from './custody_scene.ts'
import { CUSTODY_SHOWN } from './custody_shown.ts'
import { labelledTexts, partsOf } from './read_screen.ts'
import { settled } from './settled.ts'
import { SHOWN } from './shown_values.ts'
import { type Screen, type Stage, stageOf } from './stage.ts'

/** Shown where a value is missing or is a label; times that pass and texts of ours are not. */
const isPlain = (text: string) => text.length < 25 && !/day|·|\d{4}-/u.test(text)

/** 'proposer.name proposer.email' as 'proposer.name,email'. */
const shortened = (sources: readonly string[]) =>
  sources.reduce((text, source) => {
    const [object, column] = source.split('.')
    const last = text.split(' ').at(-1)!
    return last.startsWith(`${object}.`) ? `${text},${column}` : `${text} ${source}`.trim()
  }, '')

/** Labels of figures that are measured when they are shown, and so may equal any value by chance. */
const MEASURED = ['Checks', 'Sizes', 'Last backup', 'Last seal', 'Running']

type Trace = ReturnType<typeof tracer>

/** A line for each label of the screen, with the columns whose values it shows, and the cells of a table's column. */
function shownValues(trace: Trace): string[] {
  const lines = new Map<string, string[]>()
  for (const { label, text, cell } of labelledTexts(document.querySelector('main')!)) {
    const found = shortened(trace(text)) || (cell && isPlain(text) ? `'${text}'` : '')
    if (MEASURED.includes(label)) continue
    const name = trace(label).some((one) => one.includes('.')) ? shortened(trace(label)) : label
    if (found !== '' && name !== '') lines.set(name, [...(lines.get(name) ?? []), found])
  }
  return [...lines].map(([label, found]) => `${label}: ${found.join(' / ')}`)
}

/** Opens what is folded: all details, and the preview of the first row. */
async function unfold({ path, requests }: Screen) {
  const details = path().includes('tab=')
    ? undefined
    : [...document.querySelectorAll('button')].find((one) => one.textContent === 'All details')
  const peek = document.querySelector('[data-peeks]')
  for (const button of [details, peek]) if (button) fireEvent.click(button)
  if (details || peek) await settled(requests)
}

/** The values in each row of the lists, as a table or as cards. */
const rowsShown = (trace: Trace) =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLElement>('main [data-row]')].map((row) => [
      row.dataset.row,
      // The labels of a card's facts are no values.
      trace(partsOf(row))
        .filter((source) => !source.endsWith(':'))
        .sort(),
    ]),
  )

/** The same screen as it is on a phone. */
function onPhone() {
  const media = window.matchMedia
  window.matchMedia = (query) => Object.assign(media(query), { matches: query.includes('max-width: 639') })
}

/** The lists, whose rows are cards on a phone. */
const LISTS = [
  'admin /proposers/applicant',
  'admin /proposers',
  'admin /proposers/collaborators',
  'admin /proposals',
  'colleague /proposals',
  'admin /proposals/reviewers',
  'admin /proposals/assigned_samples',
  'admin /users',
  'admin /reviewers',
  'colleague /reviewers',
  'admin /mail-log?state=failed',
  'admin /audit-log?object=applicant',
  'admin /group-mail',
  'admin /masters/keywords',
  'admin /samples',
  'admin /samples/assigned',
  'colleague /samples/assigned',
  'first /proposals/assigned_proposals',
  'admin /reviewers/detail/:asked_user',
  'proposer /proposals/myproposal?tab=tab-2',
  'admin /samples/history/:particle',
]

let stage: Stage

/** A list is there once it has rows. */
async function withRows(screen: Screen) {
  await waitFor(() => {
    if (!document.querySelector('main [data-row]')) throw new Error('The list has no rows.')
  })
  await settled(screen.requests)
  return screen
}

const CUSTODY_LISTS = ['admin /results', 'admin /loans', 'curator /pieces', 'admin /publications']

describe.each([
  ['the call', createDistinctScene, SHOWN, LISTS],
  ['results and loans', createCustodyScene, CUSTODY_SHOWN, CUSTODY_LISTS],
])('%s', (_, create, screens, lists) => {
  const own = stageOf(create)
  beforeAll(() => {
    stage = own
  })

  test.each(Object.entries(screens))('%s shows the value of each label', async (address, lines) => {
    const screen = await stage.open(address)
    if (lists.includes(address)) await withRows(screen)
    await unfold(screen)
    expect(shownValues(tracer(stage.scene.sources))).toEqual(lines.trim().split(/\n */u))
  })

  test.each(lists)('%s shows in a card on a phone what the row of the table shows', async (address) => {
    const trace = tracer(stage.scene.sources)
    await withRows(await stage.open(address))
    const table = rowsShown(trace)
    await withRows(await stage.open(address, onPhone))
    expect(Object.keys(table)).not.toEqual([])
    expect(rowsShown(trace)).toEqual(table)
  })
})
