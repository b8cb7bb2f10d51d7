import { startPage } from '#domain/session/start.ts'
import { useVisitor } from '#web/lib/session.tsx'

/** Where the Notice's Back and Cancel lead: a proposer home, a visitor to /login, anybody else to the start page. */
export function useWays(): { back: string; cancel: string } {
  const user = useVisitor()
  if (user?.role.includes('proposer')) return { back: '/proposals/myproposal', cancel: '/mypage' }
  const start = user ? startPage(user.role) : '/login'
  return { back: start, cancel: start }
}
