import { fireEvent, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { unfiller } from '#server/testing/distinct/values.ts'
import { createActionScene } from './action_scene.ts'
import { FORMS } from './form_fields.ts'
import { settled } from './settled.ts'
import { stageOf } from './stage.ts'
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

/** A value that no other field has, of the kind that the field takes. */
function typedInto(field: HTMLInputElement | HTMLTextAreaElement, label: string): string | null {
  count++
  if (field.type === 'date') return new Date(Date.UTC(2031, 0, count)).toISOString().slice(0, 10)
  if (field.type === 'datetime-local')
    return `${new Date(Date.UTC(2031, 0, count)).toISOString().slice(0, 10)}T10:00`
  if (/^\d{4}-\d\d-\d\d/u.test(field.value))
    return new Date(Date.UTC(2031, 0, count)).toISOString().slice(0, 10)
  if (field.type === 'number' || field.inputMode === 'numeric' || field.inputMode === 'decimal') {
    figure++
    if (/rank/iu.test(label)) return `2.${figure}`
    if (/ year$/u.test(label)) return `20${figure}`
    return /score/iu.test(label) ? `1.${figure}` : String(figure)
  }
  if (field.value.startsWith('http') || /url|database|top page/iu.test(label))
    return `https://x.example/${count}`
  if (/mail|address|bcc/iu.test(label)) return `typed${count}@x.example`
  if (/^ROR/u.test(label)) return '057zh3y96'
  if (field.type === 'password') return `Typed password ${count}`
  return `Typed${count}`
}

const isText = (field: Field): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement && !['checkbox', 'radio', 'hidden', 'file'].includes(field.type))

/** Fields that choose: their values are not typed. */
const isChoice = (field: Field) =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

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
  // What has to be chosen is.
  for (const field of fieldsOf(form)) {
    const name = field instanceof HTMLInputElement && field.type === 'radio' && field.name
    const group = name ? [...form.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)] : []
    if (group.length > 0 && !group.some(({ checked, value }) => checked && value !== ''))
      fireEvent.click(group.at(-1)!)
  }
  for (const field of fieldsOf(form)) {
    if (!isText(field) || field.getAttribute('role') === 'combobox' || field.getAttribute('aria-haspopup'))
      continue
    const label = labelOf(field)
    const value = typedInto(field, label)
    if (value === null) continue
    fireEvent.change(field, { target: { value } })
    fireEvent.blur(field)
    typed.push([label, value])
  }
  let last = await submit(form, written)
  const lines = [`${last.method} ${unfill(last.path)}`]
  for (const [label, value] of typed) {
    const names = Object.entries(last.fields).filter(
      ([, sent]) =>
        sent === value ||
        sent.startsWith(`${value}T`) ||
        (value.includes('-01-') &&
          sent.slice(0, 8) === value.slice(0, 8) &&
          Math.abs(Date.parse(sent) - Date.parse(value)) < 864e5 / 2),
    )
    lines.push(`${label}: ${names.map(([name]) => name).join(' ') || 'nothing'}`)
  }
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
    const next = await submit(form, written)
    const names = [...new Set([...Object.keys(last.fields), ...Object.keys(next.fields)])].filter(
      (name) => last.fields[name] !== next.fields[name],
    )
    lines.push(
      `${label}: ${names.map((name) => `${name} = ${next.fields[name] ?? 'nothing'}`).join(', ') || 'nothing'}`,
    )
    last = next
  }
  return lines
}

const stage = stageOf(createActionScene)

/** Opens a form by its address, and the button that opens it in a dialog. */
async function openForm(key: string): Promise<HTMLFormElement> {
  const [, address, opener] = /^(\S+ \S+) ?(.*)$/u.exec(key)!
  const { requests } = await stage.open(address!)
  if (opener) {
    const buttons = [...document.querySelectorAll('button')]
    const button = buttons.find((one) => (one.getAttribute('aria-label') ?? textOf(one)).startsWith(opener))
    if (!button) throw new Error(`There is only ${buttons.map(textOf).join(', ')}.`)
    fireEvent.click(button)
    await waitFor(() => expect(document.querySelector('[role=dialog] form')).not.toBeNull())
    await settled(requests)
  }
  const forms = [...document.querySelectorAll('form')].filter(
    (form) => !form.closest('search, header') && (!opener || form.closest('[role=dialog]')),
  )
  return forms.toSorted((a, b) => fieldsOf(a).length - fieldsOf(b).length).at(-1)!
}

test.each(Object.entries(FORMS))('each field of %s is sent under its own name', async (key, lines) => {
  const shown = await fieldNames(await openForm(key), unfiller(stage.scene.sources))
  expect(shown).toEqual(lines.trim().split(/\n */u))
})
