import { fireEvent, waitFor } from '@testing-library/react'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#domain/contract.ts'
import { carryOutRuns } from '#server/applicants/runs.ts'
import { tracer, unfiller } from '#server/testing/distinct/values.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { createActionScene } from './action_scene.ts'
import { ACTIONS, NOT_PRESSED } from './actions.ts'
import { CUSTODY_ACTIONS } from './custody_actions.ts'
import { CUSTODY_FORMS } from './custody_forms.ts'
import { createCustodyScene } from './custody_scene.ts'
import { FORMS } from './form_fields.ts'
import { partsOf } from './read_screen.ts'
import { settled } from './settled.ts'
import { type Stage, stageOf } from './stage.ts'
import { recordWrites, type WrittenRequest } from './written_requests.ts'

let stage: Stage

const textOf = (element: Element) =>
  (element.getAttribute('aria-label') ?? partsOf(element)).replace(/\s+/gu, ' ').replace(/ ,/gu, ',').trim()

/** Buttons that change only what is seen. */
const SEEN_ONLY =
  'search *, thead *, nav *, [role=tab], [role=menuitem], [role=combobox], [data-peeks], [aria-expanded], [aria-haspopup], [role=switch], [aria-pressed]'
const DISMISSES = /^(Cancel|No|Close|Back|Dismiss.*|)$/iu

const buttonsIn = (root: ParentNode) =>
  [...root.querySelectorAll<HTMLButtonElement>('button')].filter(
    (button) => !button.matches(SEEN_ONLY) && !/^(Previous|Next) /u.test(textOf(button)),
  )

/** Opens the menus of further actions; that of a list's views is pressed in web/ui/lists/view_menu.test.tsx. */
const openMenus = (root: ParentNode) => {
  for (const menu of root.querySelectorAll<HTMLElement>('[aria-haspopup=menu]:not([aria-expanded=true])'))
    if (textOf(menu) !== 'Columns and views') fireEvent.click(menu)
}

const actionsIn = (root: ParentNode) => [
  ...buttonsIn(root),
  ...document.querySelectorAll<HTMLButtonElement>('[role=menuitem]:not(a)'),
]

const dialog = () => [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)

/** A mass or a pressure, whose unit stands beside it. */
const isAmount = (field: Element) => /^(?:mg|µg|Pa)$/u.test(field.parentElement?.textContent ?? '')

/** Fills in what a dialog asks for; of a list the first is chosen. */
async function fillIn(asked: Element, requests: { pending: number }) {
  for (const list of asked.querySelectorAll<HTMLElement>(
    'input[role=combobox], input[aria-haspopup=listbox]',
  )) {
    fireEvent.click(list)
    await settled(requests)
    const option = document.querySelector('[role=option]')
    if (option) fireEvent.click(option)
  }
  const row = asked.querySelector('tbody input[type=checkbox]:enabled')
  if (row && !asked.querySelector('tbody input:checked')) fireEvent.click(row)
  for (const field of asked.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    if (field.disabled) continue
    if (field.type === 'radio' && !asked.querySelector(`[name="${field.name}"]:checked`))
      fireEvent.click(field)
    if (field instanceof HTMLInputElement && field.type === 'checkbox' && field.required && !field.checked)
      fireEvent.click(field)
    if (
      !['text', 'textarea', 'password'].includes(field.type) ||
      field.value !== '' ||
      field.getAttribute('role')
    )
      continue
    fireEvent.change(field, { target: { value: isAmount(field) ? '1' : 'Typed' } })
  }
}

