import { expect, it } from 'vitest'
import { fieldLabel } from './field_elements.ts'

const FORM = `
  <label for="t">Title <span aria-hidden="true">*</span></label><input id="t" data-path="title">
  <textarea aria-label="Rationale 1a" data-path="text"></textarea>
  <div data-path="score"><div role="radiogroup" aria-label="Science Score"><label>5 <input type="radio"></label></div></div>
  <div data-path="target" aria-labelledby="l"><span id="l">Target</span></div>
  <section><h2>Part</h2><div data-path="ticks"><div id="g">Ticks</div><div role="group" aria-labelledby="g"></div></div></section>
  <section><h2>Collaborator</h2><label>First Name <input data-path="people.0.first_name"></label></section>
  <div data-path="file" data-holds="file file_name" data-name="PDF"><label>Another PDF</label></div>`

it.each([
  ['title', 'Title'],
  ['text', 'Rationale 1a'],
  ['score', 'Science Score'],
  ['target', 'Target'],
  ['ticks', 'Ticks'],
  ['people', 'Collaborator'],
  ['file_name', 'PDF'],
  ['version', null],
])('calls %s %s', (field, name) => {
  const form = document.createElement('form')
  form.innerHTML = FORM
  document.body.append(form)
  expect(fieldLabel(form, field)).toBe(name)
  form.remove()
})
