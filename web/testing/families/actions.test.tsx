import { fireEvent } from '@testing-library/react'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import type { DistinctScene } from '#server/testing/distinct/scene.ts'
import { tracer, unfiller } from '#server/testing/distinct/values.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { api } from '#web/lib/http/api.ts'
import { type BrowserWindow, withBrowser } from '#web/testing.tsx'
import { createActionScene } from './action_scene.ts'
import { ACTIONS, NOT_PRESSED } from './actions.ts'
import { FORMS } from './form_fields.ts'
import { partsOf } from './read_screen.ts'
import { settled, watchRequests } from './settled.ts'
import { recordWrites, type WrittenRequest } from './written_requests.ts'

const textOf = (element: Element) =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/gu, ' ').trim()

/** Buttons that change only what is seen. */
const SEEN_ONLY =
  'search *, thead *, nav *, [role=tab], [role=menuitem], [role=combobox], [data-peeks], [aria-expanded], [aria-haspopup], [role=switch], [aria-pressed]'
const DISMISSES = /^(Cancel|No|Close|Back|Dismiss.*|)$/iu

const buttonsIn = (root: ParentNode) =>
  [...root.querySelectorAll<HTMLButtonElement>('button')].filter(
    (button) => !button.matches(SEEN_ONLY) && !/^(Previous|Next) /u.test(textOf(button)),
  )

/** Opens the menus of further actions. */
const openMenus = (root: ParentNode) => {
  for (const menu of root.querySelectorAll<HTMLElement>('[aria-haspopup=menu]')) fireEvent.click(menu)
}

const actionsIn = (root: ParentNode) => [
  ...buttonsIn(root),
  ...document.querySelectorAll<HTMLButtonElement>('[role=menuitem]:not(a)'),
]

