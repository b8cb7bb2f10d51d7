import { fireEvent, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { unfiller } from '#server/testing/distinct/values.ts'
import { createActionScene } from './action_scene.ts'
import { CUSTODY_FORMS } from './custody_forms.ts'
import { createCustodyScene } from './custody_scene.ts'
import { FORMS } from './form_fields.ts'
import { settled } from './settled.ts'
import { type Stage, stageOf } from './stage.ts'
import { lost, recordWrites, type WrittenRequest } from './written_requests.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const textOf = (element: Element | null | undefined) =>
  element?.textContent?.replace(/\s+/gu, ' ').replace(/\*/gu, '').trim() ?? ''

/** What a field is called, after the name of the group it is in. */
function labelOf(field: Field): string {
  const own =
    field.getAttribute('aria-label') ??
    textOf(field.labels?.[0] ?? document.getElementById(field.getAttribute('aria-labelledby') ?? ''))
  const group = field.closest('[role=group], [role=radiogroup], fieldset')
  const title =
    group?.getAttribute('aria-label') ??
    textOf(document.getElementById(group?.getAttribute('aria-labelledby') ?? ''))
  return [title, own].filter(Boolean).join(': ')
}

let count = 0
let figure = 0

/** Such an amount is sent in µg. */
const isInMilligrams = (field: HTMLElement) => textOf(field.parentElement) === 'mg'

/** A value that no other field has, of the kind that the field takes. */
function typedInto(field: HTMLInputElement | HTMLTextAreaElement, label: string): string | null {
  count++
  if (field.type === 'date') return new Date(Date.UTC(2031, 0, count)).toISOString().slice(0, 10)
  if (field.type === 'datetime-local')
    return `${new Date(Date.UTC(2031, 0, count)).toISOString().slice(0, 10)}T10:00`
  if (/^\d{4}-\d\d-\d\d/u.test(field.value) || field.placeholder === 'YYYY-MM-DD')
    return new Date(Date.UTC(2031, 0, count)).toISOString().slice(0, 10)
  if (field.type === 'number' || field.inputMode === 'numeric' || field.inputMode === 'decimal') {
    figure++
    if (isInMilligrams(field)) return `0.0${figure}`
    if (/^Years /u.test(label)) return '9'
    if (/rank/iu.test(label)) return `2.${figure}`
    if (/(^| )year$/iu.test(label)) return `20${figure}`
    return /score/iu.test(label) ? `1.${figure}` : String(figure)
  }
  if (field.inputMode === 'url' || field.value.startsWith('http') || /url|database|top page/iu.test(label))
    return `https://x.example/${count}`
  if (/mail|address|bcc/iu.test(label)) return `typed${count}@x.example`
  if (/^ROR/u.test(label)) return '057zh3y96'
  if (label === 'DOI') return `10.5555/typed${count}`
  if (field.type === 'password') return `Typed password ${count}`
  return `Typed${count}`
}

const isText = (field: Field): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement && !['checkbox', 'radio', 'hidden', 'file'].includes(field.type))

/** Fields that choose: their values are not typed. */
const isChoice = (field: Field) =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

/** Fields with a list of values; an Autocomplete takes others too, and is typed into. */
const isList = (field: Field) =>
  !field.closest('.mantine-Autocomplete-root') &&
  (field.getAttribute('role') === 'combobox' || field.hasAttribute('aria-haspopup'))

/** A list of which something has to be chosen and nothing is. */
function isUnchosen(field: Field) {
  const whole = field.closest('.mantine-InputWrapper-root')
  return (
    isList(field) &&
    field.value === '' &&
    whole?.querySelector('.mantine-InputWrapper-required') != null &&
    whole.querySelector('.mantine-Pill-root') === null
  )
}

async function chooseFirst(field: Field) {
  fireEvent.click(field)
  const options = await waitFor(() => {
    const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
    const found = [...(list?.querySelectorAll('[role=option]') ?? [])]
    if (found.length === 0) throw new Error(`${labelOf(field)} has no options.`)
    return found
  })
  fireEvent.click(options[0]!)
}

const fieldsOf = (form: HTMLFormElement) =>
  [...form.querySelectorAll<Field>('input, textarea')].filter(
    (field) => !field.disabled && !(field as HTMLInputElement).readOnly && !field.closest('search'),
  )

async function submit(form: HTMLFormElement, written: WrittenRequest[]) {
  await waitFor(() => {
    if (form.getAttribute('aria-busy') === 'true') throw new Error('It is under way.')
  })
  const before = written.length
  fireEvent.submit(form)
  await waitFor(() => {
    if (written.length === before) {
      const yes = [...document.querySelectorAll('[role=dialog] button')].at(-1)
      if (yes && !form.closest('[role=dialog]')) fireEvent.click(yes)
    }
    if (written.length === before)
      throw new Error(
        [...form.querySelectorAll('[id$=error]')].map((e) => `${e.id}: ${e.textContent}`).join('; ') ||
          'nothing is sent',
      )
  })
  return written.at(-1)!
}

