import { allows, type Role } from '../access.ts'
import { type Address, address } from '../address.ts'
import { MENU, type PlainPath, SCREENS } from '../screens.ts'
import { BEGINS, EXACT, HOLDS, type Near } from './kinds.ts'
import { fold } from './words.ts'

interface FoundScreen {
  title: string
  note: string
  href: Address
  near: Near
}

/** The screens that users with `roles` may open and whose title or menu item holds every word. */
export function screensNamed(q: string, roles: readonly Role[]): FoundScreen[] {
  const wanted = fold(q)
  const words = wanted.split(/\s+/u).filter((word) => word !== '')
  if (words.length === 0) return []
  const seen = new Set<string>()
  return SCREENS.flatMap(({ path, access, title }) => {
    if (!isPlain(path) || access === 'public' || !allows(access, roles)) return []
    const item = menuItem(path)
    const names = [title, ...(item?.path === path ? [item.label] : [])].map(fold)
    const note = item && item.path !== path ? item.label : ''
    const told = `${title} ${note}`
    if (!words.every((word) => names.some((name) => name.includes(word))) || seen.has(told)) return []
    seen.add(told)
    return { title, note, href: address(path), near: nearest(names, wanted) }
  }).toSorted((a, b) => a.near - b.near)
}

const isPlain = (path: string): path is PlainPath => !path.includes('$')

/** The menu item that a screen belongs to: the longest path that it begins with. */
const menuItem = (path: string) =>
  MENU.filter((item) => path === item.path || path.startsWith(`${item.path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)
    .at(0)

function nearest(names: readonly string[], wanted: string): Near {
  if (names.includes(wanted)) return EXACT
  return names.some((name) => name.startsWith(wanted)) ? BEGINS : HOLDS
}
