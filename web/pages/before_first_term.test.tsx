import { existsSync } from 'node:fs'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { allows, ROLES } from '#domain/access.ts'
import { SCREENS } from '#domain/screens.ts'
import { NO_TERM } from '#domain/terms/rules.ts'
import { aUser } from '#server/builders/people.ts'
import { withBrowser } from '#web/testing.tsx'

/** What a screen shows that has failed. */
const FAILED = /Not Found|Forbidden|could not be (loaded|shown)|System Error/u
/** This screen is where the first call is opened. */
const OPENS_ONE = '/masters/terms/add'

const built = (path: string) => existsSync(`web/pages${path}/index.tsx`) || existsSync(`web/pages${path}.tsx`)

test.each([null, ...ROLES])(
  'before the first term every screen of %s says that there is none, and fails at nothing',
  (role) =>
    withBrowser(async ({ ctx }, window) => {
      const { open } = await window(role ? await aUser(ctx(), [role]) : undefined)
      for (const { path, access, title } of SCREENS) {
        if (path.includes('$') || !built(path) || FAILED.test(title)) continue
        if (role ? access === 'public' || !allows(access, [role]) : access !== 'public') continue
        open(path)
        await screen.findByRole('heading', { level: 1 })
        if (path !== OPENS_ONE) await screen.findByText(NO_TERM)
        await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
        expect([path, FAILED.exec(document.body.textContent ?? '')?.[0]]).toEqual([path, undefined])
      }
    }),
  600_000,
)
