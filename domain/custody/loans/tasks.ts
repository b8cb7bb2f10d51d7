import { type ActKind, type DueAct, doesActsOf, type WaitsFor } from './next_act.ts'

/** What office and curation have to do with loans, by the acts that are due in them. */
export const LOAN_TASKS = {
  late: { label: 'Late', acts: ['remind'] },
  differences: { label: 'Differences and losses', acts: ['difference', 'missing', 'lost', 'write_off'] },
  requests: { label: 'Extensions and moves asked for', acts: ['extension', 'move'] },
  agreements: { label: 'Agreements to send or countersign', acts: ['send_agreement', 'countersign'] },
  packing: { label: 'To pack or dispatch', acts: ['choose_parts', 'pack', 'dispatch'] },
  returns: { label: 'Returns to confirm', acts: ['confirm_return', 'unlent'] },
  closing: { label: 'To close', acts: ['close'] },
  reports: { label: 'Reports of use missing', acts: ['report'] },
} as const satisfies Record<string, { label: string; acts: readonly ActKind[] }>
export type LoanTask = keyof typeof LOAN_TASKS
export const LOAN_TASK_NAMES = Object.keys(LOAN_TASKS) as [LoanTask, ...LoanTask[]]

/** The acts that are due for a task. */
export const actsOfTask = <A extends Pick<DueAct, 'kind'>>(task: LoanTask, acts: readonly A[]): A[] =>
  acts.filter(({ kind }) => (LOAN_TASKS[task].acts as readonly ActKind[]).includes(kind))

/** Whether a task is the viewer's: the office follows up what holders owe, curation has its own acts only. */
export const hasTask = (task: LoanTask, acts: readonly Pick<DueAct, 'kind' | 'who'>[], viewer: WaitsFor) =>
  actsOfTask(task, acts).some(({ who }) => viewer === 'office' || doesActsOf(viewer, who))
