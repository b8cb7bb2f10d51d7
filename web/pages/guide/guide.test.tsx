import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aTerm, aUser } from '#server/builders/people.ts'
import { withBrowser } from '#web/testing.tsx'

test('a panel member sees the guide for the panel, with alternative texts and a table of contents', () =>
  withBrowser(async ({ ctx }, window) => {
    await aTerm(ctx())
    const { open } = await window(await aUser(ctx(), ['panel']))
    open('/guide')
    await screen.findByRole('heading', { level: 2, name: 'For the panel' })
    for (const picture of document.querySelectorAll('article img'))
      expect(picture.getAttribute('alt')).not.toBe('')
    const [first] = screen.getByRole('navigation', { name: 'In this guide' }).querySelectorAll('a')
    const part = screen.getByRole('heading', { level: 3, name: first!.textContent! })
    expect(first!.getAttribute('href')).toBe(`#${part.id}`)
  }))

test('a user with two roles has two guides, the office all', () =>
  withBrowser(async ({ ctx }, window) => {
    await aTerm(ctx())
    const both = await window(await aUser(ctx(), ['panel', 'reviewer']))
    both.open('/guide')
    await screen.findByRole('heading', { name: 'For the panel' })
    await both.user.click(screen.getByRole('tab', { name: 'Reviewer' }))
    await screen.findByRole('heading', { name: 'For reviewers' })
    const { open } = await window(await aUser(ctx(), ['admin']))
    open('/guide')
    await screen.findByRole('heading', { name: 'For the administration office' })
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Administration office',
      'Panel',
      'Reviewer',
      'Curation',
      'Proposer',
    ])
  }))

test('curation has its own guide', () =>
  withBrowser(async ({ ctx }, window) => {
    await aTerm(ctx())
    const { open } = await window(await aUser(ctx(), ['curation']))
    open('/guide')
    await screen.findByRole('heading', { name: 'For curation' })
    expect(screen.queryByRole('tab')).toBeNull()
  }))

test('a reviewer, who may hold a piece of a colleague, has the guide for holders too', () =>
  withBrowser(async ({ ctx }, window) => {
    await aTerm(ctx())
    const { open, user } = await window(await aUser(ctx(), ['reviewer']))
    open('/guide')
    await user.click(await screen.findByRole('tab', { name: 'Holder of samples' }))
    await screen.findByRole('heading', { name: 'For holders of samples' })
  }))
