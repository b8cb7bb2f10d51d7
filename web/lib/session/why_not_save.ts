import { READ_ONLY_WHILE_IMPERSONATING } from '#domain/impersonation/refusals.ts'
import { untilText, useMaintenance } from './maintenance.ts'
import { useIsReadOnly } from './session.ts'

/** Why nothing can be saved now, while viewing as someone else and during maintenance; null if it can. */
export function useWhyNotSave(): string | null {
  const readOnly = useIsReadOnly()
  const maintenance = useMaintenance()
  if (readOnly) return READ_ONLY_WHILE_IMPERSONATING
  return maintenance && `Maintenance until ${untilText(maintenance.until)}: nobody can save until then.`
}
