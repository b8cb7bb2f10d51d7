import { type Address, address } from '#domain/address.ts'
import { startPage } from '#domain/session/start.ts'
import { useOptionalUser } from '#web/lib/session/session.ts'

/** Where the Notice's Back and Cancel lead: a proposer home, a visitor to /login, anybody else to the start page. */
export function useWays(): { back: Address; cancel: Address } {
  const user = useOptionalUser()
  if (user?.role.includes('proposer'))
    return { back: address('/proposals/myproposal'), cancel: address('/mypage') }
  const start = user ? startPage(user.role) : address('/login')
  return { back: start, cancel: start }
}