const dialog = () => [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)

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
  for (const field of asked.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    if (field.type === 'radio' && !asked.querySelector(`[name="${field.name}"]:checked`))
      fireEvent.click(field)
    if (!['text', 'textarea'].includes(field.type) || field.value !== '' || field.getAttribute('role'))
      continue
    fireEvent.change(field, { target: { value: 'Typed' } })
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

interface Pressed {
  /** Null if nothing was written. */
  line: string | null
  choices: number
}

interface Stage {
  server: TestServer
  scene: DistinctScene
  open: () => Promise<{ requests: { pending: number } }>
}

/** A time is sent as it is now. */
const timeless = (value: string) => (/^\d{4}-\d\d-\d\dT/u.test(value) ? 'a time' : value)

const requestText = (unfill: (text: string) => string, { method, path, fields, refused }: WrittenRequest) => {
  const sent = Object.entries(fields).filter(([name]) => !name.endsWith('version'))
  return `${method} ${unfill(path)}${sent.map(([name, value]) => ` ${name}=${unfill(timeless(value))}`).join('')}${refused === undefined ? '' : `, refused: ${unfill(refused)}`}`
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

/** Presses a button, and in the dialog that it opens the choice of this number; then all of it is undone. */
async function press({ server, scene, open }: Stage, at: number, choice: number): Promise<Pressed> {
  const [trace, unfill] = [tracer(scene.sources), unfiller(scene.sources)]
  const { db } = server
  await sql`savepoint press`.execute(db)
  try {
    const { requests } = await open()
    const { rows: last } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from mails`.execute(db)
    const written = recordWrites()
    const button = actionsIn(document.querySelector('main')!)[at]
    if (!button) return { line: null, choices: 0 }
    fireEvent.click(button)
    await settled(requests)
    const asked = dialog()
    let name = textOf(button)
    let question = ''
    let choices = 0
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
    const { rows: mails } = await sql<{ kind: string; addresses: string[] }>`
      select kind, recipients || bcc as addresses from mails where id > ${last[0]!.id} order by id`.execute(
      db,
    )
    const people = new Map<string, string[]>()
    for (const { kind, addresses } of mails)
      people.set(kind, [
        ...(people.get(kind) ?? []),
        ...addresses.flatMap((address) => trace(address).map((source) => source.split('.')[0]!)),
      ])
    const sent = [...people].map(([kind, to]) => ` | mails ${kind}: ${to.sort().join(', ')}`).join('')
    if (written.length === 0 && question === '') return { line: null, choices }
    return {
      line: `${unfill(name)}: ${written.map((one) => requestText(unfill, one)).join(' and ') || 'nothing'}${question}${sent}`,
      choices,
    }
  } finally {
    await sql`rollback to savepoint press`.execute(db)
  }
}

/** A line for each action of a screen, and the names of those that are disabled. */
async function actionsOf(stage: Stage): Promise<string[]> {
  await stage.open()
  const buttons = actionsIn(document.querySelector('main')!)
  const disabled = buttons.map(
    (one) =>
      one.disabled || one.getAttribute('aria-disabled') === 'true' || one.dataset.disabled !== undefined,
  )
  const unfill = unfiller(stage.scene.sources)
  const labels = buttons.map(textOf)
  const lines: string[] = []
  for (const [at, label] of labels.entries()) {
    if (disabled[at]) lines.push(`${unfill(label)}: disabled`)
    else
      for (let choice = 0, choices = 1; choice < choices; choice++) {
        const pressed = await press(stage, at, choice)
        choices = Math.max(1, pressed.choices)
        if (pressed.line !== null) lines.push(pressed.line)
      }
  }
  return lines
}

/** Opens a screen as someone, and selects what its key says. */
async function openScreen(
  scene: DistinctScene,
  window: (actor?: Actor) => Promise<BrowserWindow>,
  [who, path, ...selected]: string[],
) {
  localStorage.clear()
  sessionStorage.clear()
  const browser = await window(scene.actors[who as keyof typeof scene.actors])
  const requests = watchRequests()
  browser.open(path!.replace(/:(\w+)/gu, (_, name) => String(scene.ids[name])))
  await settled(requests)
  const main = document.querySelector('main')!
  openMenus(main)
  if (main.querySelector('[aria-haspopup=menu]')) await settled(requests)
  for (const label of selected) {
    const boxes = [...main.querySelectorAll<HTMLElement>('input[type=checkbox]')]
    fireEvent.click(boxes.find((one) => textOf(one).startsWith(label))!)
    await settled(requests)
  }
  return { requests }
}

test(
  'every action sends its request, asks of those whom it concerns, and mails those whom it names',
  () =>
    withBrowser(async (server, window) => {
      const scene = await createActionScene(server)
      for (const [key, lines] of Object.entries(ACTIONS)) {
        const [screen, setting] = key.split(' ! ')
        if (setting) await saveSetting(server, setting)
        const [address, ...selected] = screen!.split(' > ')
        const open = () => openScreen(scene, window, [...address!.split(' '), ...selected])
        const shown = await actionsOf({ server, scene, open })
        expect.soft(shown, key).toEqual(lines === '' ? [] : lines.trim().split(/\n */u))
      }
    }),
  600_000,
)

test('every endpoint that writes is pressed, or submitted by a form, or it is said why not', () => {
  const pressed = Object.values({ ...ACTIONS, ...FORMS }).join('\n')
  const isPressed = ({ method, path }: { method: string; path: string }) =>
    new RegExp(`${method} ${path.replace(/:\w+/gu, '[^/ ?]+')}(?![\\w/])`, 'u').test(pressed)
  const missing = Object.entries(api).flatMap(([area, calls]) =>
    Object.entries(calls as Record<string, { endpoint: { method: string; path: string } }>).flatMap(
      ([name, { endpoint }]) => (endpoint.method === 'GET' || isPressed(endpoint) ? [] : [`${area}.${name}`]),
    ),
  )
  expect(missing.sort()).toEqual(Object.keys(NOT_PRESSED).sort())
})
