import { allows, type Role, reviewers } from '../access.ts'
import { address } from '../address.ts'

/** Where a signed-in user begins: the dashboard for admin, panel and reviewer, home for a pure proposer. */
export const startPage = (roles: readonly Role[]) => address(allows(reviewers, roles) ? '/' : '/mypage')