/** Puts a setting before a screen is opened: 'tell_acting=0'. */
async function saveSetting({ db }: TestServer, setting: string) {
  const [name, value] = setting.split('=') as [string, string]
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** A time is sent as it is now, and the key of a form is random. */
const timeless = (value: string) =>
  value
    .replace(/^\d{4}-\d\d-\d\dT.*$/u, 'a time')
    .replace(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u, 'a key')

/** Documents are not made here. */
const DOCUMENTS = Object.values(contract)
  .flatMap((calls) => Object.values<{ path: string; gives?: string }>(calls))
  .filter(({ gives }) => gives === 'file')
  .map(({ path }) => new RegExp(`^${path.replace(/:\w+/gu, '[^/]+')}(?:\\?|$)`, 'u'))

const requestText = (unfill: (text: string) => string, { method, path, fields, refused }: WrittenRequest) => {
  const sent = Object.entries(fields).filter(([name]) => !name.endsWith('version'))
  return `${method} ${unfill(path.replace(/(?<=\/meetings\/)\d+/u, '{number}')).replace(/(?<=\/(?:end|confirm|dismiss|passkeys\/remove|conflicts\/delete|scenarios(?:\/delete)?)\/)\d+/u, '{number}')}${sent.map(([name, value]) => ` ${name}=${unfill(timeless(value)).replace(/\s*\n\s*/gu, ' ')}`).join('')}${refused === undefined ? '' : `, refused: ${unfill(refused)}`}`
}

/** People whose names stand in a dialog, and the figures it speaks of. */
function askedIn(asked: Element | undefined, trace: (text: string) => string[]) {
  if (!asked) return ''
  const text = partsOf(asked)
  const people = trace(text)
    .filter((source) => /\.(name|email)$/u.test(source))
    .map((source) => source.split('.')[0])
  const figures =
    text.match(
      /(?<![\w.-])\d+ (?:other )?(?:reviewer|report|proposal|sample|mail|e-mail|request|recipient|user|assignment)s?/gu,
    ) ?? []
  const none = /\bno (?:e-)?mail/iu.test(text) ? ['no mail'] : []
  return ` | asks: ${[...new Set([...people, ...figures, ...none])].join(', ') || '-'}`
}

/** Whom the mails since this one go to, by their kinds. */
async function mailsAfter(last: number, trace: (text: string) => string[]) {
  const { rows } = await sql<{ kind: string; addresses: string[] }>`
    select kind, recipients || bcc as addresses from mails where id > ${last} order by id`.execute(
    stage.server.db,
  )
  const people = new Map<string, string[]>()
  for (const { kind, addresses } of rows)
    people.set(kind, [
      ...(people.get(kind) ?? []),
      ...addresses.flatMap((address) => trace(address).map((source) => source.split('.')[0]!)),
    ])
  return [...people].map(([kind, to]) => ` | mails ${kind}: ${to.sort().join(', ')}`).join('')
}

/**
 * Lets each request that writes reach the server, undoes what it did, and refuses it: so the screen stays as it is, and
 * the next button can be pressed. Returns what was asked for and mailed.
 */
function refuseWrites(requests: { pending: number }) {
  const { db } = stage.server
  const trace = tracer(stage.scene.sources)
  const done = { mails: '' }
  const network = globalThis.fetch
  globalThis.fetch = async (address, options) =>
    (options?.method ?? 'GET') === 'GET' && DOCUMENTS.some((path) => path.test(String(address)))
      ? Response.json({ message: 'Refused by the test.' }, { status: 400 })
      : network(address, options)
  const written = recordWrites(async (write) => {
    requests.pending++
    const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from mails`.execute(db)
    await sql`savepoint press`.execute(db)
    try {
      await write()
      await carryOutRuns(stage.server.services)
      done.mails += await mailsAfter(rows[0]!.id, trace)
    } finally {
      await sql`rollback to savepoint press`.execute(db)
      requests.pending--
    }
    return Response.json({ message: 'Refused by the test.' }, { status: 400 })
  })
  return { written, done }
}

const isOff = (one: HTMLButtonElement) =>
  one.disabled || one.getAttribute('aria-disabled') === 'true' || one.dataset.disabled !== undefined

/** The button at this place among those of the same name; menus are opened if need be. */
async function findButton(requests: { pending: number }, label: string, place: number) {
  const main = document.querySelector('main')!
  const find = () => actionsIn(main).filter((one) => textOf(one) === label && !isOff(one))[place]
  if (!find()) {
    openMenus(main)
    await settled(requests)
  }
  return find()
}

async function closeDialog(requests: { pending: number }) {
  const asked = dialog()
  if (!asked) return
  const close = [...asked.querySelectorAll('button')].find((one) => DISMISSES.test(textOf(one)))
  if (close) fireEvent.click(close)
  await settled(requests)
}

/** A line for each action of a screen, and the names of those that are disabled. */
async function actionsOf(open: () => Promise<{ requests: { pending: number } }>): Promise<string[]> {
  const [trace, unfill] = [tracer(stage.scene.sources), unfiller(stage.scene.sources)]
  const begin = async () => {
    const { requests } = await open()
    return { requests, ...refuseWrites(requests) }
  }
  let page = await begin()

  /** Presses a button, and in the dialog that it opens the choice of this number. */
  const press = async (label: string, place: number, choice: number) => {
    if (dialog()) page = await begin()
    let button = await findButton(page.requests, label, place)
    if (!button) {
      page = await begin()
      button = await findButton(page.requests, label, place)
    }
    const { requests, written, done } = page
    written.length = 0
    done.mails = ''
    fireEvent.click(button!)
    await settled(requests)
    const asked = dialog()
    let name = label
    let question = ''
    let choices = 1
    if (asked && written.length === 0) {
      await fillIn(asked, requests)
      await settled(requests)
      question = askedIn(asked, trace)
      const yes = buttonsIn(asked).filter((one) => !DISMISSES.test(textOf(one)))
      choices = yes.length
      if (yes[choice]) {
        name += ` > ${textOf(yes[choice])}${yes[choice].disabled ? ' (disabled)' : ''}`
        fireEvent.click(yes[choice])
        await settled(requests)
      }
    }
    await closeDialog(requests)
    const sent = written.map((one) => requestText(unfill, one)).join(' and ') || 'nothing'
    const line = written.length > 0 || question ? [`${unfill(name)}: ${sent}${question}${done.mails}`] : []
    return { line, choices }
  }

  const buttons = actionsIn(document.querySelector('main')!).map((one) => ({
    label: textOf(one),
    off: isOff(one),
  }))
  const lines: string[] = []
  for (const [at, { label, off }] of buttons.entries()) {
    if (off) lines.push(`${unfill(label)}: disabled`)
    const place = buttons.slice(0, at).filter((one) => one.label === label && !one.off).length
    for (let choice = 0, choices = off ? 0 : 1; choice < choices; choice++) {
      const pressed = await press(label, place, choice)
      choices = pressed.choices
      lines.push(...pressed.line)
    }
  }
  return lines
}

/** Opens a screen as someone, and selects what its key says. */
async function openScreen(address: string, selected: string[]) {
  const { requests } = await stage.open(address)
  const main = document.querySelector('main')!
  openMenus(main)
  if (main.querySelector('[aria-haspopup=menu]')) await settled(requests)
  for (const label of selected.map(stage.fill)) {
    const box = await waitFor(() => {
      const boxes = [...main.querySelectorAll<HTMLElement>('input[type=checkbox], [data-peeks]')]
      const found = boxes.find((one) => textOf(one).startsWith(label))
      if (!found) throw new Error(`There is only ${boxes.map(textOf).join(', ')}.`)
      return found
    })
    fireEvent.click(box)
    await settled(requests)
  }
  return { requests }
}

describe.each([
  ['the call', createActionScene, ACTIONS],
  ['results and loans', createCustodyScene, CUSTODY_ACTIONS],
])('%s', (_, create, rows) => {
  const own = stageOf(create)
  beforeAll(() => {
    stage = own
  })

  test.each(Object.entries(rows))('%s: each action asks and sends what it says', async (key, lines) => {
    const [screen, setting] = key.split(' ! ')
    if (setting) await saveSetting(stage.server, setting)
    const [address, ...selected] = screen!.split(' > ')
    const shown = await actionsOf(() => openScreen(address!, selected))
    expect(shown).toEqual(lines === '' ? [] : lines.trim().split(/\n */u))
  })
})

test('every endpoint that writes is pressed, or submitted by a form, or it is said why not', () => {
  const pressed = [ACTIONS, CUSTODY_ACTIONS, FORMS, CUSTODY_FORMS]
    .flatMap((table) => Object.values(table))
    .join('\n')
  const isPressed = ({ method, path }: { method: string; path: string }) =>
    new RegExp(`${method} ${path.replace(/:\w+/gu, '[^/ ?]+')}(?![\\w/])`, 'u').test(pressed)
  const missing = Object.entries(contract).flatMap(([area, calls]) =>
    Object.entries<{ method: string; path: string }>(calls).flatMap(([name, endpoint]) =>
      endpoint.method === 'GET' || isPressed(endpoint) ? [] : [`${area}.${name}`],
    ),
  )
  expect(missing.sort()).toEqual(Object.keys(NOT_PRESSED).sort())
})
