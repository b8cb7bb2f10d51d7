import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup
type Modules = Rolldown.ChunkingContext

/** Modules that travel together, with all that they are made of and no group before them has: a few files rather than a request for each button. */
const group = (name: string, priority: number, test: RegExp): Group => ({ name, priority, test })

const MAIN =
  /web[\\/](?:main\.tsx|shell[\\/]brand|lib[\\/](?:focus_path|days)|ui[\\/](?:asteroid|note))\b|[\\/]components[\\/](?:PasswordInput|TextInput|ActionIcon)[\\/]|domain[\\/]session[\\/]login_words\b/
const ZOD = /[\\/]node_modules[\\/]zod[\\/]/
const DOMAIN = /[\\/]domain[\\/]/

/** True where a module, or what it is made of, checks shapes. */
function hasShapes(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (ZOD.test(id)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return (modules.getModuleInfo(id)?.importedIds ?? []).some((one) => hasShapes(one, modules, seen))
}

/** The files of the web; the first of the highest priority that a module fits has it. */
export const GROUPS: Group[] = [
  group(
    'libraries',
    7,
    /node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store|@tanstack)[\\/]/,
  ),
  // The main part with what signing in shows, which then needs little more.
  group('main', 6, MAIN),
  // The rules that screens share, and apart from them the shapes, which few screens begin with.
  {
    name: (id, modules) => (hasShapes(id, modules) ? null : 'rules'),
    debugName: 'rules',
    priority: 5,
    test: DOMAIN,
    minShareCount: 2,
  },
  group('shapes', 4, /[\\/]node_modules[\\/]zod[\\/]|[\\/]domain[\\/](?:filters|number)\.ts$/),
  // What every screen behind the gate has: menus, search, fields, the list.
  group(
    'frames',
    3,
    /web[\\/](?:shell[\\/]\w+_frame|ui[\\/]list_page)\.tsx$|@mantine[\\/]core[\\/]esm[\\/]components[\\/](?:Checkbox|Radio|Select|Textarea|NumberInput|Kbd)[\\/]/,
  ),
  group('form', 2, /web[\\/]ui[\\/]call_form\.tsx$|web[\\/]lib[\\/]form\.ts$/),
  // What is small and stands on many screens.
  {
    name: (id, modules) => (hasShapes(id, modules) ? null : 'parts'),
    debugName: 'parts',
    priority: 1,
    test: /web[\\/](?:ui|lib)[\\/]|[\\/]@tabler[\\/]/,
    minShareCount: 4,
    maxModuleSize: 3_000,
  },
]
