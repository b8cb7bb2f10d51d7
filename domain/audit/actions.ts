import { actingActions } from '../acting/actions.ts'
import { allocationActions } from '../allocation/actions.ts'
import { applicantActions } from '../applicants/actions.ts'
import { conflictActions } from '../conflicts/actions.ts'
import { downloadActions } from '../downloads/actions.ts'
import { informationActions } from '../information/actions.ts'
import { mailActions } from '../mail/actions.ts'
import { masterActions } from '../masters/actions.ts'
import { proposalActions } from '../proposals/actions.ts'
import { reportActions } from '../reports/actions.ts'
import { sampleActions } from '../samples/actions.ts'
import { scenarioActions } from '../scenarios/actions.ts'
import { sessionActions } from '../session/actions.ts'
import { staffActions } from '../staff/actions.ts'
import { termActions } from '../terms/actions.ts'
import { userActions } from '../users/actions.ts'

/** Every action that the audit log knows, with its words. What stands before the dot is the type of its object. */
export const ACTIONS = {
  ...sessionActions,
  ...userActions,
  ...actingActions,
  ...termActions,
  ...masterActions,
  ...sampleActions,
  ...proposalActions,
  ...applicantActions,
  ...reportActions,
  ...conflictActions,
  ...allocationActions,
  ...staffActions,
  ...scenarioActions,
  ...informationActions,
  ...mailActions,
  ...downloadActions,
} as const
export type AuditAction = keyof typeof ACTIONS

type TypeOf<K> = K extends `${infer T}.${string}` ? T : never
/** The types of object that the audit log knows; an 'allocation' is a term's, by the term's id. */
export type ObjectType = TypeOf<AuditAction>

/** What an action was done to. A report's and a conflict's entry also says with which proposal, for who may not read of it. */
export type AuditObject<K extends AuditAction> =
  TypeOf<K> extends 'report' | 'conflict' ? { id: number; proposal_id: number } : { id: number | null }

/** The type of an action's object. */
export const objectTypeOf = (action: AuditAction) => action.split('.')[0] as ObjectType
