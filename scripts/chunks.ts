import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup
type Modules = Rolldown.ChunkingContext

/** Modules that travel together, with all that they are made of and no group before them has: a few files rather than a request for each button. */
const group = (name: string, priority: number, test: RegExp): Group => ({ name, priority, test })

const MAIN =
  /web[\\/](?:main\.tsx|shell[\\/]brand|lib[\\/](?:focus_path|days)|ui[\\/](?:asteroid|note))\b|[\\/]components[\\/](?:PasswordInput|TextInput|ActionIcon)[\\/]|[\\/]icons[\\/]IconArrowRight\b|domain[\\/]session[\\/]login_words\b/
const ZOD = /[\\/]node_modules[\\/]zod[\\/]/
const DOMAIN = /[\\/]domain[\\/]/

/** True where a module, or what it is made of, checks shapes. */
function hasShapes(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (ZOD.test(id)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return (modules.getModuleInfo(id)?.importedIds ?? []).some((one) => hasShapes(one, modules, seen))
}

const FRAMES =
  /web[\\/](?:shell[\\/]\w+_frame|ui[\\/](?:list_page|call_form)|lib[\\/]form)\.tsx?$|@mantine[\\/]core[\\/]esm[\\/]components[\\/](?:Checkbox|Radio|Select|Textarea|NumberInput|Kbd)[\\/]/
const SMALL = 3_000

/** True of the rules of the domain, and of small parts, that stand in more than one place and check no shapes. */
function isShared(id: string, modules: Modules) {
  const info = modules.getModuleInfo(id)
  if (!info || info.importers.length < 2) return false
  return (DOMAIN.test(id) || (info.code?.length ?? 0) <= SMALL) && !hasShapes(id, modules)
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
  // What every screen behind the gate has, and what many of them share: one file, for each more costs some ms of processor.
  {
    name: (id, modules) => (FRAMES.test(id) || isShared(id, modules) ? 'frames' : null),
    debugName: 'frames',
    priority: 5,
    test: /web[\\/](?:shell|ui|lib)[\\/]|[\\/]domain[\\/]|[\\/]node_modules[\\/]@(?:mantine|tabler)[\\/]/,
  },
  group('shapes', 4, /[\\/]node_modules[\\/]zod[\\/]|[\\/]domain[\\/](?:filters|number)\.ts$/),
]