/** Types into every field of a form, then changes every choice, and says what is sent under which name. */
async function fieldNames(form: HTMLFormElement, unfill: (text: string) => string): Promise<string[]> {
  ;[count, figure] = [100, 10]
  const written = recordWrites(lost)
  const typed: [label: string, value: string][] = []
  const known = new Set<Field>()
  /** Names in a label are those of the scene; its other words and figures are its own. */
  const named = (label: string) => (/\.name\}/u.test(unfill(label)) ? unfill(label) : label)
  // What has to be chosen is.
  for (const field of fieldsOf(form)) {
    const name = field instanceof HTMLInputElement && field.type === 'radio' && field.name
    const group = name ? [...form.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)] : []
    if (group.length > 0 && !group.some(({ checked, value }) => checked && value !== ''))
      fireEvent.click(group.at(-1)!)
  }
  for (const group of form.querySelectorAll('.mantine-InputWrapper-root')) {
    const boxes = [...group.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
    const mustBeChosen = boxes.length > 1 && group.querySelector('.mantine-InputWrapper-required') !== null
    if (mustBeChosen && !boxes.some(({ checked }) => checked)) fireEvent.click(boxes.at(-1)!)
  }
  const typeIntoNew = () => {
    for (const field of fieldsOf(form)) {
      if (!isText(field) || isList(field) || known.has(field)) continue
      known.add(field)
      const label = labelOf(field)
      const value = typedInto(field, label)
      if (value === null) continue
      fireEvent.change(field, { target: { value } })
      fireEvent.blur(field)
      typed.push([label, value])
    }
  }
  for (const field of fieldsOf(form)) if (isUnchosen(field)) await chooseFirst(field)
  typeIntoNew()
  let last = await submit(form, written)
  const lines = [`${last.method} ${unfill(last.path)}`]
  const listTyped = (from: number, { fields: all }: WrittenRequest) => {
    for (const [label, value] of typed.slice(from)) {
      const names = Object.entries(all).filter(
        ([, sent]) =>
          sent === value ||
          sent.startsWith(`${value}T`) ||
          (value.startsWith('0.0') && sent === value.slice(3)) ||
          (value.includes('-01-') &&
            sent.slice(0, 8) === value.slice(0, 8) &&
            Math.abs(Date.parse(sent) - Date.parse(value)) < 864e5 / 2),
      )
      lines.push(`${named(label)}: ${names.map(([name]) => name).join(' ') || 'nothing'}`)
    }
  }
  listTyped(0, last)
  for (const field of fieldsOf(form)) {
    if (
      !isChoice(field) ||
      !field.isConnected ||
      // It clears the choice.
      field.value === '' ||
      (field.type === 'radio' && (field as HTMLInputElement).checked)
    )
      continue
    const label = labelOf(field)
    fireEvent.click(field)
    if (form.querySelector('[type=submit][aria-disabled=true]')) {
      lines.push(`${named(label)}: has to be chosen`)
      fireEvent.click(field)
      continue
    }
    const before = typed.length
    typeIntoNew()
    const next = await submit(form, written)
    const appeared = new Set(typed.slice(before).map(([, value]) => value))
    const names = [...new Set([...Object.keys(last.fields), ...Object.keys(next.fields)])].filter(
      (name) => last.fields[name] !== next.fields[name] && !appeared.has(next.fields[name]!),
    )
    lines.push(
      `${label}: ${names.map((name) => `${name} = ${next.fields[name] ?? 'nothing'}`).join(', ') || 'nothing'}`,
    )
    listTyped(before, next)
    last = next
  }
  return lines
}

let stage: Stage

/** Opens a form by its address, and the button that opens it in a dialog or that sends it. */
async function openForm(key: string): Promise<HTMLFormElement> {
  const [, address, opener] = /^(\S+ \S+) ?(.*)$/u.exec(key)!
  const { requests } = await stage.open(address!)
  if (opener) {
    const buttons = [...document.querySelectorAll('button')]
    const nameOf = (one: Element) => one.getAttribute('aria-label') ?? textOf(one)
    const button =
      buttons.find((one) => nameOf(one) === opener) ?? buttons.find((one) => nameOf(one).startsWith(opener))
    if (!button) throw new Error(`There is only ${buttons.map(textOf).join(', ')}.`)
    if (button.type === 'submit' && button.form) return button.form
    fireEvent.click(button)
    await waitFor(() => expect(document.querySelector('[role=dialog] form')).not.toBeNull())
    await settled(requests)
  }
  // A sheet takes the focus.
  const sheet = address!.includes('act=') && document.activeElement?.closest('form')
  if (sheet) return sheet
  const forms = [...document.querySelectorAll('form')].filter(
    (form) => !form.closest('search, header') && (!opener || form.closest('[role=dialog]')),
  )
  return forms.toSorted((a, b) => fieldsOf(a).length - fieldsOf(b).length).at(-1)!
}

describe.each([
  ['the call', createActionScene, FORMS],
  ['results and loans', createCustodyScene, CUSTODY_FORMS],
])('%s', (_, create, rows) => {
  const own = stageOf(create)
  beforeAll(() => {
    stage = own
  })

  test.each(Object.entries(rows))('each field of %s is sent under its own name', async (key, lines) => {
    const shown = await fieldNames(await openForm(key), unfiller(stage.scene.sources))
    expect(shown).toEqual(lines.trim().split(/\n */u))
  })
})
